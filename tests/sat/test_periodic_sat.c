/* SPDX-License-Identifier: MIT */
/* Verdicts on periodic schedules: against a naive search, against the theorems, with every answer
 * checked: schedules by running them message by message, refutations by the checker. */
#include "solver/stream/stationary/periodic_sat.h"

#include <stdlib.h>

#include "solver/proof/sat/decide.h"
#include "tests/naive_periodic.h"
#include "tests/sat/sat_test.h"
#include "tests/simulate.h"

static const struct limits no_limits;

static void check_schedule(const struct periodic_answer *answer, int latency, int depth,
                           int processors, int period, bool permute) {
    const struct schedule *schedule = &answer->schedule;
    mpz_t count;
    mpz_init(count);
    schedule_processors(schedule, count);
    assert_int_equal(mpz_get_si(count), processors);
    mpz_clear(count);
    assert_int_equal(schedule->latency, latency);
    assert_int_equal(schedule->depth, depth);
    assert_int_equal(schedule->period, period);
    for (size_t i = 0; i < schedule->word_count && !permute; i++)
        assert_int_equal(schedule->words[i].length, period);
    const char *fault = simulate_periodic(schedule, 4 * (latency + depth) + 2 * period);
    if (fault)
        fail_msg("L=%d t=%d N=%d T=%d: %s", latency, depth, processors, period, fault);
}

/* The verdict, after its evidence was checked. */
static enum verdict decide(int latency, int depth, int processors, int period, bool permute) {
    struct periodic_answer answer;
    struct failure failure;
    assert_ok(periodic_sat_solve(latency, depth, processors, period,
                                 permute ? ROLES_PERMUTE : ROLES_KEEP, &no_limits, &answer,
                                 &failure),
              failure);
    enum verdict verdict = answer.verdict;
    assert_int_not_equal(verdict, VERDICT_UNKNOWN);
    if (verdict == VERDICT_FEASIBLE) {
        check_schedule(&answer, latency, depth, processors, period, permute);
    } else {
        const char *path = test_path("periodic.cert");
        assert_ok(evidence_write(evidence_of_impossible_periodic(&answer.proof), path, true, NULL,
                                 &failure),
                  failure);
        assert_int_equal(test_check(path), 0);
    }
    periodic_answer_clear(&answer);
    return verdict;
}

static bool exists(int latency, int depth, int processors, int period, bool permute) {
    return decide(latency, depth, processors, period, permute) == VERDICT_FEASIBLE;
}

static void compare(int latency, int depth, int processors, int period, bool permute,
                    int counts[2]) {
    bool found = exists(latency, depth, processors, period, permute);
    if (found != naive_periodic_exists(latency, depth, processors, period, permute))
        fail_msg("L=%d t=%d N=%d T=%d permute=%d: the formula says %d", latency, depth, processors,
                 period, permute, found);
    counts[found]++;
}

/* Up to where the naive search tries about so many words. */
static bool is_small(int latency, int depth, int cells) {
    double words = 1;
    for (int i = 0; i < cells; i++)
        words *= depth - latency + 2;
    return words < 5e5;
}

static void stationary_verdicts_are_those_of_the_naive_search(void **state) {
    int counts[2] = {0, 0};
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency; depth <= 9; depth++)
            for (int processors = 1; processors <= 8; processors++)
                if (is_small(latency, depth, processors))
                    compare(latency, depth, processors, 1, true, counts);
    printf("stationary: %d impossible, %d found\n", counts[0], counts[1]);
    assert_true(counts[0] > 40 && counts[1] > 40);
}

static void periodic_verdicts_are_those_of_the_naive_search(void **state) {
    int counts[2] = {0, 0};
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency; depth <= 6; depth++)
            for (int period = 1; period <= 5; period++)
                for (int processors = 1; processors <= 6; processors++)
                    for (int permute = 0; permute < 2; permute++)
                        if (processors * period <= NAIVE_LONGEST &&
                            is_small(latency, depth, (permute ? processors : 1) * period) &&
                            (permute || is_small(latency, depth, processors * period - 1)))
                            compare(latency, depth, processors, period, permute, counts);
    printf("periodic: %d impossible, %d found\n", counts[0], counts[1]);
    assert_true(counts[0] > 60 && counts[1] > 60);
}

/* L = 2: Q(t) = floor((f_{t+1} + t - 1) / 2). */
static const int capacity[] = {0, 1, 2, 3, 5, 8, 13, 20};

static void latency_2_up_to_the_capacity(void **state) {
    (void)state;
    for (int depth = 2; depth <= 7; depth++)
        for (int processors = 1; processors <= capacity[depth]; processors++) {
            bool exception = (depth == 4 && processors == 5) || (depth == 5 && processors == 8);
            assert_int_equal(exists(2, depth, processors, 1, true), !exception);
        }
    for (int depth = 2; depth <= 6; depth++)
        for (int period = 1; period <= 2; period++)
            assert_false(exists(2, depth, capacity[depth] + 1, period, true));
}

static void the_two_exceptions_have_periodic_schedules(void **state) {
    (void)state;
    assert_true(exists(2, 4, 5, 2, true));
    assert_true(exists(2, 4, 5, 4, false));
    for (int period = 1; period <= 3; period++)
        assert_false(exists(2, 4, 5, period, false));
    assert_true(exists(2, 5, 8, 2, true));
    assert_true(exists(2, 5, 8, 5, false));
    for (int period = 1; period <= 4; period++)
        assert_false(exists(2, 5, 8, period, false));
}

/* L >= 3: P(t) for every t, t = 2L with L even too; L = 1: 2^t. One more is impossible. */
static void other_latencies_up_to_the_tree(void **state) {
    static const int nodes[][3] = {{1, 3, 8},  {1, 4, 16}, {3, 7, 9},  {3, 8, 13},
                                   {3, 9, 19}, {4, 8, 7},  {4, 9, 10}, {4, 10, 14},
                                   {5, 10, 8}, {6, 12, 9}, {8, 16, 11}};
    (void)state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        assert_true(exists(nodes[i][0], nodes[i][1], nodes[i][2], 1, true));
        assert_false(exists(nodes[i][0], nodes[i][1], nodes[i][2] + 1, 1, true));
    }
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void stopped_is_unknown(void **state) {
    const struct limits nodes = {.nodes = 10}, stopped = {.stop = stop};
    struct failure failure;
    struct periodic_answer answer;
    (void)state;
    assert_ok(periodic_sat_solve(2, 9, 48, 1, true, &nodes, &answer, &failure), failure);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    assert_non_null(answer.reason);
    assert_in_range(answer.nodes, 1, 11);
    periodic_answer_clear(&answer);
    assert_ok(periodic_sat_solve(2, 5, 8, 1, true, &stopped, &answer, &failure), failure);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    periodic_answer_clear(&answer);
}

/* A proof that claims another formula is refused; so is one whose last line is missing. */
static void a_wrong_proof_is_refused(void **state) {
    struct failure failure;
    struct periodic_answer answer;
    const char *path = test_path("wrong.cert");
    (void)state;
    assert_ok(periodic_sat_solve(2, 5, 8, 1, true, &no_limits, &answer, &failure), failure);
    struct periodic_proof wrong[] = {answer.proof, answer.proof, answer.proof, answer.proof};
    wrong[0].variables++;
    wrong[1].clauses--;
    wrong[2].processors--;
    wrong[3].roles = ROLES_KEEP;
    for (int i = 0; i < 4; i++) {
        assert_ok(
            evidence_write(evidence_of_impossible_periodic(&wrong[i]), path, true, NULL, &failure),
            failure);
        assert_int_equal(test_check(path), 1);
    }
    periodic_answer_clear(&answer);
}

/* The status of lifting the refutation with narrow counters, or only its last clause. */
static enum status lift(const struct periodic_question *q, bool whole) {
    struct failure failure;
    struct formula narrow, wide;
    struct sat_decision decision;
    struct lrat lifted = {0};
    assert_ok(periodic_formula_build(q, COUNTERS_NARROW, &narrow, &failure), failure);
    assert_ok(periodic_formula_build(q, COUNTERS_WIDE, &wide, &failure), failure);
    assert_ok(sat_decide(&narrow, SAT_WITH_PROOF, &no_limits, &decision, &failure), failure);
    assert_int_equal(decision.verdict, VERDICT_INFEASIBLE);
    int64_t last[] = {(int64_t)narrow.clauses + 1, 0, 1, 0};
    struct lrat end = {last, sizeof last / sizeof *last};
    struct formula refuted = decision.plain ? formula_plain(&wide) : wide;
    enum status status =
        periodic_lift(q, whole ? &decision.lrat : &end, &refuted, &no_limits, &lifted, &failure);
    assert_int_equal(status == STATUS_OK, lifted.numbers != NULL);
    free(lifted.numbers);
    sat_decision_clear(&decision);
    formula_clear(&wide);
    formula_clear(&narrow);
    return status;
}

static void refutations_are_lifted(void **state) {
    static const int questions[][4] = {{1, 3, 9, 2},  {2, 3, 4, 5},  {2, 4, 5, 3},  {2, 5, 8, 4},
                                       {2, 6, 14, 6}, {2, 7, 21, 3}, {3, 7, 10, 3}, {3, 9, 19, 4},
                                       {4, 9, 11, 2}, {5, 10, 9, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const int *q = questions[i];
        const struct periodic_question question = {q[0], q[1], q[2], q[3], ROLES_KEEP};
        assert_true(periodic_lift_applies(&question));
        if (lift(&question, true) != STATUS_OK)
            fail_msg("L=%d t=%d N=%d T=%d is not lifted", q[0], q[1], q[2], q[3]);
    }
    const struct periodic_question hard = {2, 7, 21, 3, ROLES_KEEP};
    const struct periodic_question large = {1, 10, 128, 3, ROLES_KEEP};
    const struct periodic_question permuted = {2, 4, 5, 1, ROLES_PERMUTE};
    assert_int_equal(lift(&hard, false), STATUS_INTERNAL);
    assert_false(periodic_lift_applies(&large));
    assert_false(periodic_lift_applies(&permuted));
}

/* The simulator itself: what is wrong with a schedule is seen. */
static void the_simulator_sees_faults(void **state) {
    struct failure failure;
    struct periodic_answer answer;
    struct events events;
    int faults = 0, cells;
    (void)state;
    assert_ok(periodic_sat_solve(2, 4, 5, 2, true, &no_limits, &answer, &failure), failure);
    events_of_periodic(&answer.schedule, 40, &events);
    assert_null(events_fault(&events));
    cells = events.processors * events.steps;
    for (int cell = 0; cell < cells; cell++)
        for (int change = -1; change <= 1; change += 2) {
            bool due = cell % events.steps < 30; /* what is sent later is received after the end */
            if (events.receive[cell] < 1 || !due)
                continue;
            events.receive[cell] += change;
            assert_non_null(events_fault(&events));
            events.receive[cell] -= change;
            faults++;
        }
    for (int cell = 0; cell < cells; cell++) {
        int item = events.send[cell];
        if (item == SIMULATE_NOTHING || cell % events.steps + events.latency >= events.steps)
            continue;
        events.send[cell] = SIMULATE_NOTHING;
        assert_non_null(events_fault(&events));
        events.send[cell] = item;
        faults++;
    }
    assert_null(events_fault(&events));
    assert_true(faults > 200);
    events_clear(&events);
    periodic_answer_clear(&answer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stationary_verdicts_are_those_of_the_naive_search),
        cmocka_unit_test(periodic_verdicts_are_those_of_the_naive_search),
        cmocka_unit_test(latency_2_up_to_the_capacity),
        cmocka_unit_test(the_two_exceptions_have_periodic_schedules),
        cmocka_unit_test(other_latencies_up_to_the_tree),
        cmocka_unit_test(stopped_is_unknown),
        cmocka_unit_test(a_wrong_proof_is_refused),
        cmocka_unit_test(refutations_are_lifted),
        cmocka_unit_test(the_simulator_sees_faults),
    };
    return cmocka_run_group_tests(tests, NULL, test_remove_folder);
}
