/* SPDX-License-Identifier: MIT */
/* Capacities of LogP machines, and K items on them: answers against those of other subjects, every
 * certificate verified by steadycheck, the messages of schedules played from the definition, and
 * what the engines refuse. */
#include <limits.h>

#include "solver/question/logp_items_time.h"
#include "solver/question/outcome_messages.h"
#include "tests/naive_messages.h"
#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"

enum { TEXT = 200 };

static void assert_evidence(struct evidence evidence, const char *claim) {
    char path[TEST_PATH_ROOM];
    struct failure failure;
    assert_non_null(evidence.kind);
    test_path(path, "logp.cert");
    assert_ok(evidence_write(evidence, path, true, NULL, &failure), failure);
    assert_verified(path, claim);
}

static long number(const char *decimal) {
    assert_non_null(decimal);
    return strtol(decimal, NULL, 10);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

/* --- the most processors --- */

static const struct logp_machine machines[] = {{6, 2, 4}, {5, 0, 2}, {9, 1, 5}, {3, 0, 1}};
enum { MACHINES = sizeof machines / sizeof *machines, POSTAL = MACHINES - 1 };

static void name_machine(char text[TEXT], const char *subject, const struct logp_machine *machine,
                         int capacity) {
    snprintf(text, TEXT, "%s latency %d overhead %d gap %d capacity %s", subject, machine->latency,
             machine->overhead, machine->gap, logp_capacity_names[capacity]);
}

/* The first items come with the delay of the question. */
static void assert_plays(const struct outcome *outcome, int64_t delay) {
    enum { ITEMS = 5 };
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(outcome_messages(outcome, ITEMS, &schedule, &failure), failure);
    const char *fault = naive_messages_fault(&schedule.list);
    if (fault)
        fail_msg("%s", fault);
    assert_true(schedule.list.delay <= delay);
    assert_int_equal(schedule.list.processors, number(outcome->lower));
    items_schedule_clear(&schedule);
    assert_int_equal(outcome_messages(outcome, 0, &schedule, &failure), STATUS_INPUT);
}

/* By the engine of that name for any LogP machine. */
static struct outcome ask_logp(const char *text, const char *name) {
    struct question question = test_question(text);
    char logp[40];
    struct outcome outcome = test_answer(text, test_logp_name(&question, name, logp), NULL);
    question_clear(&question);
    return outcome;
}

/* As many processors have a stream with that delay, as the engine of the delay says too. */
static void assert_served(const struct logp_machine *machine, int capacity, long served,
                          int64_t delay) {
    char text[TEXT], machine_text[TEXT];
    name_machine(machine_text, "delay", machine, capacity);
    snprintf(text, sizeof text, "%.150s processors %ld", machine_text, served + 1);
    struct outcome outcome = ask_logp(text, "construction");
    assert_true(number(outcome.upper) <= delay);
    outcome_clear(&outcome);
}

static void check_capacity(const struct logp_machine *machine, int capacity, int depth) {
    char text[TEXT], machine_text[TEXT], bound[TEXT], stream[TEXT];
    int64_t delay = logp_machine_transfer(machine) + depth;
    name_machine(machine_text, "capacity", machine, capacity);
    snprintf(text, sizeof text, "%.150s depth %d", machine_text, depth);
    struct outcome outcome = ask_logp(text, "construction");
    long lower = number(outcome.lower), upper = number(outcome.upper);
    snprintf(bound, sizeof bound,
             "LogP L+2o=%d g=%d s=%d, g >= 2o: ", (int)logp_machine_transfer(machine), machine->gap,
             depth);
    snprintf(stream, sizeof stream, "LogP L=%d o=%d g=%d capacity %s: ", machine->latency,
             machine->overhead, machine->gap, logp_capacity_names[capacity]);
    assert_evidence(outcome.bound, bound);
    assert_evidence(outcome.schedule, stream);
    assert_true(1 <= lower && lower <= upper);
    assert_int_equal(outcome.verdict, lower == upper ? VERDICT_SETTLED : VERDICT_INTERVAL);
    assert_int_equal(*outcome.reason != 0, lower < upper);
    assert_plays(&outcome, delay);
    assert_served(machine, capacity, lower, delay);
    outcome_clear(&outcome);
}

static void streams_are_served(void **state) {
    enum { CASES = 12 };
    (void)state;
    for (int i = 0; i < CASES; i++) /* of each machine under each capacity one depth */
        check_capacity(&machines[i % MACHINES], i % 3, i % MACHINES == POSTAL ? i / 2 : 2 * i);
}

/* What the engines of any LogP machine say of the postal model is what those of that model say. */
static void postal_capacities(void **state) {
    (void)state;
    for (int depth = 0; depth <= 12; depth++) {
        char text[TEXT];
        snprintf(text, sizeof text, "capacity latency 3 depth %d", depth);
        struct outcome postal = test_answer(text, "construction", NULL);
        struct outcome machine = test_answer(text, "logp-construction", NULL);
        assert_string_equal(machine.lower, postal.lower);
        assert_string_equal(machine.upper, postal.upper);
        outcome_clear(&postal);
        outcome_clear(&machine);
    }
}

/* Never less is served, never more allowed; more is settled. */
static void searches_say_more(void **state) {
    static const int depths[] = {9, 13};
    int settled = 0;
    (void)state;
    if (!STEADYCAST_LP_BUILT)
        skip();
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        char text[TEXT];
        snprintf(text, sizeof text, "capacity latency 5 gap 2 capacity none depth %d", depths[i]);
        struct outcome tree = test_answer(text, "construction", NULL);
        struct outcome search =
            test_answer(text, "search", &(struct limits){.threads = 1, .nodes = 2000});
        assert_true(number(tree.lower) <= number(search.lower));
        assert_true(number(search.lower) <= number(search.upper));
        assert_true(number(search.upper) <= number(tree.upper));
        assert_evidence(search.bound, "LogP L+2o=5 g=2 ");
        assert_evidence(search.schedule, "LogP L=5 o=0 g=2 capacity none: ");
        settled += search.verdict == VERDICT_SETTLED && tree.verdict == VERDICT_INTERVAL;
        outcome_clear(&tree);
        outcome_clear(&search);
    }
    assert_true(settled > 0);
}

static void assert_refused(const char *text, const char *engine, const struct limits *limits,
                           const char *why) {
    struct question question = test_question(text);
    struct outcome outcome;
    struct failure failure;
    assert_int_equal(test_ask(&question, engine, limits, &outcome, &failure), STATUS_LIMIT);
    assert_non_null(strstr(failure.message, why));
    question_clear(&question);
}

static void limits_are_told(void **state) {
    const struct limits stopped = {.threads = 1, .stop = stop_at_once};
    (void)state;
    assert_refused("capacity latency 9 overhead 3 gap 4 depth 9", "construction", NULL, "g >= 2o");
    assert_refused("capacity latency 9 depth 20001", "logp-search", NULL, "depth 20000");
    assert_refused("capacity latency 999999 overhead 1 gap 2 depth 9", "construction", NULL,
                   "at most 1000000");
    assert_refused("capacity latency 6 overhead 2 gap 4 depth 300", "construction", &stopped,
                   LIMITS_STOPPED);
}

/* --- K items --- */

static void assert_list(const struct outcome *outcome) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(outcome_messages(outcome, 0, &schedule, &failure), failure);
    const char *fault = naive_messages_fault(&schedule.list);
    if (fault)
        fail_msg("%s", fault);
    assert_int_equal(schedule.list.finish, number(outcome->upper));
    items_schedule_clear(&schedule);
    assert_int_equal(outcome_messages(outcome, 3, &schedule, &failure), STATUS_INPUT);
}

static void check_items(const struct logp_machine *machine, int capacity, bool single,
                        int processors, int items) {
    char text[TEXT], machine_text[TEXT], claim[TEXT];
    name_machine(machine_text, "broadcast", machine, capacity);
    snprintf(text, sizeof text, "%.120s sends %s processors %d items %d", machine_text,
             single ? "single" : "any", processors, items);
    struct outcome outcome = ask_logp(text, "construction");
    const struct logp_items_time *time = outcome.detail;
    snprintf(claim, sizeof claim, "LogP L=%d o=%d g=%d%s%s P=%d K=%d ", machine->latency,
             machine->overhead, machine->gap, capacity == CAPACITY_FULL ? "" : " capacity ",
             capacity == CAPACITY_FULL ? "" : logp_capacity_names[capacity], processors, items);
    assert_evidence(outcome.schedule, claim);
    snprintf(claim, sizeof claim, "LogP L=%d o=%d g=%d P=%d K=%d: ", machine->latency,
             machine->overhead, machine->gap, processors, items);
    assert_evidence(outcome.bound, claim);
    assert_list(&outcome);
    assert_int_equal(time->question.single, single);
    assert_int_equal(number(outcome.lower), time->lower);
    assert_int_equal(number(outcome.upper), time->upper);
    assert_string_equal(outcome.by, time->by);
    assert_int_equal(outcome.verdict,
                     time->lower == time->upper ? VERDICT_SETTLED : VERDICT_INTERVAL);
    assert_int_equal(*outcome.reason != 0, time->lower < time->upper);
    outcome_clear(&outcome);
}

static void items_are_listed(void **state) {
    enum { CASES = 12 };
    (void)state;
    for (int i = 0; i < CASES; i++)
        check_items(&machines[i % MACHINES], i % 3, i % 2 == 0, 2 + i % 5, 1 + i % 4);
    check_items(&(struct logp_machine){9, 3, 3}, CAPACITY_FULL, false, 5, 2);
}

/* Beyond what is listed the stream is the schedule. */
static void streams_of_many_items(void **state) {
    static const char text[] = "broadcast latency 6 overhead 2 gap 4 processors 2 items 100000000";
    struct outcome outcome = test_answer(text, "construction", NULL);
    struct items_schedule schedule;
    struct failure failure;
    (void)state;
    assert_string_equal(outcome.upper, "400000006");
    assert_string_equal(outcome.lower, "400000006");
    assert_evidence(outcome.schedule, "LogP L=6 o=2 g=4 capacity full: a stream ");
    assert_evidence(outcome.bound, "LogP L=6 o=2 g=4 P=2 K=100000000: ");
    assert_int_equal(outcome_messages(&outcome, 0, &schedule, &failure), STATUS_INPUT);
    outcome_clear(&outcome);
}

/* What is found when it is stopped is told, with its evidence. */
static void stopped_items(void **state) {
    const struct limits stopped = {.threads = 1, .stop = stop_at_once};
    struct outcome outcome = test_answer(
        "broadcast latency 6 overhead 2 gap 4 processors 101 items 10", "construction", &stopped);
    (void)state;
    assert_int_equal(outcome.verdict, VERDICT_INTERVAL);
    assert_string_equal(outcome.reason, LIMITS_STOPPED);
    assert_true(number(outcome.lower) < number(outcome.upper));
    assert_evidence(outcome.bound, "LogP L=6 o=2 g=4 P=101 K=10: ");
    assert_evidence(outcome.schedule, "LogP L=6 o=2 g=4 P=101 K=10 ");
    outcome_clear(&outcome);
}

/* The bound is there without a schedule. */
static void items_of_nobody(void **state) {
    struct outcome outcome = test_answer(
        "broadcast latency 5 gap 1000000 processors 100000 items 300000", "construction", NULL);
    struct items_schedule schedule;
    struct failure failure;
    (void)state;
    assert_int_equal(outcome.verdict, VERDICT_INTERVAL);
    assert_non_null(strstr(outcome.reason, "take a larger unit of time"));
    assert_true(number(outcome.lower) > 0 && !outcome.upper && !outcome.schedule.kind);
    assert_string_equal(outcome.by, "construction");
    assert_int_equal(outcome_messages(&outcome, 0, &schedule, &failure), STATUS_INPUT);
    assert_evidence(outcome.bound, "LogP L=5 o=0 g=1000000 P=100000 K=300000: ");
    outcome_clear(&outcome);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_served), cmocka_unit_test(postal_capacities),
        cmocka_unit_test(searches_say_more),  cmocka_unit_test(limits_are_told),
        cmocka_unit_test(items_are_listed),   cmocka_unit_test(streams_of_many_items),
        cmocka_unit_test(stopped_items),      cmocka_unit_test(items_of_nobody)};
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
