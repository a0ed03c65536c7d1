/* SPDX-License-Identifier: MIT */
/* Whether K items can be with all by a time: both encodings of the formula and the search, against
 * states enumerated by the definition alone, and against each other where that takes too long.
 * Schedules are judged by steadycheck, as messages. */
#include "solver/items/items_bound.h"
#include "solver/items/search/items_backtrack.h"
#include "solver/items/search/items_formula.h"
#include "solver/items/search/items_sat.h"
#include "solver/model/certificates.h"
#include "solver/proof/sat/refutation.h"
#include "tests/items/brute_items.h"
#include "tests/solver/certificate_test.h"

static const struct limits no_limits;
static FILE *refutations, *claims; /* of the test that runs */

enum engine { ENGINE_ORDERED, ENGINE_PLAIN, ENGINE_SEARCH, ENGINES };

static void ask(enum engine engine, const struct items_question *q, int time,
                struct items_answer *answer) {
    struct failure failure;
    if (engine == ENGINE_SEARCH)
        assert_ok(items_backtrack(q, time, &no_limits, answer, &failure), failure);
    else
        assert_ok(items_sat(q, time, engine == ENGINE_PLAIN ? ITEMS_PLAIN : ITEMS_ORDERED,
                            &no_limits, answer, &failure),
                  failure);
}

/* What message_array_finish has checked was for this question. */
static void check_list(const struct items_answer *answer, const struct items_question *q,
                       int time) {
    const struct message_list *list = &answer->list;
    assert_int_equal(list->machine.model, q->ports == 1 ? MESSAGE_POSTAL : MESSAGE_PORTS);
    assert_int_equal(list->machine.latency, q->latency);
    assert_int_equal(list->machine.ports, q->ports);
    assert_int_equal(list->processors, q->processors);
    assert_int_equal(list->items, q->items);
    assert_int_equal(list->count, q->processors * q->items);
    assert_ptr_equal(list->source, &answer->messages);
    assert_in_range(list->finish, q->latency, time);
    assert_true(list->single || !q->single);
}

/* Refutations are collected in one stream, each with the line that the checker should say of it. */
static void collect_proof(const struct items_answer *answer) {
    const struct items_proof *proof = &answer->proof;
    const struct items_question *q = &proof->question;
    struct failure failure;
    assert_ok(
        evidence_write_stream(evidence_of_impossible_items(proof), refutations, NULL, &failure),
        failure);
    fprintf(claims,
            "s VERIFIED postal L=%d p=%d P=%d K=%d: the source, which has all items at time 0, "
            "cannot bring every item to all others by "
            "time %d%s, by refuted formula with %d variables and %zu clauses%s\n",
            q->latency, q->ports, q->processors + 1, q->items, proof->time,
            q->single ? " if it sends each item once" : "", proof->variables, proof->clauses,
            proof->encoding == ITEMS_PLAIN ? "" : ", rests on THEOREMS 12.8");
}

static void begin_proofs(void) {
    char path[TEST_PATH_ROOM];
    refutations = fopen(test_path(path, "refutations"), "w");
    claims = fopen(test_path(path, "claims"), "w");
    assert_true(refutations && claims);
}

/* The checker says just that, of `at_least` refutations or more. */
static void verify_proofs(int at_least) {
    char command[8 * TEST_PATH_ROOM], path[TEST_PATH_ROOM], line[1024];
    int lines = 0;
    assert_int_equal(fclose(refutations), 0);
    fprintf(claims, "s VERIFIED\n");
    assert_int_equal(fclose(claims), 0);
    snprintf(
        command, sizeof command,
        "cd '%s' && '%s' --stream refutations > said && sed '$s/ [0-9].*//' said | cmp - claims",
        test_folder, STEADYCHECK);
    FILE *said = system(command) == 0 ? fopen(test_path(path, "said"), "r") : NULL;
    assert_non_null(said);
    while (fgets(line, sizeof line, said))
        lines++;
    fclose(said);
    assert_true(lines > at_least);
}

static bool exists(enum engine engine, const struct items_question *q, int time) {
    struct items_answer answer;
    ask(engine, q, time, &answer);
    enum verdict verdict = answer.verdict;
    if (verdict == VERDICT_UNKNOWN)
        fail_msg("L=%d p=%d N=%d K=%d T=%d: %s", q->latency, q->ports, q->processors, q->items,
                 time, answer.reason);
    assert_int_equal(answer.has_proof, verdict == VERDICT_INFEASIBLE && engine != ENGINE_SEARCH &&
                                           time >= q->latency);
    if (verdict == VERDICT_FEASIBLE)
        check_list(&answer, q, time);
    if (answer.has_proof)
        collect_proof(&answer);
    items_answer_clear(&answer);
    return verdict == VERDICT_FEASIBLE;
}

/* All engines, for every time from 0 to one more than the least one. */
static int compare(const struct items_question *q) {
    struct failure failure;
    int bound, least = brute_items(q);
    assert_ok(items_question_bound(q, &bound, &failure), failure);
    assert_true(bound <= least);
    for (int time = 0; time <= least + 1; time++)
        for (int engine = 0; engine < ENGINES; engine++)
            if (exists(engine, q, time) != (time >= least))
                fail_msg("L=%d p=%d N=%d K=%d single=%d T=%d: engine %d is wrong, %d is least",
                         q->latency, q->ports, q->processors, q->items, q->single, time, engine,
                         least);
    return least;
}

static void answers_are_those_of_all_states(void **state) {
    int cases = 0, longer = 0;
    (void)state;
    begin_proofs();
    for (int latency = 1; latency <= 3; latency++)
        for (int ports = 1; ports <= 2; ports++)
            for (int processors = 1; processors <= 3; processors++)
                for (int items = 1; items <= 3; items++) {
                    struct items_question any = {latency, ports, processors, items, false, 0};
                    struct items_question single = any;
                    single.single = true;
                    longer += compare(&any) < compare(&single);
                    cases++;
                }
    assert_int_equal(cases, 54);
    assert_true(longer > 10);
    verify_proofs(200);
}

/* Larger questions, at the bound and one step before it. */
static void the_bound_is_attained_with_one_port(void **state) {
    struct failure failure;
    (void)state;
    begin_proofs();
    for (int latency = 1; latency <= 3; latency++)
        for (int processors = 1; processors <= 5; processors++)
            for (int items = 1; items <= 4; items++)
                for (int single = 0; single < 2; single++) {
                    struct items_question q = {latency, 1, processors, items, single, 0};
                    int bound;
                    assert_ok(items_question_bound(&q, &bound, &failure), failure);
                    assert_true(exists(ENGINE_ORDERED, &q, bound));
                    assert_false(exists(ENGINE_ORDERED, &q, bound - 1));
                    assert_true(exists(ENGINE_SEARCH, &q, bound));
                    assert_false(exists(ENGINE_SEARCH, &q, bound - 1));
                }
    verify_proofs(100);
}

/* With four ports or more some questions take a step more than the bound. */
static void gaps_above_the_bound(void **state) {
    static const struct items_question questions[] = {{1, 4, 8, 3, false, 0},
                                                      {1, 5, 8, 4, false, 0},
                                                      {1, 6, 5, 7, false, 0},
                                                      {2, 5, 10, 4, false, 0}};
    struct failure failure;
    int bound;
    (void)state;
    begin_proofs();
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        assert_ok(items_question_bound(&questions[i], &bound, &failure), failure);
        assert_false(exists(ENGINE_ORDERED, &questions[i], bound));
        assert_false(exists(ENGINE_SEARCH, &questions[i], bound));
        assert_true(exists(ENGINE_ORDERED, &questions[i], bound + 1));
    }
    verify_proofs(4);
}

static void schedules_are_verified(void **state) {
    static const struct items_question questions[] = {{1, 1, 9, 6, false, 0},
                                                      {2, 1, 8, 5, true, 0},
                                                      {3, 2, 7, 4, false, 0},
                                                      {1, 3, 6, 5, true, 0}};
    struct failure failure;
    char path[TEST_PATH_ROOM];
    (void)state;
    test_path(path, "items.cert");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        for (int encoding = 0; encoding < 2; encoding++) {
            struct items_answer answer;
            int bound;
            assert_ok(items_question_bound(&questions[i], &bound, &failure), failure);
            assert_ok(items_sat(&questions[i], bound, encoding ? ITEMS_PLAIN : ITEMS_ORDERED,
                                &no_limits, &answer, &failure),
                      failure);
            assert_int_equal(answer.verdict, VERDICT_FEASIBLE);
            assert_ok(
                evidence_write(evidence_of_messages(&answer.list), path, true, NULL, &failure),
                failure);
            assert_verified(path, questions[i].ports == 1 ? "postal " : "ports ");
            items_answer_clear(&answer);
        }
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void stopped_is_unknown(void **state) {
    const struct items_question q = {3, 1, 9, 8, false, 0};
    const struct limits limits[] = {{.nodes = 5}, {.stop = stop}};
    struct failure failure;
    struct items_answer answer;
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_ok(items_sat(&q, 15, ITEMS_ORDERED, &limits[i], &answer, &failure), failure);
        assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
        assert_non_null(answer.reason);
        items_answer_clear(&answer);
        assert_ok(items_backtrack(&q, 15, &limits[i], &answer, &failure), failure);
        assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
        assert_non_null(answer.reason);
        assert_in_range(answer.nodes, 1, 6);
        items_answer_clear(&answer);
    }
}

/* A hundred thousand choices under way: more than a stack holds if each calls the next one. */
static void many_choices_are_deep(void **state) {
    static const struct items_question q = {60, 1, 32, 32, false, 0};
    (void)state;
    assert_true(exists(ENGINE_SEARCH, &q, 1000));
}

/* It has 270 million literals, and is refused when it has as many as are allowed. */
static void large_formulas_are_not_built(void **state) {
    static const struct items_question q = {3, 1, 149, 20, false, 0};
    struct failure failure;
    struct items_answer answer;
    (void)state;
    assert_int_equal(items_sat(&q, 37, ITEMS_ORDERED, &no_limits, &answer, &failure), STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "more than 8388608 literals"));
}

static void bad_input_and_limits(void **state) {
    static const struct items_question bad[] = {{0, 1, 1, 1, false, 0},
                                                {1, 0, 1, 1, false, 0},
                                                {1, 1, 0, 1, true, 0},
                                                {1, 1, 1, 0, true, 0}};
    static const struct items_question large[] = {
        {1, 1, 10000, 1, false, 0}, {1, 1, 1, 10000, false, 0}, {1, 1, 9999, 9999, false, 0}};
    static const struct items_question one = {2, 1, 1, 1, false, 0};
    struct failure failure;
    struct items_answer answer;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int time = 0; time < 4; time += 3) {
            assert_int_equal(items_sat(&bad[i], time, ITEMS_PLAIN, &no_limits, &answer, &failure),
                             STATUS_INPUT);
            assert_int_equal(items_backtrack(&bad[i], time, &no_limits, &answer, &failure),
                             STATUS_INPUT);
        }
    assert_int_equal(items_sat(&one, -1, ITEMS_ORDERED, &no_limits, &answer, &failure),
                     STATUS_INPUT);
    assert_int_equal(items_backtrack(&one, -1, &no_limits, &answer, &failure), STATUS_INPUT);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        for (int encoding = 0; encoding < 2; encoding++) {
            assert_int_equal(items_sat(&large[i], 9999, encoding ? ITEMS_PLAIN : ITEMS_ORDERED,
                                       &no_limits, &answer, &failure),
                             STATUS_LIMIT);
            assert_int_equal(items_backtrack(&large[i], 9999, &no_limits, &answer, &failure),
                             STATUS_LIMIT);
        }
}

/* What is no schedule is not taken for one: every variable false. */
static void no_model_is_no_schedule(void **state) {
    const struct items_question q = {1, 1, 2, 2, false, 0};
    static const bool nothing[10000];
    struct failure failure;
    struct message_array array;
    struct message_list list;
    (void)state;
    assert_int_equal(items_formula_decode(&q, 4, nothing, &array, &list, &failure),
                     STATUS_INTERNAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_all_states),
        cmocka_unit_test(the_bound_is_attained_with_one_port),
        cmocka_unit_test(gaps_above_the_bound),
        cmocka_unit_test(schedules_are_verified),
        cmocka_unit_test(stopped_is_unknown),
        cmocka_unit_test(many_choices_are_deep),
        cmocka_unit_test(large_formulas_are_not_built),
        cmocka_unit_test(bad_input_and_limits),
        cmocka_unit_test(no_model_is_no_schedule),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
