/* SPDX-License-Identifier: MIT */
/* Two questions about the same schedules know the same: the least delay and the capacity of an
 * endless stream on LogP machines, the least time and the most operands of a sum. */
#include <stdlib.h>

#include "tests/collective/summation_search.h"
#include "tests/solver/ask_test.h"

static const struct limits one_thread = {.threads = 1};

static long number(const char *decimal) {
    assert_non_null(decimal);
    return strtol(decimal, NULL, 10);
}

/* --- streams --- */

static const char *const capacities[] = {"full", "flight", "none"};

struct bounds {
    long lower, upper;
};

static struct bounds ask_stream(const char *subject, const struct logp_machine *machine,
                                int capacity, const char *key, long value) {
    char text[200], name[40];
    snprintf(text, sizeof text, "%s logp %d,%d,%d capacity %s %s %ld", subject, machine->latency,
             machine->overhead, machine->gap, capacities[capacity], key, value);
    struct question question = test_question(text);
    struct outcome outcome =
        test_answer(text, test_logp_name(&question, "search", name), &one_thread);
    struct bounds bounds = {number(outcome.lower), number(outcome.upper)};
    outcome_clear(&outcome);
    question_clear(&question);
    assert_true(bounds.lower <= bounds.upper);
    return bounds;
}

/* Who can be served at that depth has at most that delay; one more than can be has more. */
static struct bounds assert_agree(const struct logp_machine *machine, int capacity, int depth) {
    long delay = (long)logp_machine_transfer(machine) + depth;
    struct bounds served = ask_stream("capacity", machine, capacity, "depth", depth);
    struct bounds found = ask_stream("delay", machine, capacity, "processors", served.lower + 1);
    struct bounds refused = ask_stream("delay", machine, capacity, "processors", served.upper + 2);
    if (found.upper > delay || refused.lower <= delay)
        fail_msg("L=%d o=%d g=%d capacity %s, depth %d: N=%ld..%ld, but the delays are %ld..%ld "
                 "and %ld..%ld",
                 machine->latency, machine->overhead, machine->gap, capacities[capacity], depth,
                 served.lower, served.upper, found.lower, found.upper, refused.lower,
                 refused.upper);
    return (struct bounds){served.lower, found.upper};
}

/* Where a search finds more than is known: the last of them, or, with several rounds, all; the
 * others take half a minute each. */
static void known_streams_are_known_both_ways(void **state) {
    static const struct {
        struct logp_machine machine;
        int depth;
        long served, delay;
    } cases[] = {{{5, 0, 3}, 19, 16, 24}, {{4, 0, 3}, 20, 35, 24}, {{3, 0, 2}, 14, 34, 17}};
    size_t count = sizeof cases / sizeof *cases;
    (void)state;
    if (!STEADYCAST_LP_BUILT)
        skip();
    for (size_t i = random_rounds() > 1 ? 0 : count - 1; i < count; i++) {
        struct bounds both = assert_agree(&cases[i].machine, CAPACITY_NONE, cases[i].depth);
        assert_int_equal(both.lower, cases[i].served);
        assert_int_equal(both.upper, cases[i].delay);
    }
}

static void delay_and_capacity_agree(void **state) {
    uint64_t random = random_seed();
    (void)state;
    if (!STEADYCAST_LP_BUILT)
        skip();
    for (long round = 0; round < 20 * random_rounds(); round++) {
        struct logp_machine machine = {.overhead = random_below(&random, 2)};
        machine.gap = 2 * machine.overhead + 1 + random_below(&random, 3);
        machine.latency = 1 + random_below(&random, 6);
        int longest = 2 * (int)logp_machine_transfer(&machine);
        assert_agree(&machine, random_below(&random, 3),
                     random_below(&random, longest < 12 ? longest : 12));
    }
}

/* --- sums --- */

static long ask_sum(const char *subject, const struct logp_machine *machine, int processors,
                    const char *key, long value) {
    char text[200];
    snprintf(text, sizeof text, "%s logp %d,%d,%d processors %d %s %ld", subject, machine->latency,
             machine->overhead, machine->gap, processors, key, value);
    struct outcome outcome = test_answer(text, "tree", &one_thread);
    assert_int_equal(outcome.verdict, VERDICT_SETTLED);
    long settled = number(outcome.lower);
    outcome_clear(&outcome);
    return settled;
}

/* By all schedules. */
static bool is_possible(const struct logp_machine *machine, int processors, long until,
                        long operands) {
    struct failure failure;
    bool possible;
    assert_ok(
        summation_search(machine, processors, (int)until, (int)operands, &possible, NULL, &failure),
        failure);
    return possible;
}

/* So many operands can be added up in the least time, and in no less. */
static void assert_least(const struct logp_machine *machine, int processors, long operands,
                         long least) {
    if (!is_possible(machine, processors, least, operands) ||
        (least > 0 && is_possible(machine, processors, least - 1, operands)))
        fail_msg("L=%d o=%d g=%d P=%d: %ld operands do not take %ld cycles at least",
                 machine->latency, machine->overhead, machine->gap, processors, operands, least);
}

/* As many operands as there are at most in a time need no more, and one more needs more. */
static void least_and_most_of_sums_agree(void **state) {
    int compared = 0;
    (void)state;
    for (int latency = 1; latency <= 3; latency++)
        for (int overhead = 0; overhead <= 1; overhead++)
            for (int gap = 1; gap <= 2; gap++)
                for (int processors = 1; processors <= 3; processors++)
                    for (int until = 0; until <= 9; until++) {
                        const struct logp_machine machine = {latency, overhead, gap};
                        long most = ask_sum("reduce", &machine, processors, "until", until);
                        long least[2];
                        for (int more = 0; more < 2; more++) {
                            least[more] =
                                ask_sum("reduce", &machine, processors, "operands", most + more);
                            assert_least(&machine, processors, most + more, least[more]);
                        }
                        assert_true(least[0] <= until && until < least[1]);
                        compared++;
                    }
    assert_int_equal(compared, 360);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_streams_are_known_both_ways),
                                       cmocka_unit_test(delay_and_capacity_agree),
                                       cmocka_unit_test(least_and_most_of_sums_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
