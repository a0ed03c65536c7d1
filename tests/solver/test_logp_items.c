/* SPDX-License-Identifier: MIT */
/* K items on LogP machines: the bound against its definition and against the best of all schedules,
 * for small machines; every schedule played message by message from the definition. */
#include <limits.h>
#include <stdlib.h>

#include "solver/bound/logp_items_bound.h"
#include "solver/items/items_bound.h"
#include "solver/logp/logp_stream.h"
#include "solver/question/logp_items_time.h"
#include "tests/naive_messages.h"
#include "tests/solver/logp_items_brute.h"
#include "tests/solver/solver_test.h"

static struct logp_items_time answer(struct logp_items_question question) {
    struct logp_items_time time;
    struct failure failure;
    assert_ok(logp_items_time_find(&question, NULL, &time, &failure), failure);
    return time;
}

/* --- the bound --- */

static long known_at(const struct logp_machine *machine, long s) {
    long l = logp_machine_transfer(machine), h = logp_machine_apart(machine);
    return s < l ? 1 : known_at(machine, s - h) + known_at(machine, s - l);
}

/* What all sendings of the source can come to, its j-th one beginning at jh. */
static long plain_counting(const struct logp_items_question *q) {
    long l = logp_machine_transfer(&q->machine), h = logp_machine_apart(&q->machine);
    for (long time = l;; time++) {
        long sum = 0;
        for (long j = 0; time - l - j * h >= 0; j++) {
            long reached = known_at(&q->machine, time - l - j * h);
            sum += reached < q->processors ? reached : q->processors;
        }
        if (sum >= (long)q->processors * q->items)
            return time;
    }
}

/* The first time at which pieces of work of o cycles are enough, counted processor by processor. */
static bool is_work_enough(const struct logp_items_question *q, long time) {
    long l = logp_machine_transfer(&q->machine), o = q->machine.overhead, label = 0;
    long pieces = o + time - l;
    for (int i = 1; i <= q->processors; i++) {
        while (known_at(&q->machine, label) <= i)
            label++;
        pieces += o + time - label;
    }
    return pieces >= 2 * o * q->processors * q->items;
}

static void follows_the_definition(void **state) {
    struct failure failure;
    (void)state;
    for (int i = 0; i < 6 * 4 * 5 * 8 * 6; i++) {
        const struct logp_items_question q = {.machine = {1 + i % 6 * 2, i / 6 % 4, 1 + i / 24 % 5},
                                              .processors = 1 + i / 120 % 8,
                                              .items = 1 + i / 960,
                                              .single = i % 7 == 0};
        struct logp_items_bound bound;
        mpz_t processors, items;
        mpz_init_set_si(processors, q.processors);
        mpz_init_set_si(items, q.items);
        assert_ok(logp_items_bound(&q.machine, processors, items, q.single, &bound, &failure),
                  failure);
        assert_int_equal(mpz_get_si(bound.counting), plain_counting(&q));
        assert_true(is_work_enough(&q, mpz_get_si(bound.work)));
        assert_false(is_work_enough(&q, mpz_get_si(bound.work) - 1));
        assert_int_equal(mpz_sgn(bound.single) > 0, q.single);
        mpz_clears(processors, items, (mpz_ptr)NULL);
        logp_items_bound_clear(&bound);
    }
}

static void is_the_postal_bound(void **state) {
    struct failure failure;
    (void)state;
    for (int i = 0; i < 6 * 30 * 12; i++) {
        const struct items_question postal = {1 + i % 6, 1, 1 + i / 6 % 30, 1 + i / 180,
                                              i % 5 == 0};
        struct logp_items_bound bound;
        mpz_t processors, items;
        int finish;
        mpz_init_set_si(processors, postal.processors);
        mpz_init_set_si(items, postal.items);
        assert_ok(items_question_bound(&postal, &finish, &failure), failure);
        assert_ok(logp_items_bound(&(struct logp_machine){postal.latency, 0, 1}, processors, items,
                                   postal.single, &bound, &failure),
                  failure);
        assert_int_equal(mpz_get_si(logp_items_bound_finish(&bound)), finish);
        mpz_clears(processors, items, (mpz_ptr)NULL);
        logp_items_bound_clear(&bound);
    }
}

/* --- all schedules --- */

static void nobody_is_faster(void **state) {
    int asked = 0, reached = 0, met = 0;
    (void)state;
    for (int i = 0; i < 3 * 3 * 3 * 2 * 3; i++) {
        struct logp_items_question q = {.machine = {1 + i % 3, i / 3 % 3, 1 + i / 9 % 3},
                                        .capacity = CAPACITY_NONE,
                                        .processors = 1 + i / 27 % 2,
                                        .items = 1 + i / 54};
        for (int single = 0; single < 2; single++) {
            q.single = single;
            struct logp_items_time time = answer(q);
            int best = logp_items_brute(&q);
            if (best < time.lower || best > time.upper)
                fail_msg("L=%d o=%d g=%d N=%d K=%d single %d: best %d, found %lld..%lld",
                         q.machine.latency, q.machine.overhead, q.machine.gap, q.processors,
                         q.items, single, best, (long long)time.lower, (long long)time.upper);
            asked++;
            reached += best == time.lower;
            met += best == time.upper;
            logp_items_time_clear(&time);
        }
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
        fail_msg("L=%d o=%d g=%d capacity %s N=%d K=%d: %s", q->machine.latency,
                 q->machine.overhead, q->machine.gap, logp_capacity_names[q->capacity],
                 q->processors, q->items, fault);
    assert_int_equal(list->finish, time->upper);
    assert_int_equal(list->period, 0);
    assert_int_equal(list->count, (long)q->processors * q->items);
    assert_int_equal(list->machine.capacity, q->capacity);
    assert_true(list->single || !q->single);
}

static int64_t of_stream(const struct logp_items_question *q) {
    struct logp_schedule stream;
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, q->processors);
    assert_ok(logp_stream(&stream, &q->machine, q->capacity, processors, NULL, &failure), failure);
    int64_t end = logp_machine_step(&q->machine) * (q->items - 1) + logp_schedule_delay(&stream);
    logp_schedule_clear(&stream);
    mpz_clear(processors);
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
            const struct logp_items_question q = {.machine = machines[m],
                                                  .capacity = (enum logp_capacity)(i % 3),
                                                  .processors = receivers[i / 3 % 4],
                                                  .items = items[i / 12 % 3],
                                                  .single = i / 36};
            struct logp_items_time time = answer(q);
            assert_plays(&q, &time);
            assert_true(time.lower <= time.upper);
            assert_true(time.upper <= of_stream(&q));
            assert_true(q.items > 1 || q.single || time.upper == time.lower);
            settled += time.upper == time.lower;
            whole += q.machine.latency == 8 && time.upper == time.lower; /* g divides l */
            logp_items_time_clear(&time);
        }
    printf("%d of %d settled, %d where g divides l\n", settled, asked, whole);
    assert_true(settled > asked / 4 && whole == 3 * 4 * 3 * 2);
}

/* A postal machine, by its other name, is no worse than its streams, and as good as kitem -L. */
static void postal_machines(void **state) {
    (void)state;
    for (int i = 0; i < 4 * 6 * 4; i++) {
        const struct logp_items_question q = {.machine = {1 + i % 4, 0, 1},
                                              .processors = 2 + 3 * (i / 4 % 6),
                                              .items = 1 + i / 24 * 4};
        struct logp_items_time time = answer(q);
        assert_plays(&q, &time);
        assert_true(time.upper <= of_stream(&q));
        assert_true(time.upper <= time.lower + 1); /* an endgame, or one step more */
        logp_items_time_clear(&time);
    }
}

static void faults_are_told(void **state) {
    struct logp_items_question q = {.machine = {6, 2, 4}, .processors = 0, .items = 1};
    struct logp_items_time time;
    struct failure failure;
    (void)state;
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_INPUT);
    q.processors = 3;
    q.items = 0;
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_INPUT);
    q.items = 2;
    q.machine.gap = 0;
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_INPUT);
    q.machine = (struct logp_machine){INT_MAX, 0, INT_MAX - 1};
    assert_int_equal(logp_items_time_find(&q, NULL, &time, &failure), STATUS_LIMIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_definition), cmocka_unit_test(is_the_postal_bound),
        cmocka_unit_test(nobody_is_faster),       cmocka_unit_test(all_schedules_play),
        cmocka_unit_test(postal_machines),        cmocka_unit_test(faults_are_told)};
    return cmocka_run_group_tests_name("logp_items", tests, NULL, NULL);
}
