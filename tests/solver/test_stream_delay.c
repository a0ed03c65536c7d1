/* SPDX-License-Identifier: MIT */
/* The subject of streams on LogP machines: engines against the parts that they are made of, every
 * certificate verified by steadycheck, the messages of its answers played from the definition, and
 * what its engines refuse. */
#include <limits.h>

#include "solver/proof/bound/reach.h"
#include "solver/question/outcome_messages.h"
#include "solver/stream/logp/logp_stream.h"
#include "tests/naive_messages.h"
#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"

enum { TEXT = 200, ITEMS = 6 };

/* Of 11.4 and 11.6: g divides l, does not, g < 2o, g <= o. */
static const struct logp_machine machines[] = {{6, 2, 4}, {8, 2, 4}, {5, 0, 2}, {9, 3, 4},
                                               {9, 3, 3}, {9, 3, 2}, {1, 0, 1}, {3, 5, 1}};
enum { MACHINES = sizeof machines / sizeof *machines };

static enum status ask(const char *text, const char *name, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure) {
    struct question question = test_question(text);
    char logp[40];
    enum status status =
        test_ask(&question, test_logp_name(&question, name, logp), limits, outcome, failure);
    question_clear(&question);
    return status;
}

static void text_of(char text[TEXT], const struct logp_machine *machine, int capacity, int served) {
    snprintf(text, TEXT, "delay latency %d overhead %d gap %d capacity %s processors %d",
             machine->latency, machine->overhead, machine->gap, logp_capacity_names[capacity],
             served + 1);
}

/* Files of several certificates are for --stream. */
static void assert_evidence(struct evidence evidence, const char *claim) {
    char path[TEST_PATH_ROOM], line[1024], command[3 * TEST_PATH_ROOM];
    struct failure failure;
    test_path(path, "stream.cert");
    assert_ok(evidence_write(evidence, path, true, NULL, &failure), failure);
    if (!evidence.stream) {
        assert_verified(path, claim);
        return;
    }
    snprintf(command, sizeof command, "'%s' --stream '%s'", STEADYCHECK, path);
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    assert_non_null(fgets(line, sizeof line, stream));
    if (!strstr(line, claim))
        fail_msg("%s: expected '%s', steadycheck says: %s", path, claim, line);
    while (fgets(line, sizeof line, stream))
        continue;
    assert_int_equal(pclose(stream), 0);
}

static void assert_certificates(const struct outcome *outcome, const struct logp_machine *machine) {
    char claim[80];
    snprintf(claim, sizeof claim, "LogP L=%d o=%d g=%d capacity ", machine->latency,
             machine->overhead, machine->gap);
    assert_evidence(outcome->schedule, claim);
    if (outcome->bound.kind)
        assert_evidence(outcome->bound,
                        strcmp(outcome->bound.kind, "prices") == 0 ? "LogP L+2o=" : "LogP L=");
}

static void assert_plays(const struct outcome *outcome, int64_t delay) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(outcome_messages(outcome, ITEMS, &schedule, &failure), failure);
    const char *fault = naive_messages_fault(&schedule.list);
    if (fault)
        fail_msg("%s", fault);
    assert_true(schedule.list.delay <= delay);
    assert_int_equal(schedule.list.items, ITEMS);
    items_schedule_clear(&schedule);
    assert_int_equal(outcome_messages(outcome, 0, &schedule, &failure), STATUS_INPUT);
    assert_int_equal(outcome_messages(outcome, INT_MAX, &schedule, &failure), STATUS_INPUT);
}

static void check_construction(const struct logp_machine *machine, int capacity, int served) {
    char text[TEXT];
    struct outcome outcome;
    struct logp_schedule schedule;
    struct reach_bound bound;
    struct failure failure;
    mpz_t n;
    mpz_init_set_si(n, served);
    text_of(text, machine, capacity, served);
    assert_ok(ask(text, "construction", NULL, &outcome, &failure), failure);
    assert_ok(logp_stream(&schedule, machine, (enum logp_capacity)capacity, n, NULL, &failure),
              failure);
    assert_ok(reach_lower(machine, n, &bound, &failure), failure);
    int64_t delay = logp_schedule_delay(&schedule);
    assert_int_equal(strtol(outcome.upper, NULL, 10), delay);
    assert_int_equal(strtol(outcome.lower, NULL, 10), bound.delay);
    assert_int_equal(outcome.verdict, delay == bound.delay ? VERDICT_SETTLED : VERDICT_INTERVAL);
    assert_int_equal(*outcome.reason != 0, delay != bound.delay);
    assert_int_equal(outcome.bound.kind != NULL, bound.count > 0);
    assert_int_equal(outcome.bound.stream != NULL,
                     bound.count > 0 && machine->gap <= machine->overhead);
    assert_certificates(&outcome, machine);
    assert_plays(&outcome, delay);
    outcome_clear(&outcome);
    logp_schedule_clear(&schedule);
    mpz_clear(n);
}

static void constructions_are_their_parts(void **state) {
    (void)state;
    for (int i = 0; i < MACHINES; i++)
        for (int capacity = 0; capacity < 3; capacity++)
            for (int served = 1; served <= 13; served = 3 * served + 1)
                check_construction(&machines[i], capacity, served);
}

/* Upper bounds alone, and those of Theorem F. */
static void rounding_is_theorem_f(void **state) {
    (void)state;
    for (int i = 0; i < MACHINES; i++)
        for (int served = 1; served <= 40; served += 3) {
            char text[TEXT];
            struct outcome outcome;
            struct logp_schedule whole;
            struct failure failure;
            mpz_t n;
            mpz_init_set_si(n, served);
            text_of(text, &machines[i], served % 3, served);
            assert_ok(ask(text, "rounding", NULL, &outcome, &failure), failure);
            assert_ok(whole_steps_stream(&whole, &machines[i], CAPACITY_FULL, n, NULL, &failure),
                      failure);
            assert_int_equal(strtol(outcome.upper, NULL, 10), logp_schedule_delay(&whole));
            assert_true(!outcome.lower && !outcome.bound.kind);
            assert_int_equal(outcome.verdict, VERDICT_INTERVAL);
            assert_certificates(&outcome, &machines[i]);
            outcome_clear(&outcome);
            logp_schedule_clear(&whole);
            mpz_clear(n);
        }
}

/* Prices say what the tree says or more, and never more than the schedule; formulas find streams of
 * smaller delay now and then. Two of these take ten times as long as all others: one time in four.
 */
static void prices_say_more(void **state) {
    int more = 0, settled = 0, sooner = 0;
    uint64_t random = random_seed();
    (void)state;
    for (int served = 2; served <= 28; served += 2) {
        if ((served == 14 || served == 26) && !random_takes(&random, 4))
            continue;
        char text[TEXT];
        struct outcome tree, prices;
        struct failure failure;
        const struct logp_machine *machine = &machines[served % 3];
        text_of(text, machine, CAPACITY_NONE, served);
        assert_ok(ask(text, "construction", NULL, &tree, &failure), failure);
        assert_ok(ask(text, "search", NULL, &prices, &failure), failure);
        long least = strtol(tree.lower, NULL, 10), lower = strtol(prices.lower, NULL, 10);
        long upper = strtol(prices.upper, NULL, 10), before = strtol(tree.upper, NULL, 10);
        assert_true(least <= lower && lower <= upper && upper <= before);
        sooner += upper < before;
        assert_int_equal(lower > least, strcmp(prices.bound.kind, "prices") == 0);
        more += lower > least;
        settled += prices.verdict == VERDICT_SETTLED;
        assert_certificates(&prices, machine);
        outcome_clear(&tree);
        outcome_clear(&prices);
    }
    assert_true(STEADYCAST_LP_BUILT ? more > 2 && settled > 5 && sooner > 0 : more == 0);
}

/* Stops when it was asked `left` times. */
static bool stop(void *context) {
    return (*(long *)context)-- <= 0;
}

/* Stopped at once there is nothing; later what was found so far, and the best in the end. */
static void what_is_found_stays(void **state) {
    static const char text[] = "delay latency 6 overhead 2 gap 4 processors 301";
    long last = LONG_MAX, changes = 0;
    (void)state;
    for (long asked = 0; asked < 1L << 24; asked = 8 * asked + 1) {
        long left = asked;
        const struct limits limits = {.threads = 1, .stop = stop, .context = &left};
        struct outcome outcome;
        struct failure failure;
        enum status status = ask(text, "construction", &limits, &outcome, &failure);
        assert_true(status == STATUS_OK || (status == STATUS_LIMIT && last == LONG_MAX));
        if (status)
            continue;
        long upper = strtol(outcome.upper, NULL, 10);
        assert_true(strtol(outcome.lower, NULL, 10) <= upper && upper <= last);
        changes += upper < last;
        last = upper;
        assert_certificates(&outcome, &machines[0]);
        outcome_clear(&outcome);
    }
    assert_true(changes > 0);
}

static void limits_are_told(void **state) {
    struct outcome outcome;
    struct failure failure;
    (void)state;
    assert_int_equal(
        ask("delay latency 9 overhead 3 gap 4 processors 8", "search", NULL, &outcome, &failure),
        STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "g >= 2o"));
    assert_int_equal(
        ask("delay latency 5 gap 1000000 processors 1000000", "rounding", NULL, &outcome, &failure),
        STATUS_LIMIT);
}

/* Far beyond what is listed, by blocks. */
static void large_numbers_are_answered(void **state) {
    static const char text[] = "delay latency 6 overhead 2 gap 4 capacity none processors "
                               "1000000000000000000000000000000000000000001";
    struct outcome outcome;
    struct items_schedule schedule;
    struct failure failure;
    (void)state;
    assert_ok(ask(text, "construction", NULL, &outcome, &failure), failure);
    assert_certificates(&outcome, &machines[0]);
    assert_int_equal(outcome_messages(&outcome, 1, &schedule, &failure), STATUS_LIMIT);
    outcome_clear(&outcome);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(constructions_are_their_parts),
                                       cmocka_unit_test(rounding_is_theorem_f),
                                       cmocka_unit_test(prices_say_more),
                                       cmocka_unit_test(limits_are_told),
                                       cmocka_unit_test(what_is_found_stays),
                                       cmocka_unit_test(large_numbers_are_answered)};
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
