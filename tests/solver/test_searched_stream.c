/* SPDX-License-Identifier: MIT */
/* Streams of any words by integer programs and formulas, which agree: every number that brute force
 * or prices allow is found, every stream is played message by message, and what annealing finds
 * they find too. */
#include <limits.h>

#include "solver/proof/bound/class_prices.h"
#include "solver/proof/bound/program.h"
#include "solver/stream/logp/annealed_stream.h"
#include "solver/stream/logp/logp_messages.h"
#include "solver/stream/logp/logp_stream.h"
#include "solver/stream/logp/searched_stream.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

/* Always the same questions: some of this size take minutes. */
static uint64_t seed = 1993;

static void assert_plays(const struct logp_schedule *schedule) {
    struct message_array array;
    struct message_list list;
    struct failure failure;
    assert_ok(logp_messages(&array, &list, schedule, 9, false, &failure), failure);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d capacity %s N=%d: %s", list.machine.latency, list.machine.overhead,
                 list.machine.gap, logp_capacity_names[list.machine.capacity], list.processors,
                 fault);
    assert_true(list.delay <= logp_schedule_delay(schedule));
    message_array_clear(&array);
}

/* Plays what is found. */
static bool is_found_by(stream_search *search, const struct stream_question *question) {
    struct logp_schedule schedule;
    struct failure failure;
    bool found;
    assert_ok(search(question, NULL, &found, &schedule, &failure), failure);
    if (!found)
        return false;
    mpz_t served;
    mpz_init(served);
    logp_schedule_processors(&schedule, served);
    assert_int_equal(mpz_get_si(served), question->processors);
    assert_true(schedule.depth <= question->depth);
    assert_plays(&schedule);
    mpz_clear(served);
    logp_schedule_clear(&schedule);
    return true;
}

/* By the formula and, where its program is built and the depth is one for it, by the integer
 * program: they agree. */
static bool is_found(const struct stream_question *question) {
    char path[PATH_MAX];
    bool found = is_found_by(formula_stream, question);
    if (!program_find(path, sizeof path, NULL) &&
        !circulation_check(question, CIRCULATION_MOST_STATES, NULL) &&
        is_found_by(program_stream, question) != found)
        fail_msg("L=%d o=%d g=%d capacity %s N=%d s=%d period %d: %s by the formula only",
                 question->machine.latency, question->machine.overhead, question->machine.gap,
                 logp_capacity_names[question->capacity], question->processors, question->depth,
                 question->period, found ? "found" : "not found");
    return found;
}

static int bound_of(int latency, int gap, int depth) {
    struct prices prices;
    struct failure failure;
    mpz_t bound;
    mpz_init(bound);
    assert_ok(class_prices_best(latency, gap, depth, NULL, &prices, &failure), failure);
    prices_bound(&prices, bound);
    int most = (int)mpz_get_si(bound);
    prices_clear(&prices);
    mpz_clear(bound);
    return most;
}

/* As in test_class_prices.c, where brute force reaches every one of these bounds; without those
 * machines on which an item may be sent when its deadline has come. */
static void bounds_are_reached(void **state) {
    uint64_t part = random_seed();
    int tried = 0;
    (void)state;
    for (int latency = 2; latency <= 7; latency++)
        for (int gap = 2; gap <= 5; gap++)
            for (int depth = 0; depth <= 10 && latency >= gap; depth++) {
                if (!random_takes(&part, 3))
                    continue;
                int most = bound_of(latency, gap, depth);
                if (most > 6)
                    continue;
                struct stream_question question = {.machine = {latency, 0, gap},
                                                   .capacity = CAPACITY_NONE,
                                                   .depth = depth,
                                                   .processors = most,
                                                   .period = 1};
                if (!is_found(&question) || (question.processors++, is_found(&question)))
                    fail_msg("l=%d g=%d s=%d N=%d", latency, gap, depth, question.processors);
                tried++;
            }
    assert_true(tried > 30);
}

/* l = 5, g = 2, N = 8: no stationary stream has depth 12, one of period 2 has. */
static void periods_matter(void **state) {
    struct stream_question question = {{5, 0, 2}, CAPACITY_NONE, 12, 8, 1};
    (void)state;
    assert_false(is_found(&question));
    question.period = 2;
    assert_true(is_found(&question));
    question = (struct stream_question){{5, 0, 2}, CAPACITY_NONE, 16, 17, 1};
    assert_true(is_found(&question));
}

static bool is_simple(const struct logp_schedule *schedule) {
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule->parts[i].late || schedule->parts[i].wait)
            return false;
    return true;
}

static void annealed_streams_are_found(void **state) {
    int simple = 0;
    (void)state;
    for (int trial = 0; trial < 30; trial++) {
        const struct logp_machine machine = {1 + random_below(&seed, 12), random_below(&seed, 3),
                                             1 + random_below(&seed, 6)};
        const enum logp_capacity capacity = (enum logp_capacity)random_below(&seed, 3);
        struct logp_schedule schedule;
        struct failure failure;
        mpz_t n;
        mpz_init_set_ui(n, (unsigned long)(1 + random_below(&seed, 8)));
        assert_ok(whole_steps_stream(&schedule, &machine, capacity, n, NULL, &failure), failure);
        assert_ok(annealed_improve(&schedule, NULL, &failure), failure);
        const struct stream_question question = {machine, capacity, schedule.depth,
                                                 (int)mpz_get_ui(n), 1 + random_below(&seed, 2)};
        if (is_simple(&schedule) &&
            logp_machine_transfer(&machine) >= logp_machine_step(&machine)) {
            simple++;
            if (!is_found(&question))
                fail_msg("L=%d o=%d g=%d capacity %s N=%d s=%d", machine.latency, machine.overhead,
                         machine.gap, logp_capacity_names[capacity], question.processors,
                         question.depth);
        }
        logp_schedule_clear(&schedule);
        mpz_clear(n);
    }
    assert_true(simple > 8);
}

/* Of every capacity and period; both answers must occur. */
static void programs_and_formulas_agree(void **state) {
    int found[2] = {0};
    (void)state;
    for (long trial = 0; trial < 60 * random_rounds(); trial++) {
        const struct logp_machine machine = {1 + random_below(&seed, 7), random_below(&seed, 3),
                                             1 + random_below(&seed, 4)};
        int depth = (int)logp_machine_transfer(&machine) + random_below(&seed, 9);
        const struct stream_question question = {
            machine, (enum logp_capacity)random_below(&seed, 3), depth, 2 + random_below(&seed, 6),
            1 + random_below(&seed, 3)};
        found[is_found(&question)]++;
    }
    assert_true(found[false] > 20 && found[true] > 20);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void limits_hold(void **state) {
    const struct limits stopped = {.stop = stop_at_once};
    struct stream_question question = {{5, 0, 2}, CAPACITY_NONE, 18, 26, 1};
    struct logp_schedule schedule;
    struct failure failure;
    bool found;
    mpz_t many;
    (void)state;
    assert_ok(formula_stream(&question, &stopped, &found, &schedule, &failure), failure);
    assert_false(found);
    assert_ok(searched_stream(&question, &stopped, &found, &schedule, &failure), failure);
    assert_false(found);
    question.processors = STREAM_MAX_PROCESSORS + 1;
    assert_int_equal(formula_stream(&question, NULL, &found, &schedule, &failure), STATUS_LIMIT);
    question.processors = CIRCULATION_MOST_PROCESSORS + 1;
    assert_int_equal(searched_stream(&question, NULL, &found, &schedule, &failure), STATUS_LIMIT);
    question = (struct stream_question){{5, 0, 2}, CAPACITY_NONE, 60, 3, 1};
    assert_int_equal(circulation_check(&question, CIRCULATION_MOST_WRITTEN, &failure),
                     STATUS_LIMIT);
    static const struct logp_machine beyond[] = {
        {1, INT_MAX, 1}, {3, 1 << 30, 1}, {INT_MAX, INT_MAX, INT_MAX}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        question = (struct stream_question){beyond[i], CAPACITY_NONE, 5, 1, 1};
        assert_int_equal(formula_stream(&question, NULL, &found, &schedule, &failure),
                         STATUS_LIMIT);
        assert_int_equal(circulation_check(&question, CIRCULATION_MOST_WRITTEN, &failure),
                         STATUS_LIMIT);
    }
    mpz_init_set_str(many, "1000000000000000000000", 10);
    assert_ok(searched_stream_periods(searched_stream, &question.machine, CAPACITY_NONE, 18, many,
                                      NULL, &found, &schedule, &failure),
              failure);
    assert_false(found);
    mpz_clear(many);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_reached),
        cmocka_unit_test(periods_matter),
        cmocka_unit_test(annealed_streams_are_found),
        cmocka_unit_test(programs_and_formulas_agree),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
