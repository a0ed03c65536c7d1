/* SPDX-License-Identifier: MIT */
/* The postal model and complete networks are one machine: each is asked the same, by other engines,
 * and every certificate is verified by steadycheck. */
#include "solver/question/engines.h"
#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"

enum { TEXT = 200, MOST_PROCESSORS = 9, MOST_LATENCY = 3, MOST_PORTS = 3, MOST_ITEMS = 6 };

static void assert_evidence(struct evidence evidence) {
    char path[TEST_PATH_ROOM];
    struct failure failure;
    if (!evidence.kind)
        return; /* that one step is needed */
    test_path(path, "postal.cert");
    assert_ok(evidence_write(evidence, path, true, NULL, &failure), failure);
    assert_verified(path, "");
}

/* Who is asked first. */
static struct outcome answer(const char *text) {
    struct question question = test_question(text);
    const char *engine = engine_of(&question, 0)->name;
    question_clear(&question);
    static const struct limits endless = {0};
    return test_answer(text, engine, &endless);
}

/* Formulas, which know nothing of the postal model, have an answer as well. */
static void assert_within(const char *network, const char *least) {
    const struct limits few = {.nodes = 20000};
    struct outcome outcome = test_answer(network, "sat", &few);
    if (atoi(outcome.lower) > atoi(least) || (outcome.upper && atoi(outcome.upper) < atoi(least)))
        fail_msg("%s: %s, by formulas %s..%s", network, least, outcome.lower, outcome.upper);
    assert_evidence(outcome.schedule);
    outcome_clear(&outcome);
}

/* Both are decided, and the same. */
static void assert_same(const char *postal, const char *network, bool formulas) {
    struct outcome one = answer(postal), other = answer(network);
    if (!one.upper || !other.upper || strcmp(one.lower, one.upper) != 0 ||
        strcmp(one.lower, other.lower) != 0 || strcmp(one.upper, other.upper) != 0)
        fail_msg("%s: %s..%s; %s: %s..%s", postal, one.lower, one.upper, network, other.lower,
                 other.upper);
    assert_evidence(other.schedule);
    assert_evidence(other.bound);
    if (formulas)
        assert_within(network, one.upper);
    outcome_clear(&one);
    outcome_clear(&other);
}

/* Of a stream items = 0; root is any node. */
static void compare(int processors, int latency, int ports, int items, uint64_t *seed) {
    char postal[TEXT], network[TEXT], machine[TEXT];
    int root = (int)random_below(seed, (uint64_t)processors);
    snprintf(machine, sizeof machine, "network complete:%d=%d@%d ports %d root %d", processors,
             ports, latency, ports, root);
    if (items == 0) {
        snprintf(postal, sizeof postal, "delay latency %d ports %d processors %d", latency, ports,
                 processors);
        snprintf(network, sizeof network, "delay %.100s rate %d", machine, ports);
        assert_same(postal, network, false);
        return;
    }
    snprintf(postal, sizeof postal, "broadcast latency %d ports %d processors %d items %d", latency,
             ports, processors, items);
    snprintf(network, sizeof network, "broadcast %.100s items %d", machine, items);
    assert_same(postal, network, processors <= 6);
    snprintf(network, sizeof network, "reduce %.100s items %d", machine, items);
    assert_same(postal, network, false);
}

/* All of them with TEST_ROUNDS. */
static void test_all(void **state) {
    (void)state;
    uint64_t seed = random_seed();
    for (int processors = 2; processors <= MOST_PROCESSORS; processors++)
        for (int latency = 1; latency <= MOST_LATENCY; latency++)
            for (int ports = 1; ports <= MOST_PORTS; ports++)
                for (int items = 0; items <= MOST_ITEMS; items++)
                    if (random_takes(&seed, 8))
                        compare(processors, latency, ports, items, &seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all)};
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
