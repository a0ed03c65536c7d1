/* SPDX-License-Identifier: MIT */
/* Medians and quartiles, and LogP machines from times that were measured. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tools/perform/statistics.h"

static void assert_near(double expected, double found) {
    if (fabs(expected - found) > 1e-12 + 1e-9 * fabs(expected))
        fail_msg("expected %.12g, found %.12g", expected, found);
}

static void assert_quartiles(double *numbers, size_t count, double lower, double median,
                             double upper) {
    struct quartiles found = quartiles_of(numbers, count);
    assert_near(lower, found.lower);
    assert_near(median, found.median);
    assert_near(upper, found.upper);
}

static void test_quartiles(void **state) {
    double one[] = {7}, two[] = {3, 1}, four[] = {4, -1, 3, 2}, five[] = {5, 1, 4, 2, 3};
    double same[] = {2, 2, 2}, far[] = {0, 1e9, 0, 0, 0, 0};
    (void)state;
    assert_quartiles(one, 1, 7, 7, 7);
    assert_quartiles(two, 2, 1.5, 2, 2.5);
    assert_quartiles(four, 4, 1.25, 2.5, 3.25);
    assert_quartiles(five, 5, 2, 3, 4);
    assert_quartiles(same, 3, 2, 2, 2);
    assert_quartiles(far, 6, 0, 0, 0); /* one repetition that something else disturbed */
    for (int i = 0; i < 5; i++)
        assert_near(i + 1, five[i]);
}

/* The times that a machine with L, o_s, o_r and g takes, if it does what the model says. */
static void test_sample(void **state) {
    const double latency = 5e-6, send = 1e-6, receive = 2e-6, gap = 3e-6, pause = 40e-6;
    const struct logp_times times = {.issue = send,
                                     .interval = send + pause + receive,
                                     .pause = pause,
                                     .round_trip = 2 * (send + latency + receive),
                                     .burst = 9 * gap + 2 * (send + latency + receive),
                                     .messages = 10};
    (void)state;
    struct logp_sample sample = logp_sample_of(&times);
    assert_near(latency, sample.latency);
    assert_near(send, sample.send);
    assert_near(receive, sample.receive);
    assert_near(gap, sample.gap);
}

/* Microseconds, and cycles in nanoseconds. */
static void assert_fit(double send, double receive, double gap, double latency, long cycle,
                       const struct logp_fit *expected) {
    struct failure failure = {0};
    struct logp_fit found;
    struct logp_sample sample = {1e-6 * send, 1e-6 * receive, 1e-6 * gap, 1e-6 * latency};
    assert_int_equal(logp_fit(&found, &sample, cycle, &failure), STATUS_OK);
    assert_int_equal(found.cycle, expected->cycle);
    assert_int_equal(found.machine.latency, expected->machine.latency);
    assert_int_equal(found.machine.overhead, expected->machine.overhead);
    assert_int_equal(found.machine.gap, expected->machine.gap);
    assert_int_equal(logp_machine_check(&found.machine, NULL), STATUS_OK);
    assert_near(1e-6 * (send + receive) / 2, found.time[LOGP_OVERHEAD]);
    for (int i = 0; i < LOGP_PARAMETERS; i++) {
        assert_int_equal(found.negative[i], expected->negative[i]);
        assert_int_equal(found.raised[i], expected->raised[i]);
    }
}

static void test_fit(void **state) {
    (void)state;
    /* The mean of 1 and 2, to the nearest: 6.25 is 6, 16.25 is 16, 7.5 is 8. */
    assert_fit(1, 2, 3.25, 1.25, 200, &(struct logp_fit){.cycle = 200, .machine = {6, 8, 16}});
    assert_fit(1, 2, 4.2, 6, 100, &(struct logp_fit){.cycle = 100, .machine = {60, 15, 42}});
    /* Without a cycle the shortest takes four of them. */
    assert_fit(1, 2, 2.4, 1.2, 0, &(struct logp_fit){.cycle = 300, .machine = {4, 5, 8}});
    assert_fit(1, 2, 0.8, 1.2, 0, &(struct logp_fit){.cycle = 200, .machine = {6, 8, 4}});
    assert_fit(0.001, 0.001, 1, 1, 0, &(struct logp_fit){.cycle = 1, .machine = {1000, 1, 1000}});
}

/* What noise does, and what a machine can't be. */
static void test_limits(void **state) {
    (void)state;
    assert_fit(1, 2, 3, -0.5, 100,
               &(struct logp_fit){.cycle = 100,
                                  .machine = {1, 15, 30},
                                  .negative = {[LOGP_LATENCY] = true},
                                  .raised = {[LOGP_LATENCY] = true}});
    /* What is negative has no part in the choice of the cycle. */
    assert_fit(1, 3, 4, -0.5, 0,
               &(struct logp_fit){.cycle = 500,
                                  .machine = {1, 4, 8},
                                  .negative = {[LOGP_LATENCY] = true},
                                  .raised = {[LOGP_LATENCY] = true}});
    assert_fit(-3, 1, 0.04, 5, 100,
               &(struct logp_fit){.cycle = 100,
                                  .machine = {50, 0, 1},
                                  .negative = {[LOGP_OVERHEAD] = true},
                                  .raised = {[LOGP_GAP] = true}});
    assert_fit(0.04, 0.04, 0.06, 0.06, 100, &(struct logp_fit){.cycle = 100, .machine = {1, 0, 1}});
    assert_fit(0, 0, 0, 0, 0,
               &(struct logp_fit){.cycle = 1,
                                  .machine = {1, 0, 1},
                                  .raised = {[LOGP_LATENCY] = true, [LOGP_GAP] = true}});
}

static void test_too_many_cycles(void **state) {
    const struct logp_sample slow = {1, 1, 3, 1}, edge = {0, 0, 1, 1e-9 * INT_MAX};
    struct failure failure = {0};
    struct logp_fit fit;
    (void)state;
    assert_int_equal(logp_fit(&fit, &slow, 1, &failure), STATUS_INPUT);
    assert_string_equal(failure.message,
                        "--cycle: of '1' ns g has 3000000000, and --logp takes 2147483647 at most");
    assert_int_equal(logp_fit(&fit, &slow, 2, &failure), STATUS_OK);
    assert_int_equal(fit.machine.gap, 1500000000);
    assert_int_equal(logp_fit(&fit, &edge, 1, &failure), STATUS_OK);
    assert_int_equal(fit.machine.latency, INT_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quartiles),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_too_many_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
