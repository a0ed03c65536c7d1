/* SPDX-License-Identifier: MIT */
/* Streams with endgames at the counting bound: the formula against all choices of slots, and whole
 * families, played message by message and given to the checker. */
#include "solver/base/evidence.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/endgame/endgame_formula.h"
#include "solver/items/items_family.h"
#include "solver/stream/construction/best_schedule.h"
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

static void give_to_checker(const struct every_items *every, int latency, int n) {
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    struct failure failure;
    assert_ok(evidence_write(evidence_of_every_items(every), test_path(path, "every.cert"), true,
                             NULL, &failure),
              failure);
    snprintf(claim, sizeof claim, "postal L=%d N=%d: for every K >= %d ", latency, n,
             every_items_time(every).first);
    assert_verified(path, claim);
}

static void find_bound(int latency, int n, struct endgame_bound *bound) {
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(endgame_bound_find(latency, processors, bound, &failure), failure);
    mpz_clear(processors);
}

static bool find_every(int latency, int n, const struct limits *limits, struct every_items *every) {
    struct failure failure;
    bool found = false;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(endgame_find(latency, processors, limits, every, &found, &failure), failure);
    mpz_clear(processors);
    return found;
}

static void look_for(int latency, int n, bool played) {
    struct every_items every;
    struct endgame_bound bound;
    find_bound(latency, n, &bound);
    if (!find_every(latency, n, NULL, &every))
        fail_msg("L=%d N=%d: no family", latency, n);
    struct every_items_time time = every_items_time(&every);
    assert_in_range(time.first, bound.most > 1 ? bound.most : 1, bound.most + 2);
    for (int items = time.first; items <= time.first + 3; items++)
        if (items > bound.most)
            assert_int_equal(counting_bound(latency, n, items), items + time.late);
    for (int items = time.first; items <= time.first + 9 && played; items += 4)
        assert_every_played(&every, items, items + time.late);
    give_to_checker(&every, latency, n);
    every_items_clear(&every);
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
    enum verdict end;
    bool *model = NULL;
    uint64_t decisions = 0;
    assert_ok(endgame_formula_init(&endgame, rows, &failure), failure);
    assert_ok(endgame_choice_init(&choice, rows, &failure), failure);
    assert_ok(find_model(&endgame.formula, &limits, &end, &model, &decisions, &failure), failure);
    if (end == VERDICT_FEASIBLE) {
        endgame_formula_decode(&endgame, model, &choice);
        assert_ok(endgame_choice_messages(&choice, &family->messages, &failure), failure);
        assert_ok(items_family_finish(family, NULL, &failure), failure);
        assert_int_equal(family->messages.count, rows->processors * rows->endgame);
    }
    items_family_clear(family);
    endgame_formula_clear(&endgame);
    endgame_choice_clear(&choice);
    free(model);
    return end == VERDICT_FEASIBLE;
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
    family.finish = latency + words.depth - 1 + finish_more;
    assert_ok(endgame_rows_init(&rows, &family.words, endgame, family.finish, &failure), failure);
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
            enum verdict end;
            uint64_t decisions = 0;
            find_bound(3, n, &bound);
            struct stream_question question = {3, bound.depth, n, 2, most};
            assert_ok(stream_find(&question, &limits, &end, &words, &decisions, &failure), failure);
            if (most == 3)
                assert_int_equal(end, VERDICT_FEASIBLE);
            if (end != VERDICT_FEASIBLE)
                continue;
            assert_holds(&words, 2, most);
            schedule_clear(&words);
        }
    struct stream_question question = {3, 3, 2, 1, -1};
    struct schedule words;
    struct failure failure;
    enum verdict end;
    uint64_t decisions = 0;
    assert_ok(stream_find(&question, &limits, &end, &words, &decisions, &failure), failure);
    assert_int_equal(end, VERDICT_INFEASIBLE);
}

static void faults_and_limits(void **state) {
    struct every_items every;
    struct endgame_bound bound;
    bool found = true;
    const struct limits limits = {.nodes = 1};
    mpz_t three, zero, many;
    (void)state;
    mpz_init_set_ui(three, 3);
    mpz_init(zero);
    mpz_init_set_ui(many, 10000);
    assert_int_equal(endgame_find(0, three, NULL, &every, &found, NULL), STATUS_INPUT);
    assert_int_equal(endgame_find(3, zero, NULL, &every, &found, NULL), STATUS_INPUT);
    assert_int_equal(endgame_bound_find(10000, many, &bound, NULL), STATUS_LIMIT);
    assert_true(found);
    mpz_clears(three, zero, many, NULL);
    assert_false(find_every(4, 4, &limits, &every));
    find_bound(3, 29, &bound);
    assert_int_equal(bound.depth, 11);
    assert_int_equal(bound.most, 3);
    assert_int_equal(bound.slack, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formula_is_right),
        cmocka_unit_test(streams_hold_enough),
        cmocka_unit_test(families_are_at_the_bound),
        cmocka_unit_test(faults_and_limits),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
