/* SPDX-License-Identifier: MIT */
/* Streams with endgames at the counting bound: the formula against all choices of slots, and whole
 * families, played message by message and given to the checker. */
#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "solver/construction/best.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/endgame/endgame_formula.h"
#include "solver/items/endgame/endgame_groups.h"
#include "solver/items/endgame/endgame_stream.h"
#include "solver/items/endgame/endgame_words.h"
#include "tests/items/items_test.h"

/* C(K), by its definition. */
static int counting_bound(int latency, int processors, int items) {
    long reached[200], sum = 0;
    for (int j = 0; j < 200; j++) {
        reached[j] = j < latency ? 1 : reached[j - 1] + reached[j - latency];
        if (reached[j] > processors)
            reached[j] = processors;
        sum += reached[j];
        if (sum >= (long)items * processors)
            return latency + j;
    }
    fail();
    return 0;
}

static void give_to_checker(const struct items_family *family) {
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    struct failure failure;
    assert_ok(evidence_write(evidence_of_items_family(family), test_path(path, "family.cert"), true,
                             NULL, &failure),
              failure);
    snprintf(claim, sizeof claim, "postal L=%d N=%d: for every K >= %d ", family->words.latency,
             family->processors, family->endgame);
    assert_verified(path, claim);
}

static void look_for(int latency, int n, bool played) {
    struct items_family family;
    struct endgame_bound bound;
    struct failure failure;
    bool found = false;
    assert_ok(endgame_bound_find(latency, n, &bound, &failure), failure);
    assert_ok(endgame_find(latency, n, NULL, &family, &found, &failure), failure);
    if (!found)
        fail_msg("L=%d N=%d: no family", latency, n);
    assert_int_equal(family.processors, n);
    assert_in_range(family.endgame, bound.most > 1 ? bound.most : 1, bound.most + 2);
    for (int items = family.endgame; items <= family.endgame + 3; items++)
        if (items > bound.most)
            assert_int_equal(counting_bound(latency, n, items),
                             items - family.endgame + family.finish);
    for (int items = family.endgame; items <= family.endgame + 9 && played; items += 4)
        assert_items_played(&family, items, items - family.endgame + family.finish);
    give_to_checker(&family);
    items_family_clear(&family);
}

static void families_are_at_the_bound(void **state) {
    (void)state;
    for (int latency = 1; latency <= 6; latency++)
        for (int n = 1; n <= 13; n++)
            look_for(latency, n, true);
    look_for(3, 22, true); /* not so tight */
    look_for(4, 22, true);
    look_for(5, 16, true);
    look_for(3, 46, true);
    look_for(3, 64, true);
    look_for(3, 150, true); /* in groups */
    look_for(4, 240, true);
    look_for(3, 1000, false);
    look_for(3, 20000, false);
}

/* The rows of a stream with any M and F, and all ways to give them the items. */
struct brute {
    const struct endgame_rows *rows;
    int *times; /* [row M + item-1]: of reception */
};

/* By Hall's theorem, for each set of items: so many copies are wanted, so many are free who have
 * one of them. */
static bool is_supplied(const struct brute *brute, int x, unsigned set) {
    const struct endgame_rows *rows = brute->rows;
    int wanted = 0, senders = 0;
    for (int row = 0; row <= rows->processors; row++) {
        bool has = row == 0;
        for (int i = 0; i < rows->endgame; i++)
            if (set >> i & 1 && row > 0) {
                wanted += brute->times[row * rows->endgame + i] == x + rows->latency;
                has |= brute->times[row * rows->endgame + i] <= x;
            }
        senders += has && endgame_can_send(rows, row, x);
    }
    return wanted <= senders;
}

static bool is_right(const struct brute *brute) {
    for (int x = 0; x <= brute->rows->finish - brute->rows->latency; x++)
        for (unsigned set = 1; set < 1u << brute->rows->endgame; set++)
            if (!is_supplied(brute, x, set))
                return false;
    return true;
}

static bool brute_force(const struct brute *brute, int at) {
    const struct endgame_rows *rows = brute->rows;
    int row = at / rows->endgame, first = row * rows->endgame;
    if (row > rows->processors)
        return is_right(brute);
    for (int y = rows->latency; y <= rows->finish; y++) {
        bool taken = !endgame_can_receive(rows, row, y);
        for (int other = first; other < at; other++)
            taken |= brute->times[other] == y;
        brute->times[at] = y;
        if (!taken && brute_force(brute, at + 1))
            return true;
    }
    return false;
}

/* What the formula says; its messages are then checked as a family. */
static bool formula_says(struct items_family *family, const struct endgame_rows *rows) {
    const struct limits limits = {0};
    struct endgame_formula endgame;
    struct endgame_choice choice;
    struct failure failure;
    enum model_end end;
    bool *model = NULL;
    uint64_t decisions = 0;
    int numbers[20];
    for (int row = 0; row < 20; row++)
        numbers[row] = row;
    assert_ok(endgame_formula_init(&endgame, rows, &failure), failure);
    assert_ok(endgame_choice_init(&choice, rows, &failure), failure);
    assert_ok(find_model(&endgame.formula, &limits, &end, &model, &decisions, &failure), failure);
    if (end == MODEL_FOUND) {
        endgame_formula_decode(&endgame, model, numbers, &choice);
        assert_ok(endgame_choice_tell(&choice, &family->messages, &failure), failure);
        assert_ok(items_family_finish(family, &failure), failure);
        assert_int_equal(family->messages.count, rows->processors * rows->endgame);
    }
    items_family_clear(family);
    endgame_formula_clear(&endgame);
    endgame_choice_clear(&choice);
    free(model);
    return end == MODEL_FOUND;
}

static bool compare(int latency, int n, int endgame, int finish_more) {
    struct items_family family;
    struct endgame_rows rows;
    struct schedule words;
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(best_schedule(&words, latency, processors, NULL, &failure), failure);
    mpz_clear(processors);
    items_family_init(&family, latency, words.depth);
    schedule_clear(&family.words);
    family.words = words;
    family.endgame = endgame;
    family.stream = words.depth;
    family.finish = latency + words.depth - 1 + finish_more;
    assert_ok(endgame_rows_init(&rows, &family, &failure), failure);
    struct brute brute = {&rows, calloc((size_t)(n + 1) * (size_t)endgame, sizeof(int))};
    assert_non_null(brute.times);
    bool want = brute_force(&brute, endgame);
    free(brute.times);
    assert_int_equal(formula_says(&family, &rows), want);
    endgame_rows_clear(&rows);
    return want;
}

static void formula_is_right(void **state) {
    int yes = 0, no = 0;
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int n = 2; n <= 10; n++)
            for (int endgame = 1; endgame <= (n < 7 ? 2 : 1); endgame++)
                for (int more = 0; more <= 1; more++) {
                    if (latency == 2 && (n == 5 || n == 8))
                        continue; /* no stationary stream */
                    bool has = compare(latency, n, endgame, more);
                    yes += has;
                    no += !has;
                }
    assert_in_range(yes, 10, 70);
    assert_in_range(no, 10, 70);
}

static void assert_holds(const struct schedule *words, int fewest, int most) {
    for (size_t w = 0; w < words->word_count; w++) {
        int sum = 0, length = (int)words->words[w].length;
        for (int p = 0; p < length; p++)
            sum += words->words[w].values[p];
        assert_in_range(sum, fewest * length, most * length);
    }
}

/* |S| as asked, and none where there is none: L = 3, N = 2 (delay 3 + 3) has |S| = 1 and 0. */
static void streams_hold_enough(void **state) {
    const struct limits limits = {0};
    (void)state;
    for (int n = 4; n <= 12; n++)
        for (int most = 2; most <= 3; most++) {
            struct endgame_bound bound;
            struct failure failure;
            struct schedule words;
            enum model_end end;
            uint64_t decisions = 0;
            assert_ok(endgame_bound_find(3, n, &bound, &failure), failure);
            struct stream_question question = {3, bound.depth, n, 2, most};
            assert_ok(stream_find(&question, &limits, &end, &words, &decisions, &failure), failure);
            if (most == 3)
                assert_int_equal(end, MODEL_FOUND);
            if (end != MODEL_FOUND)
                continue;
            assert_holds(&words, 2, most);
            schedule_clear(&words);
        }
    struct stream_question question = {3, 3, 2, 1, -1};
    struct schedule words;
    struct failure failure;
    enum model_end end;
    uint64_t decisions = 0;
    assert_ok(stream_find(&question, &limits, &end, &words, &decisions, &failure), failure);
    assert_int_equal(end, MODEL_NONE);
}

/* For k* = 2 the constructions have streams, but for few small N; they are checked as schedules. */
static void streams_are_built(void **state) {
    int two = 0;
    (void)state;
    for (int latency = 3; latency <= 4; latency++)
        for (int n = 15; n <= 700; n++) {
            struct endgame_bound bound;
            struct schedule words;
            struct failure failure;
            bool found = false;
            mpz_t processors;
            assert_ok(endgame_bound_find(latency, n, &bound, &failure), failure);
            assert_ok(endgame_words_build(latency, bound.depth, n, bound.most, NULL, &words, &found,
                                          &failure),
                      failure);
            assert_true(found || bound.most > 2);
            two += bound.most == 2;
            if (!found)
                continue;
            assert_int_equal(words.depth, bound.depth);
            assert_holds(&words, bound.most, words.depth);
            mpz_init_set_si(processors, n);
            assert_ok(schedule_finish(&words, processors, &failure), failure);
            mpz_clear(processors);
            schedule_clear(&words);
        }
    assert_in_range(two, 600, 1200);
}

/* What is received or sent of an item at a TIME. */
static int count_items(const struct endgame_rows *rows, const int *choice, int time, int item) {
    int count = 0;
    for (int row = 1; row <= rows->processors; row++)
        count += choice[row * (rows->finish + 1) + time] == item;
    return count;
}

static void check_groups(const struct endgame_rows *rows, int keep) {
    struct endgame_groups groups;
    struct endgame_choice choice;
    struct failure failure;
    int grouped = 0, times = rows->finish + 1;
    assert_ok(endgame_groups_init(&groups, rows, keep, &failure), failure);
    assert_ok(endgame_choice_init(&choice, rows, &failure), failure);
    endgame_groups_choose(&groups, &choice);
    for (int row = 1; row <= rows->processors; row++) {
        int seen = 0;
        for (int y = 0; y < times; y++) {
            int received = choice.receives[row * times + y], sent = choice.sends[row * times + y];
            assert_false(received && (seen >> received & 1));
            assert_true(!received || endgame_can_receive(rows, row, y));
            seen |= received ? 1 << received : 0;
            assert_true(!sent || (endgame_can_send(rows, row, y) && (seen >> sent & 1)));
        }
        grouped += groups.turns[row] >= 0;
        assert_int_equal(seen, groups.turns[row] >= 0 ? (1 << (rows->endgame + 1)) - 2 : 0);
    }
    assert_int_equal(grouped + groups.rest.processors, rows->processors);
    for (int y = rows->latency; y < times; y++)
        for (int item = 1; item <= rows->endgame; item++)
            assert_int_equal(groups.rest.spare[y],
                             count_items(rows, choice.sends, y - rows->latency, item) -
                                 count_items(rows, choice.receives, y, item));
    for (int row = 1; row <= groups.rest.processors; row++) {
        assert_int_equal(groups.turns[groups.numbers[row]], -1);
        assert_memory_equal(groups.rest.receives + row * times,
                            rows->receives + groups.numbers[row] * times, (size_t)times);
    }
    assert_true(grouped > rows->processors / 3);
    endgame_choice_clear(&choice);
    endgame_groups_clear(&groups);
}

static void groups_are_fair(void **state) {
    (void)state;
    for (int latency = 3; latency <= 4; latency++)
        for (int n = 252; n <= 268; n++)
            for (int keep = 0; keep <= 2; keep++) {
                struct items_family family;
                struct endgame_rows rows;
                struct endgame_bound bound;
                struct failure failure;
                struct schedule words;
                bool found = false;
                assert_ok(endgame_bound_find(latency, n, &bound, &failure), failure);
                assert_ok(
                    endgame_words_build(latency, bound.depth, n, 2, NULL, &words, &found, &failure),
                    failure);
                assert_true(found);
                items_family_init(&family, latency, bound.depth);
                schedule_clear(&family.words);
                family.words = words;
                family.endgame = 2;
                family.finish = latency + bound.depth - 1;
                assert_ok(endgame_rows_init(&rows, &family, &failure), failure);
                check_groups(&rows, keep);
                rows.endgame = 20;
                struct endgame_groups groups;
                assert_int_equal(endgame_groups_init(&groups, &rows, keep, NULL), STATUS_INPUT);
                endgame_rows_clear(&rows);
                items_family_clear(&family);
            }
}

static void faults_and_limits(void **state) {
    struct items_family family;
    struct endgame_bound bound;
    bool found = true;
    const struct limits limits = {.nodes = 1};
    struct failure failure;
    (void)state;
    assert_int_equal(endgame_find(0, 3, NULL, &family, &found, NULL), STATUS_INPUT);
    assert_int_equal(endgame_find(3, 0, NULL, &family, &found, NULL), STATUS_INPUT);
    assert_int_equal(endgame_bound_find(1000, 1000, &bound, NULL), STATUS_LIMIT);
    assert_true(found);
    assert_ok(endgame_find(3, 29, &limits, &family, &found, &failure), failure);
    assert_false(found);
    assert_ok(endgame_bound_find(3, 29, &bound, &failure), failure);
    assert_int_equal(bound.depth, 11);
    assert_int_equal(bound.most, 3);
    assert_int_equal(bound.slack, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formula_is_right),          cmocka_unit_test(streams_hold_enough),
        cmocka_unit_test(streams_are_built),         cmocka_unit_test(groups_are_fair),
        cmocka_unit_test(families_are_at_the_bound), cmocka_unit_test(faults_and_limits),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
