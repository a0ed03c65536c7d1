/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "tests/automata/naive.h"
#include "tests/solver/outcome_test.h"
#include "tests/solver/solver_test.h"

#include "solver/model/instance.h"
#include "solver/model/schedule.h"
#include "solver/question/decide/arithmetic.h"
#include "solver/stream/construction/family.h"

static const int points[][2] = {{1, 1}, {1, 5},  {2, 2},  {2, 3},  {3, 3},  {3, 6},  {3, 7},
                                {3, 9}, {3, 13}, {4, 7},  {4, 9},  {4, 12}, {4, 17}, {5, 5},
                                {5, 9}, {5, 10}, {5, 14}, {5, 30}, {6, 14}, {7, 17}, {10, 23}};
enum { POINTS = sizeof points / sizeof *points, LETTERS = 100 };

static struct schedule *solved(int latency, int depth) {
    struct outcome outcome;
    struct failure failure;
    assert_ok(arithmetic_solve(latency, depth, NULL, &outcome, &failure), failure);
    assert_int_equal(outcome.verdict, VERDICT_FEASIBLE);
    assert_non_null(outcome_schedule(&outcome));
    struct schedule *schedule = found_schedule(&outcome); /* which the outcome owns no more */
    assert_ok(schedule_order(schedule, &failure), failure);
    return schedule;
}

static void release(struct schedule *schedule) {
    schedule_clear(schedule);
    free(schedule);
}

static void add_again(struct schedule *copy, const struct schedule *schedule,
                      const struct block_class *class, mpz_srcptr count) {
    struct failure failure;
    assert_ok(schedule_add_class(copy, schedule, class, 0, count, &failure), failure);
}

static struct schedule *copied(const struct schedule *schedule) {
    struct schedule *copy = malloc(sizeof *copy);
    assert_non_null(copy);
    schedule_init_blocks(copy, schedule->latency, schedule->depth);
    copy->receive_only = schedule->receive_only;
    for (size_t i = 0; i < schedule->block_count; i++)
        add_again(copy, schedule, &schedule->blocks[i], schedule->blocks[i].count);
    return copy;
}

static void is_right(const struct schedule *schedule) {
    struct failure failure;
    assert_ok(schedule_check_whole(schedule, &failure), failure);
}

static void is_wrong(const struct schedule *schedule) {
    struct failure failure = {STATUS_OK, ""};
    assert_int_equal(schedule_check_whole(schedule, &failure), STATUS_INTERNAL);
    assert_true(*failure.message);
}

/* With the letters as multisets, or in their order; letter p of class c is another one, if there is
 * such a class. */
static struct schedule *changed(const struct schedule *schedule, bool ordered, size_t c, int p,
                                int letter) {
    struct schedule *copy = malloc(sizeof *copy);
    struct failure failure;
    assert_non_null(copy);
    schedule_init_blocks(copy, schedule->latency, schedule->depth);
    copy->receive_only = schedule->receive_only;
    for (size_t i = 0; i < schedule->block_count; i++) {
        const struct block_class *class = &schedule->blocks[i];
        int leaves[LETTERS];
        assert_in_range(class->size, 1, LETTERS);
        schedule_leaves(schedule, class, leaves);
        if (i == c)
            leaves[p] = letter;
        assert_ok((ordered ? schedule_add_ordered : schedule_add_leaves)(
                      copy, class->head, class->size, leaves, class->count, &failure),
                  failure);
    }
    return copy;
}

static struct schedule *as_multisets(const struct schedule *schedule) {
    struct schedule *copy = changed(schedule, false, SIZE_MAX, 0, 0);
    schedule_sort(copy);
    return copy;
}

static void right_schedules_are_accepted(void **state) {
    struct failure failure;
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]);
        struct schedule *multisets = as_multisets(schedule);
        is_right(schedule);
        is_right(multisets);
        assert_ok(schedule_order(multisets, &failure), failure);
        schedule_sort(multisets);
        is_right(multisets);
        release(multisets);
        release(schedule);
    }
}

/* Any one letter replaced by any other int near the alphabet: the letters no longer add up. */
static void changed_letters_are_rejected(void **state) {
    int changes = 0;
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]);
        for (size_t c = 0; c < schedule->block_count; c++)
            for (int p = 0; p < schedule->blocks[c].size - 1; p++)
                for (int letter = -2; letter < points[i][0] + 2; letter++) {
                    if (letter == schedule->ranges[schedule->blocks[c].first + (size_t)p].first)
                        continue;
                    for (int ordered = 0; ordered < 2; ordered++, changes++) {
                        struct schedule *other = changed(schedule, ordered, c, p, letter);
                        is_wrong(other);
                        release(other);
                    }
                }
        is_right(schedule);
        release(schedule);
    }
    assert_true(changes > 2000);
}

static void other_receive_only_letters_are_rejected(void **state) {
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]);
        int right = schedule->receive_only;
        for (int letter = -1; letter <= points[i][0] + 1; letter++) {
            schedule->receive_only = letter;
            if (letter != right)
                is_wrong(schedule);
        }
        release(schedule);
    }
}

static void changed_counts_are_rejected(void **state) {
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]);
        for (size_t c = 0; c < schedule->block_count; c++) {
            mpz_ptr count = schedule->blocks[c].count;
            mpz_add_ui(count, count, 1);
            is_wrong(schedule);
            mpz_sub_ui(count, count, 2);
            is_wrong(schedule);
            mpz_add_ui(count, count, 1);
            mpz_neg(count, count);
            is_wrong(schedule);
            mpz_neg(count, count);
        }
        is_right(schedule);
        release(schedule);
    }
}

static void drop(struct schedule *schedule, size_t index) {
    mpz_clear(schedule->blocks[index].count);
    schedule->block_count--;
    memmove(&schedule->blocks[index], &schedule->blocks[index + 1],
            (schedule->block_count - index) * sizeof *schedule->blocks);
}

static void missing_and_extra_blocks_are_rejected(void **state) {
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]);
        for (size_t c = 0; c < schedule->block_count; c++) {
            const struct block_class *class = &schedule->blocks[c];
            struct schedule *changed = copied(schedule);
            drop(changed, c);
            is_wrong(changed);
            release(changed);
            changed = copied(schedule);
            add_again(changed, schedule, class, class->count);
            schedule_sort(changed);
            is_wrong(changed);
            release(changed);
        }
        release(schedule);
    }
}

/* Counts that cancel out claim blocks that do not exist. */
static void counts_below_one_are_rejected(void **state) {
    struct schedule *schedule = solved(4, 12);
    struct block_class *last = &schedule->blocks[schedule->block_count - 1];
    mpz_t count;
    (void)state;
    mpz_init_set_si(count, 0);
    add_again(schedule, schedule, last, count);
    is_wrong(schedule);
    last = &schedule->blocks[schedule->block_count - 1];
    mpz_set_si(last->count, -1);
    mpz_set_si(last[-1].count, 2);
    is_wrong(schedule);
    mpz_clear(count);
    release(schedule);
}

/* Of size 0, and one that sends late. */
static void other_sizes_are_rejected(void **state) {
    (void)state;
    struct schedule *schedule = solved(4, 12);
    struct block_class *last = &schedule->blocks[schedule->block_count - 1];
    assert_int_equal(last->size, 1);
    for (int size = -1; size <= 2; size++) {
        last->size = size;
        size == 1 ? is_right(schedule) : is_wrong(schedule);
    }
    last->size = 1;
    release(schedule);
}

static bool is_legal(const struct schedule *schedule, const struct block_class *class) {
    int leaves[LETTERS];
    schedule_leaves(schedule, class, leaves);
    return naive_word_is_legal(class->head, leaves, (size_t) class->size - 1);
}

/* Exchanging letters keeps the counts, so that only the words decide: held against all pairs. */
static void exchanged_letters_need_legal_words(void **state) {
    uint64_t random = random_seed();
    int accepted = 0, rejected = 0;
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]);
        for (int round = 0; round < 300; round++) {
            size_t count = schedule->block_count;
            struct block_class *a = &schedule->blocks[random_below(&random, (int)count)];
            struct block_class *b = &schedule->blocks[random_below(&random, (int)count)];
            if (a->size < 2 || b->size < 2 || mpz_cmp(a->count, b->count) != 0)
                continue;
            struct leaf_range *x =
                &schedule->ranges[a->first + (size_t)random_below(&random, a->size - 1)];
            struct leaf_range *y =
                &schedule->ranges[b->first + (size_t)random_below(&random, b->size - 1)];
            struct leaf_range old_x = *x, old_y = *y;
            *x = old_y;
            *y = old_x;
            bool legal = is_legal(schedule, a) && is_legal(schedule, b);
            assert_int_equal(schedule_check_whole(schedule, NULL) == STATUS_OK, legal);
            legal ? accepted++ : rejected++;
            *x = old_x;
            *y = old_y;
        }
        release(schedule);
    }
    assert_true(accepted > 100);
    assert_true(rejected > 100);
}

static void other_depths_and_latencies_are_rejected(void **state) {
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]);
        for (int change = -1; change <= 1; change += 2) {
            schedule->depth += change;
            is_wrong(schedule);
            schedule->depth -= change;
            if (schedule->latency + change < 1)
                continue;
            schedule->latency += change;
            is_wrong(schedule);
            schedule->latency -= change;
        }
        release(schedule);
    }
}

static void one_processor_below_the_latency(void **state) {
    struct failure failure;
    mpz_t one;
    (void)state;
    mpz_init_set_ui(one, 1);
    for (int latency = 1; latency <= 6; latency++)
        for (int depth = 0; depth < latency; depth++) {
            struct schedule *schedule = solved(latency, depth);
            assert_int_equal(schedule->block_count, 0);
            assert_int_equal(schedule->receive_only, depth);
            is_right(schedule);
            schedule->receive_only++;
            is_wrong(schedule);
            schedule->receive_only--;
            assert_ok(schedule_add_block_word(schedule, 1, one, NULL, &failure), failure);
            is_wrong(schedule);
            release(schedule);
        }
    mpz_clear(one);
}

/* Whatever the order and the splits in which classes come, the sorted form is the same. */
static void sorting_is_canonical(void **state) {
    uint64_t random = random_seed();
    mpz_t one;
    (void)state;
    mpz_init_set_ui(one, 1);
    for (int i = 0; i < POINTS; i++) {
        struct schedule *schedule = solved(points[i][0], points[i][1]), *copy = copied(schedule);
        for (int round = 0; round < 50 && copy->block_count; round++) {
            struct block_class *class =
                &copy->blocks[random_below(&random, (int)copy->block_count)];
            if (mpz_cmp_ui(class->count, 1) <= 0)
                continue;
            mpz_sub_ui(class->count, class->count, 1);
            add_again(copy, copy, class, one);
        }
        for (size_t c = copy->block_count; c > 1; c--) {
            size_t other = (size_t)random_below(&random, (int)c);
            struct block_class class = copy->blocks[other];
            copy->blocks[other] = copy->blocks[c - 1];
            copy->blocks[c - 1] = class;
        }
        schedule_sort(copy);
        assert_int_equal(copy->block_count, schedule->block_count);
        assert_int_equal(schedule_places(copy), schedule_places(schedule));
        for (size_t c = 0; c < copy->block_count; c++) {
            const struct block_class *a = &schedule->blocks[c], *b = &copy->blocks[c];
            assert_int_equal(a->size, b->size);
            assert_int_equal(mpz_cmp(a->count, b->count), 0);
            assert_memory_equal(schedule->ranges + a->first, copy->ranges + b->first,
                                (a->range_end - a->first) * sizeof *copy->ranges);
        }
        release(copy);
        release(schedule);
    }
    mpz_clear(one);
}

static void multisets_without_order_are_not_ordered(void **state) {
    static const int letters[] = {0, 0, 1};
    struct failure failure = {STATUS_OK, ""};
    struct schedule schedule;
    mpz_t one;
    (void)state;
    mpz_init_set_ui(one, 1);
    schedule_init_blocks(&schedule, 3, 20);
    assert_ok(schedule_add_block(&schedule, 4, one, letters, &failure), failure); /* 2+1 mod 4 */
    assert_int_equal(schedule_order(&schedule, &failure), STATUS_INTERNAL);
    assert_string_equal(failure.message,
                        "a block of 4 processors can't be ordered to a legal word");
    schedule_clear(&schedule);
    mpz_clear(one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_schedules_are_accepted),
        cmocka_unit_test(changed_letters_are_rejected),
        cmocka_unit_test(other_receive_only_letters_are_rejected),
        cmocka_unit_test(changed_counts_are_rejected),
        cmocka_unit_test(missing_and_extra_blocks_are_rejected),
        cmocka_unit_test(counts_below_one_are_rejected),
        cmocka_unit_test(other_sizes_are_rejected),
        cmocka_unit_test(exchanged_letters_need_legal_words),
        cmocka_unit_test(other_depths_and_latencies_are_rejected),
        cmocka_unit_test(one_processor_below_the_latency),
        cmocka_unit_test(sorting_is_canonical),
        cmocka_unit_test(multisets_without_order_are_not_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
