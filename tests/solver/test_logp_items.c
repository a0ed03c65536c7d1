/* SPDX-License-Identifier: MIT */
/* K items on LogP machines: bound and schedules against the best of all schedules, for small
 * machines; every schedule played message by message from the definition. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "solver/items/items_bound.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/logp_items_time.h"
#include "solver/stream/logp/logp_stream.h"
#include "tests/naive_messages.h"
#include "tests/solver/logp_items_brute.h"
#include "tests/solver/solver_test.h"

static struct logp_items_time answer(const struct logp_items_question *question) {
    struct logp_items_time time;
    struct failure failure;
    assert_ok(logp_items_time_find(question, NULL, &time, &failure), failure);
    return time;
}

/* --- all schedules --- */

static void nobody_is_faster(void **state) {
    int asked = 0, reached = 0, met = 0;
    (void)state;
    for (int i = 0; i < 3 * 3 * 3 * 2 * 3; i++) {
        const struct logp_machine machine = {1 + i % 3, i / 3 % 3, 1 + i / 9 % 3};
        struct logp_items_question q =
            question_of(machine, CAPACITY_NONE, 1 + i / 27 % 2, 1 + i / 54, false);
        for (int single = 0; single < 2; single++) {
            q.single = single;
            struct logp_items_time time = answer(&q);
            int best = logp_items_brute(&q);
            if (best < time.lower || best > time.upper)
                fail_msg("L=%d o=%d g=%d N=%ld K=%d single %d: best %d, found %lld..%lld",
                         machine.latency, machine.overhead, machine.gap, receivers_of(&q), q.items,
                         single, best, (long long)time.lower, (long long)time.upper);
            asked++;
            reached += best == time.lower;
            met += best == time.upper;
            logp_items_time_clear(&time);
        }
        mpz_clear(q.processors);
    }
    printf("of %d least times the bound tells %d, a schedule ends at %d\n", asked, reached, met);
    assert_true(reached > asked / 2 && met > asked / 2);
}

/* --- schedules --- */

static void assert_plays(const struct logp_items_question *q, const struct logp_items_time *time) {
    assert_true(time->has_list);
    const struct message_list *list = &time->schedule.list;
    const char *fault = naive_messages_fault(list);
    if (fault)
        fail_msg("L=%d o=%d g=%d capacity %s N=%ld K=%d: %s", q->machine.latency,
                 q->machine.overhead, q->machine.gap, logp_capacity_names[q->capacity],
                 receivers_of(q), q->items, fault);
    assert_int_equal(list->finish, time->upper);
    assert_int_equal(list->period, 0);
    assert_int_equal(list->count, receivers_of(q) * q->items);
    assert_int_equal(list->machine.capacity, q->capacity);
    assert_true(list->single || !q->single);
}

static int64_t of_stream(const struct logp_items_question *q) {
    struct logp_schedule stream;
    struct failure failure;
    assert_ok(logp_stream(&stream, &q->machine, q->capacity, q->processors, NULL, &failure),
              failure);
    int64_t end = logp_machine_step(&q->machine) * (q->items - 1) + logp_schedule_delay(&stream);
    logp_schedule_clear(&stream);
    return end;
}

static void all_schedules_play(void **state) {
    static const struct logp_machine machines[] = {{6, 2, 4}, {8, 2, 4},  {5, 2, 4}, {9, 3, 3},
                                                   {9, 3, 4}, {20, 0, 7}, {3, 0, 1}, {1, 3, 2}};
    int settled = 0, whole = 0, asked = 0;
    (void)state;
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++)
        for (int i = 0; i < 3 * 4 * 3 * 2; i++, asked++) {
            static const int receivers[] = {1, 2, 4, 9}, items[] = {1, 2, 7};
            struct logp_items_question q =
                question_of(machines[m], (enum logp_capacity)(i % 3), receivers[i / 3 % 4],
                            items[i / 12 % 3], i / 36);
            struct logp_items_time time = answer(&q);
            assert_plays(&q, &time);
            assert_true(time.lower <= time.upper);
            assert_true(time.upper <= of_stream(&q));
            assert_true(q.items > 1 || q.single || time.upper == time.lower);
            settled += time.upper == time.lower;
            whole += q.machine.latency == 8 && time.upper == time.lower; /* g divides l */
            logp_items_time_clear(&time);
            mpz_clear(q.processors);
        }
    printf("%d of %d settled, %d where g divides l\n", settled, asked, whole);
    assert_true(settled > asked / 4 && whole == 3 * 4 * 3 * 2);
}

/* A postal machine, by its other name, is no worse than its streams, and as good as kitem -L. */
static void postal_machines(void **state) {
    (void)state;
    for (int i = 0; i < 4 * 6 * 4; i++) {
        struct logp_items_question q =
            question_of((struct logp_machine){1 + i % 4, 0, 1}, CAPACITY_FULL, 2 + 3 * (i / 4 % 6),
                        1 + i / 24 * 4, false);
        struct logp_items_time time = answer(&q);
        assert_plays(&q, &time);
        assert_true(time.upper <= of_stream(&q));
        assert_true(time.upper <= time.lower + 1); /* an endgame, or one step more */
        logp_items_time_clear(&time);
        mpz_clear(q.processors);
    }
}

/* --- beyond what a list may have --- */

static void assert_streamed(const struct logp_items_question *q,
                            const struct logp_items_time *time) {
    assert_true(time->has_stream && !time->has_list);
    assert_string_equal(time->by, "stream");
    mpz_t served;
    mpz_init(served);
    logp_schedule_processors(&time->stream, served);
    assert_true(mpz_cmp(served, q->processors) == 0);
    mpz_clear(served);
    assert_int_equal(time->stream.capacity, q->capacity);
    assert_int_equal(time->upper, logp_machine_step(&q->machine) * (q->items - 1) +
                                      logp_schedule_delay(&time->stream));
    assert_true(time->lower >= time->counted && time->lower <= time->upper);
    assert_true(is_counting_enough(q, time->counted));
    assert_false(is_counting_enough(q, time->counted - 1));
    assert_int_equal(strncmp(time->reason, "tree: ", 6) == 0, q->items == 1);
}

/* On a postal machine in larger steps what is sent once ends as soon as it can. */
static void any_number_of_processors(void **state) {
    static const struct logp_machine machines[] = {{8, 2, 4}, {6, 2, 4}, {9, 3, 3}, {20, 0, 7}};
    static const int items[] = {1, 300}, digits[] = {12, 100};
    (void)state;
    for (int i = 0; i < 4 * 3 * 2 * 2 * (int)(sizeof digits / sizeof *digits); i++) {
        struct logp_items_question q = question_of(machines[i % 4], (enum logp_capacity)(i / 4 % 3),
                                                   0, items[i / 12 % 2], i / 24 % 2);
        mpz_ui_pow_ui(q.processors, 10, (unsigned long)digits[i / 48]);
        mpz_sub_ui(q.processors, q.processors, 1);
        struct logp_items_time time = answer(&q);
        assert_streamed(&q, &time);
        assert_true(q.machine.latency != 8 || !q.single || time.lower == time.upper);
        logp_items_time_clear(&time);
        mpz_clear(q.processors);
    }
}

/* The last number of processors that has a list, and the first that has none: one more of them is
 * nothing that an item could be sooner for. */
static void lists_end(void **state) {
    struct logp_items_question q =
        question_of((struct logp_machine){6, 2, 4}, CAPACITY_NONE, MESSAGES_MOST_PROCESSORS, 2, 0);
    (void)state;
    for (q.items = 1; q.items <= 2; q.items++) {
        mpz_set_si(q.processors, MESSAGES_MOST_PROCESSORS);
        struct logp_items_time listed = answer(&q);
        assert_true(listed.has_list && listed.schedule.list.finish == listed.upper);
        assert_true(listed.upper <= of_stream(&q));
        mpz_add_ui(q.processors, q.processors, 1);
        struct logp_items_time streamed = answer(&q);
        assert_streamed(&q, &streamed);
        assert_true(streamed.lower >= listed.lower && streamed.upper >= listed.lower);
        logp_items_time_clear(&listed);
        logp_items_time_clear(&streamed);
    }
    mpz_clear(q.processors);
}

static void faults_are_told(void **state) {
    struct logp_items_question q =
        question_of((struct logp_machine){6, 2, 4}, CAPACITY_FULL, 0, 1, false);
    struct logp_items_time time;
    struct failure failure;
    (void)state;
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_INPUT);
    mpz_set_si(q.processors, 3);
    q.items = 0;
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_INPUT);
    q.items = 2;
    q.machine.gap = 0;
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_INPUT);
    q.machine = (struct logp_machine){INT_MAX, 0, INT_MAX - 1};
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_LIMIT);
    mpz_clear(q.processors);
}

int main(void) {
    const struct CMUnitTest tests[] = {

        cmocka_unit_test(nobody_is_faster), cmocka_unit_test(all_schedules_play),
        cmocka_unit_test(postal_machines),  cmocka_unit_test(any_number_of_processors),
        cmocka_unit_test(lists_end),        cmocka_unit_test(faults_are_told)};
    return cmocka_run_group_tests_name("logp_items", tests, NULL, NULL);
}
