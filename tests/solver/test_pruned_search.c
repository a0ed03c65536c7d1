/* SPDX-License-Identifier: MIT */
/* Block-cyclic schedules on pruned trees: arithmetic, words and the formula against a naive search,
 * against each other and against the search for any stationary schedule; every answer verified. */
#include "solver/model/sequence.h"
#include "solver/stream/arithmetic/pruned_deal.h"
#include "solver/stream/arithmetic/pruned_find.h"
#include "solver/stream/arithmetic/pruned_local.h"
#include "solver/stream/stationary/search.h"
#include "tests/naive_pruned.h"
#include "tests/simulate.h"
#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

static const struct limits one_thread = {.threads = 1}, two_threads = {.threads = 2};

static long nodes_of_tree(int latency, int depth) {
    mpz_t tree;
    mpz_init(tree);
    assert_int_equal(sequence_term(tree, latency, depth, NULL, NULL), STATUS_OK);
    long nodes = mpz_get_si(tree);
    mpz_clear(tree);
    return nodes;
}

/* Right by its definition, for N processors; run message by message. Cleared. */
static void take_schedule(struct schedule *pruned, int latency, int depth, long n) {
    struct failure failure;
    struct schedule periodic;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_int_equal(pruned->latency, latency);
    assert_true(pruned->depth <= depth);
    assert_ok(schedule_finish(pruned, processors, &failure), failure);
    mpz_clear(processors);
    assert_ok(schedule_words(pruned, &periodic, &failure), failure);
    const char *fault = n <= 60 ? simulate_periodic(&periodic, 4 * (latency + depth)) : NULL;
    if (fault)
        fail_msg("L=%d t=%d N=%ld: %s", latency, depth, n, fault);
    schedule_clear(&periodic);
    schedule_clear(pruned);
}

static enum verdict calculate(int latency, int depth, long n) {
    struct failure failure;
    struct schedule pruned;
    enum verdict end = VERDICT_UNKNOWN;
    uint64_t nodes;
    assert_ok(pruned_find(latency, depth, n, &one_thread, &end, &pruned, &nodes, &failure),
              failure);
    if (end == VERDICT_FEASIBLE)
        take_schedule(&pruned, latency, depth, n);
    return end;
}

/* At this very depth, without the local search. */
static enum verdict exhaust(int latency, int depth, int n) {
    struct failure failure;
    struct schedule pruned;
    enum verdict end = VERDICT_UNKNOWN;
    uint64_t nodes = 0;
    assert_ok(pruned_exhaust(latency, depth, n, NULL, &end, &pruned, &nodes, &failure), failure);
    if (end == VERDICT_FEASIBLE)
        take_schedule(&pruned, latency, depth, n);
    return end;
}

static bool find_locally(int latency, int depth, int n) {
    const struct pruned_local_question question = {latency, depth, n, 100};
    struct failure failure;
    struct schedule pruned;
    bool found = false;
    assert_ok(pruned_local_find(&question, NULL, &found, &pruned, &failure), failure);
    if (found)
        take_schedule(&pruned, latency, depth, n);
    return found;
}

static enum verdict search(int latency, int depth, long n) {
    struct failure failure;
    struct schedule periodic;
    struct schedule pruned;
    enum verdict end = VERDICT_UNKNOWN;
    bool blocks = false;
    uint64_t nodes;
    assert_ok(
        stationary_search(latency, depth, n, true, &one_thread, &end, &periodic, &nodes, &failure),
        failure);
    if (end == VERDICT_FEASIBLE) {
        assert_ok(schedule_blocks(&periodic, &blocks, &pruned, &failure), failure);
        assert_true(blocks);
        take_schedule(&pruned, latency, depth, n);
        schedule_clear(&periodic);
    }
    return end;
}

/* All numbers up to the tree's and two more, and nothing but blocks decides. */
static void searches_agree_with_the_naive_one(void **state) {
    static const int deepest[] = {0, 4, 8, 9, 11};
    int counts[2] = {0, 0};
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency; depth <= deepest[latency]; depth++) {
            long tree = nodes_of_tree(latency, depth);
            for (int n = 1; n <= tree + 2 && n <= 24; n++) {
                bool exists = naive_pruned_exists(latency, depth, n);
                enum verdict found = calculate(latency, depth, n),
                             exhausted = n > 1 ? exhaust(latency, depth, n) : found;
                enum verdict searched = search(latency, depth, n);
                if (found != (exists ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE) ||
                    exhausted != found ||
                    searched != (exists ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE))
                    fail_msg("L=%d t=%d N=%d: naive %d, arithmetic %d, alone %d, search %d",
                             latency, depth, n, exists, (int)found, (int)exhausted, (int)searched);
                if (n > 1 && find_locally(latency, depth, n))
                    assert_true(exists);
                counts[exists]++;
            }
        }
    printf("%d impossible, %d found\n", counts[0], counts[1]);
    assert_true(counts[0] > 50 && counts[1] > 150);
}

enum { DEAL_BLOCKS = 4, DEAL_VALUES = 5, DEALS = 20000 };

/* Blocks in the order that pruned_deal asks for; as many leaves as they take and one more. */
static int draw_deal(uint64_t *random, struct pruned_block *blocks, int *leaves) {
    int count = 1 + (int)random_below(random, DEAL_BLOCKS), total = 1;
    memset(leaves, 0, DEAL_VALUES * sizeof *leaves);
    for (int i = 0; i < count; i++) {
        blocks[i] =
            (struct pruned_block){(int)random_below(random, 10), 2 + (int)random_below(random, 4)};
        total += blocks[i].size - 1;
    }
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (blocks[k].size > blocks[i].size ||
                (blocks[k].size == blocks[i].size &&
                 pruned_least(&blocks[k]) < pruned_least(&blocks[i]))) {
                struct pruned_block other = blocks[i];
                blocks[i] = blocks[k];
                blocks[k] = other;
            }
    int step = 1 + (int)random_below(random, 3), some = (int)random_below(random, 2) + 2;
    for (int i = 0; i < total; i++) /* few different values, so that many can't be dealt */
        leaves[step * (int)random_below(random, some) % DEAL_VALUES]++;
    return count;
}

/* One memory of failures for many deals. */
static void deals_agree_with_words(void **state) {
    uint64_t random = random_seed();
    struct pruned_dealer dealer;
    struct failure failure;
    int counts[2] = {0, 0};
    (void)state;
    assert_ok(pruned_dealer_init(&dealer, DEAL_VALUES, 1 << 24, NULL, &failure), failure);
    for (int i = 0; i < DEALS; i++) {
        struct pruned_block blocks[DEAL_BLOCKS];
        int leaves[DEAL_VALUES], held[DEAL_BLOCKS * DEAL_VALUES] = {0};
        int heads[DEAL_BLOCKS], sizes[DEAL_BLOCKS], count = draw_deal(&random, blocks, leaves);
        enum pruned_deal_end end = PRUNED_STOPPED;
        for (int k = 0; k < count; k++) {
            heads[k] = blocks[k].head;
            sizes[k] = blocks[k].size;
        }
        bool exists = naive_deal_exists(heads, sizes, count, leaves, DEAL_VALUES);
        assert_ok(pruned_deal(&dealer, blocks, count, leaves, held, &end, &failure), failure);
        assert_int_equal(end, exists ? PRUNED_DEALT : PRUNED_NOT_DEALT);
        counts[exists]++;
        if (exists) { /* it is of no more use */
            pruned_dealer_clear(&dealer);
            assert_ok(pruned_dealer_init(&dealer, DEAL_VALUES, 1 << 24, NULL, &failure), failure);
        }
    }
    pruned_dealer_clear(&dealer);
    printf("%d can't be dealt, %d can\n", counts[0], counts[1]);
    assert_true(counts[0] > DEALS / 10 && counts[1] > DEALS / 10);
}

static struct question question_of(int latency, int depth, long n) {
    char text[120];
    snprintf(text, sizeof text, "serve latency %d depth %d served %ld schedule block-cyclic",
             latency, depth, n);
    return test_question(text);
}

/* Every engine at its own work; every answer with its certificate. */
static void ask_engine(const struct engine *engine, int latency, int depth, long n,
                       enum verdict expected) {
    struct question question = question_of(latency, depth, n);
    struct outcome outcome;
    struct failure failure;
    char path[TEST_PATH_ROOM], claim[60];
    enum status status =
        engine_ask(engine, &question, &(struct engine_options){0}, &one_thread, &outcome, &failure);
    bool none = strcmp(engine->name, "construction") == 0;
    question_clear(&question);
    if (status == STATUS_LIMIT && depth < latency)
        return;
    assert_ok(status, failure);
    if (outcome.verdict == VERDICT_UNKNOWN ? !none : outcome.verdict != expected)
        fail_msg("L=%d t=%d N=%ld, %s: %d", latency, depth, n, engine->name, outcome.verdict);
    if (outcome.verdict == VERDICT_FEASIBLE)
        assert_non_null(outcome_schedule(&outcome));
    if (outcome.verdict != VERDICT_UNKNOWN) {
        write_proof(&outcome, test_path(path, "blocks.cert"));
        snprintf(claim, sizeof claim, "%sL=%d t=", outcome_prices(&outcome) ? "postal " : "",
                 latency);
        if (expected == VERDICT_INFEASIBLE || n % 3 == 0)
            assert_verified(path, claim);
    }
    outcome_clear(&outcome);
}

static void ask_engines(int latency, int depth, long n, enum verdict expected) {
    struct question question = question_of(latency, depth, n);
    const struct engine *engine;
    int engines = 0;
    for (; (engine = engine_of(&question, engines)); engines++)
        ask_engine(engine, latency, depth, n, expected);
    assert_int_equal(engines, 4);
    question_clear(&question);
}

static void engines_agree(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency - 1; depth <= 7; depth++) {
            long tree = nodes_of_tree(latency, depth);
            for (int n = 1; n <= tree + 1 && n <= 13; n++)
                ask_engines(latency, depth, n,
                            calculate(latency, depth, n) == VERDICT_FEASIBLE ? VERDICT_FEASIBLE
                                                                             : VERDICT_INFEASIBLE);
        }
}

/* t = 2L, L even: N = L+3 alone has no blocks, and one depth more a star. */
static void the_exceptions_are_exhausted(void **state) {
    (void)state;
    for (int latency = 3; latency <= 8; latency++) {
        for (int n = 1; n <= latency + 3; n++)
            assert_int_equal(calculate(latency, 2 * latency, n),
                             latency % 2 == 0 && n == latency + 3 ? VERDICT_INFEASIBLE
                                                                  : VERDICT_FEASIBLE);
        if (latency % 2 == 0)
            ask_engines(latency, 2 * latency, latency + 3, VERDICT_INFEASIBLE);
        ask_engines(latency, 2 * latency + 1, latency + 3, VERDICT_FEASIBLE);
    }
}

/* L = 2: N processors if and only if 2 N <= P(t+1) + 1; with a certificate for each no up to t =
 * 7. */
static void two(void **state) {
    (void)state;
    for (int depth = 2; depth <= 9; depth++) {
        long largest = (nodes_of_tree(2, depth + 1) + 1) / 2, tree = nodes_of_tree(2, depth);
        for (long n = 1; n <= tree; n++) {
            assert_int_equal(calculate(2, depth, n),
                             n <= largest ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE);
            if (n >= largest - 3 || depth <= 7)
                assert_int_equal(search(2, depth, n),
                                 n <= largest ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE);
            if (n > largest && depth <= 7)
                ask_engines(2, depth, n, VERDICT_INFEASIBLE);
        }
    }
}

/* Where no stationary schedule exists, or none at all, there are no blocks. */
static void stationary_ones_are_no_fewer(void **state) {
    int none = 0;
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (int depth = latency; depth <= (latency == 1 ? 4 : 8); depth++)
            for (long n = 1; n <= nodes_of_tree(latency, depth) + 1 && n <= 34; n++) {
                struct failure failure;
                struct schedule periodic;
                enum verdict end;
                uint64_t nodes;
                assert_ok(stationary_search(latency, depth, n, false, &one_thread, &end, &periodic,
                                            &nodes, &failure),
                          failure);
                if (end == VERDICT_FEASIBLE)
                    schedule_clear(&periodic);
                if (end == VERDICT_INFEASIBLE)
                    assert_int_equal(calculate(latency, depth, n), VERDICT_INFEASIBLE);
                none += end == VERDICT_INFEASIBLE;
            }
    assert_true(none > 25);
}

/* The least depth for each, as the construction has it; theorems/pruned goes through all N <=
 * 300. */
static void large_ones_are_found_at_once(void **state) {
    (void)state;
    for (int latency = 3; latency <= 10; latency++)
        for (int depth = 0, n = 20; n <= 300; n += 7) {
            while (nodes_of_tree(latency, depth) < n)
                depth++;
            bool exception = latency % 2 == 0 && n == latency + 3;
            assert_int_equal(calculate(latency, depth, n),
                             exception ? VERDICT_INFEASIBLE : VERDICT_FEASIBLE);
        }
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static enum verdict calculate_within(int latency, int depth, long n, const struct limits *limits) {
    struct failure failure;
    struct schedule pruned;
    enum verdict end = VERDICT_INFEASIBLE;
    uint64_t nodes;
    assert_ok(pruned_find(latency, depth, n, limits, &end, &pruned, &nodes, &failure), failure);
    return end;
}

static void limits_are_never_impossible(void **state) {
    const struct limits few = {.threads = 1, .nodes = 3},
                        stopped = {.threads = 1, .stop = stop_at_once};
    static const long questions[][3] = {{4, 8, 7}, {6, 12, 9}, {2, 8, 29}};
    (void)state;
    assert_int_equal(calculate_within(4, 8, 7, &few), VERDICT_UNKNOWN);
    assert_int_equal(calculate_within(6, 12, 9, &few), VERDICT_UNKNOWN);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const long *q = questions[i];
        struct question question = question_of((int)q[0], (int)q[1], q[2]);
        const struct engine *engine;
        assert_int_equal(calculate_within((int)q[0], (int)q[1], q[2], &stopped), VERDICT_UNKNOWN);
        for (int k = 0; (engine = engine_of(&question, k)); k++) {
            struct outcome outcome;
            struct failure failure;
            assert_ok(engine_ask(engine, &question, &(struct engine_options){0}, &stopped, &outcome,
                                 &failure),
                      failure);
            assert_int_equal(outcome.verdict, VERDICT_UNKNOWN);
            assert_true(*outcome.reason);
            outcome_clear(&outcome);
        }
        question_clear(&question);
    }
}

/* The same schedule, to the last byte, on one thread and on two. */
static void threads_change_nothing(void **state) {
    static const int questions[][3] = {{2, 8, 26}, {3, 10, 22}, {4, 11, 17}, {1, 4, 11}};
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        char first[TEST_PATH_ROOM], second[TEST_PATH_ROOM], command[3 * TEST_PATH_ROOM];
        struct question question = question_of(questions[i][0], questions[i][1], questions[i][2]);
        test_path(first, "one.cert");
        test_path(second, "two.cert");
        for (int threads = 1; threads <= 2; threads++) {
            struct outcome outcome;
            struct failure failure;
            assert_ok(test_ask(&question, "search", threads == 1 ? &one_thread : &two_threads,
                               &outcome, &failure),
                      failure);
            assert_int_equal(outcome.verdict, VERDICT_FEASIBLE);
            write_proof(&outcome, threads == 1 ? first : second);
            outcome_clear(&outcome);
        }
        snprintf(command, sizeof command, "cmp '%s' '%s'", first, second);
        assert_int_equal(system(command), 0);
        question_clear(&question);
    }
}

static void assert_not_excluded(int latency, int depth, int n) {
    struct failure failure;
    bool excluded = true;
    assert_ok(pruned_bound(latency, depth, n, &excluded, &failure), failure);
    if (excluded)
        fail_msg("L=%d t=%d N=%d", latency, depth, n);
}

/* Nodes that send once each: up to 1 + t/L processors, also where the bounds are beyond 64 bits. */
static void bounds_of_deep_trees_exclude_no_chain(void **state) {
    const struct limits few = {.threads = 1, .nodes = 2000};
    (void)state;
    for (int latency = 1; latency <= 3; latency++)
        for (int depth = 36; depth <= PRUNED_EXHAUST_MAX_DEPTH; depth++)
            assert_not_excluded(latency, depth, 1 + depth / latency);
    for (int n = 2; n <= 1 + PRUNED_EXHAUST_MAX_DEPTH; n++)
        assert_not_excluded(1, PRUNED_EXHAUST_MAX_DEPTH, n);
    for (int latency = 1; latency <= 2; latency++)
        for (int depth = 36; depth <= PRUNED_EXHAUST_MAX_DEPTH; depth += 4) {
            struct failure failure;
            struct schedule pruned;
            enum verdict end = VERDICT_INFEASIBLE;
            uint64_t nodes = 0;
            int n = 1 + depth / latency;
            assert_ok(pruned_exhaust(latency, depth, n, &few, &end, &pruned, &nodes, &failure),
                      failure);
            assert_int_not_equal(end, VERDICT_INFEASIBLE);
            if (end == VERDICT_FEASIBLE)
                take_schedule(&pruned, latency, depth, n);
        }
}

static void what_is_refused(void **state) {
    enum verdict end;
    struct schedule pruned;
    uint64_t nodes = 0;
    (void)state;
    assert_int_equal(pruned_find(0, 3, 2, NULL, &end, &pruned, &nodes, NULL), STATUS_INPUT);
    assert_int_equal(pruned_find(2, 3, 0, NULL, &end, &pruned, &nodes, NULL), STATUS_INPUT);
    assert_int_equal(pruned_find(2, 30, 100000, NULL, &end, &pruned, &nodes, NULL), STATUS_LIMIT);
    assert_int_equal(pruned_exhaust(2, 65, 10, NULL, &end, &pruned, &nodes, NULL), STATUS_LIMIT);
    assert_int_equal(pruned_exhaust(2, 9, 10001, NULL, &end, &pruned, &nodes, NULL), STATUS_LIMIT);
    assert_int_equal(pruned_exhaust(3, 2, 2, NULL, &end, &pruned, &nodes, NULL), STATUS_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_agree_with_the_naive_one),
        cmocka_unit_test(deals_agree_with_words),
        cmocka_unit_test(engines_agree),
        cmocka_unit_test(the_exceptions_are_exhausted),
        cmocka_unit_test(two),
        cmocka_unit_test(stationary_ones_are_no_fewer),
        cmocka_unit_test(large_ones_are_found_at_once),
        cmocka_unit_test(limits_are_never_impossible),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(bounds_of_deep_trees_exclude_no_chain),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
