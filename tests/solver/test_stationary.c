/* SPDX-License-Identifier: MIT */
/* Stationary schedules: the search against a naive one, what it finds run message by message, all
 * circulations counted, constructions at L = 2, and capacities by two methods. */
#include "solver/question/serve.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/latency_two.h"
#include "solver/stream/stationary/search.h"
#include "tests/naive_periodic.h"
#include "tests/simulate.h"
#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

static const struct limits one_thread = {.threads = 1};

static void assert_serves(const struct schedule *periodic, long processors) {
    struct failure failure;
    mpz_t count;
    mpz_init(count);
    assert_ok(schedule_check(periodic, &failure), failure);
    schedule_processors(periodic, count);
    assert_int_equal(mpz_get_si(count), processors);
    mpz_clear(count);
    if (processors > 400)
        return;
    const char *fault = simulate_periodic(periodic, 4 * (periodic->latency + periodic->depth) +
                                                        2 * periodic->period);
    if (fault)
        fail_msg("L=%d t=%d N=%ld: %s", periodic->latency, periodic->depth, processors, fault);
}

static enum verdict search(int latency, int depth, long processors, const struct limits *limits) {
    struct schedule periodic;
    struct failure failure;
    enum verdict end;
    uint64_t nodes;
    assert_ok(stationary_search(latency, depth, processors, false, limits, &end, &periodic, &nodes,
                                &failure),
              failure);
    if (end == VERDICT_FEASIBLE) {
        assert_serves(&periodic, processors);
        schedule_clear(&periodic);
    }
    return end;
}

static bool is_small(int latency, int depth, int processors) {
    double words = 1;
    for (int i = 0; i < processors; i++)
        words *= depth - latency + 2;
    return words < 2e5;
}

/* Every N, also those that the prices exclude and those far below the bound. */
static void search_agrees_with_the_naive_one(void **state) {
    int counts[2] = {0, 0};
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency; depth <= 9; depth++)
            for (int processors = 1; processors <= 8; processors++) {
                if (!is_small(latency, depth, processors))
                    continue;
                bool exists = naive_periodic_exists(latency, depth, processors, 1, true);
                enum verdict end = search(latency, depth, processors, &one_thread);
                if (end != (exists ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE))
                    fail_msg("L=%d t=%d N=%d: naive %d, search %d", latency, depth, processors,
                             exists, (int)end);
                counts[exists]++;
            }
    assert_true(counts[0] > 20 && counts[1] > 20);
}

/* The paper's depths at L = 2 and below: every N up to the capacity but (4,5) and (5,8). */
static void search_reaches_every_number_at_two(void **state) {
    (void)state;
    for (int depth = 2; depth <= 9; depth++) {
        mpz_t capacity;
        struct failure failure;
        mpz_init(capacity);
        assert_ok(latency_two_capacity(capacity, depth, &failure), failure);
        for (long n = 1; n <= mpz_get_si(capacity); n++) {
            bool exception = (depth == 4 && n == 5) || (depth == 5 && n == 8);
            assert_int_equal(search(2, depth, n, &one_thread),
                             exception ? VERDICT_INFEASIBLE : VERDICT_FEASIBLE);
        }
        assert_int_equal(search(2, depth, mpz_get_si(capacity) + 1, &one_thread),
                         VERDICT_INFEASIBLE);
        mpz_clear(capacity);
    }
    for (int depth = 10; depth <= 16; depth += 2) {
        mpz_t capacity;
        mpz_init(capacity);
        assert_int_equal(latency_two_capacity(capacity, depth, NULL), STATUS_OK);
        assert_int_equal(search(2, depth, mpz_get_si(capacity), &one_thread), VERDICT_FEASIBLE);
        mpz_clear(capacity);
    }
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void limits_are_never_impossible(void **state) {
    struct limits few = {.threads = 1, .nodes = 5};
    struct limits stopped = {.threads = 1, .stop = stop_at_once};
    struct failure failure;
    enum verdict end = VERDICT_INFEASIBLE;
    struct schedule periodic;
    uint64_t nodes = 0;
    (void)state;
    assert_ok(stationary_search(2, 8, 31, false, &few, &end, &periodic, &nodes, &failure), failure);
    assert_int_equal(end, VERDICT_UNKNOWN);
    assert_true(nodes > 0);
    enum status status =
        stationary_search(2, 8, 31, false, &stopped, &end, &periodic, &nodes, &failure);
    assert_true(status == STATUS_LIMIT || (status == STATUS_OK && end == VERDICT_UNKNOWN));
}

static bool count_one(void *context, const struct schedule *periodic) {
    struct failure failure;
    assert_ok(schedule_check(periodic, &failure), failure);
    ++*(long *)context;
    return true;
}

static long count_all(int latency, int depth, long processors) {
    struct failure failure;
    enum verdict end;
    long count = 0;
    assert_ok(
        stationary_all(latency, depth, processors, &one_thread, count_one, &count, &end, &failure),
        failure);
    assert_int_equal(end, VERDICT_INFEASIBLE);
    return count;
}

static void all_schedules_of_the_exception(void **state) {
    (void)state;
    assert_int_equal(count_all(4, 8, 7), 2);
    assert_int_equal(count_all(6, 12, 9), 8);
    assert_int_equal(count_all(2, 4, 5), 0);
    assert_int_equal(count_all(2, 6, 13), 1);
}

static void exception_words_serve(void **state) {
    struct schedule periodic;
    struct failure failure;
    (void)state;
    for (int latency = 4; latency <= 3000; latency += latency < 60 ? 2 : 294) {
        assert_ok(exception_schedule(&periodic, latency, &failure), failure);
        assert_serves(&periodic, latency + 3);
        schedule_clear(&periodic);
    }
    assert_int_equal(exception_schedule(&periodic, 5, &failure), STATUS_INPUT);
    assert_int_equal(exception_schedule(&periodic, 2, &failure), STATUS_INPUT);
}

/* N = 1..1299 without a gap, run message by message up to 400 processors; then single large
 * ones. */
static void construction_serves_every_number(void **state) {
    struct schedule periodic;
    struct failure failure;
    mpz_t processors;
    int depth = 0;
    (void)state;
    mpz_init(processors);
    for (long n = 1; n <= 1299; n++) {
        mpz_set_si(processors, n);
        assert_ok(latency_two_depth(processors, &depth, &failure), failure);
        assert_ok(latency_two_schedule(&periodic, processors, &failure), failure);
        assert_int_equal(periodic.depth, depth);
        assert_serves(&periodic, n);
        schedule_clear(&periodic);
    }
    mpz_ui_pow_ui(processors, 10, 60);
    assert_ok(latency_two_schedule(&periodic, processors, &failure), failure);
    assert_ok(schedule_check(&periodic, &failure), failure);
    schedule_clear(&periodic);
    mpz_set_ui(processors, 0);
    assert_int_equal(latency_two_schedule(&periodic, processors, &failure), STATUS_INPUT);
    mpz_ui_pow_ui(processors, 10, 1000);
    assert_int_equal(latency_two_schedule(&periodic, processors, &failure), STATUS_LIMIT);
    mpz_clear(processors);
}

/* One value, send or count changed: the check accepts exactly what runs. */
static void check_knows_what_runs(void **state) {
    uint64_t random = random_seed();
    int accepted = 0, refused = 0;
    (void)state;
    for (int round = 0; round < 4000; round++) {
        struct schedule periodic;
        struct failure failure;
        mpz_t processors;
        mpz_init_set_si(processors, 2 + random_below(&random, 30));
        assert_ok(latency_two_schedule(&periodic, processors, &failure), failure);
        struct word_class *class = &periodic.words[random_below(&random, (int)periodic.word_count)];
        int p = random_below(&random, (int)class->length);
        switch (random_below(&random, 3)) {
        case 0:
            class->values[p] = random_below(&random, periodic.depth + 1);
            break;
        case 1:
            class->sends[p] = 2 + random_below(&random, periodic.depth);
            break;
        default:
            mpz_set_si(class->count, 1 + random_below(&random, 3));
        }
        bool good = schedule_check(&periodic, &failure) == STATUS_OK;
        const char *fault = simulate_periodic(&periodic, 4 * (periodic.latency + periodic.depth) +
                                                             4 * periodic.period);
        if (good != !fault)
            fail_msg("t=%d: the check says %d, it runs: %s", periodic.depth, good,
                     fault ? fault : "well");
        accepted += good;
        refused += !good;
        schedule_clear(&periodic);
        mpz_clear(processors);
    }
    assert_true(accepted > 100 && refused > 100);
}

static void assert_capacity(int latency, int depth, const char *engine, long expected) {
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM], text[40], number[20];
    struct failure failure;
    snprintf(text, sizeof text, "capacity latency %d depth %d", latency, depth);
    snprintf(number, sizeof number, "%ld", expected);
    struct outcome outcome = test_answer(text, engine, &one_thread);
    assert_string_equal(outcome.lower, number);
    assert_string_equal(outcome.upper, number);
    test_path(path, "capacity.cert");
    assert_ok(evidence_write(outcome.schedule, path, true, NULL, &failure), failure);
    snprintf(claim, sizeof claim, "L=%d t=", latency);
    assert_verified(path, claim);
    assert_ok(evidence_write(outcome.bound, path, true, NULL, &failure), failure);
    snprintf(claim, sizeof claim,
             "postal L=%d t=%d: no schedule, periodic or not, with delay L+t = %d reaches more "
             "than %ld processors",
             latency, depth, latency + depth, expected);
    assert_verified(path, claim);
    outcome_clear(&outcome);
}

static void capacities_by_two_methods(void **state) {
    static const long two[] = {1, 1, 2, 3, 5, 8, 13, 20, 31, 48, 76, 121, 194};
    static const long three[] = {1, 1, 1, 2, 3, 4, 6, 9, 13, 19};
    static const char *const engines[] = {"construction", "search"};
    (void)state;
    for (int e = 0; e < 2; e++) {
        for (int depth = 0; depth <= 12; depth++)
            assert_capacity(2, depth, engines[e], two[depth]);
        for (int depth = 0; depth <= 9; depth++)
            assert_capacity(3, depth, engines[e], three[depth]);
        for (int depth = 0; depth <= 5; depth++)
            assert_capacity(1, depth, engines[e], 1L << depth);
    }
    assert_capacity(4, 8, "search", 7);
}

/* Every engine, every class; no two may contradict each other, and certificates are verified. */
static void engines_agree(void **state) {
    static serve_engine *const engines[] = {serve_construction, serve_search, serve_sat};
    enum { ENGINES = sizeof engines / sizeof *engines };
    static const enum schedule_class classes[] = {CLASS_STATIONARY, CLASS_PERIODIC, CLASS_ANY};
    int unknown = 0, decided = 0;
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = 0; depth <= 7; depth++)
            for (long n = 1; n <= 9; n++)
                for (int class = 0; class < 3; class ++) {
                    mpz_t processors;
                    enum verdict known = VERDICT_UNKNOWN;
                    mpz_init_set_si(processors, n);
                    const struct stream_asked asked = {
                        .machine = {.logp = {latency, 0, 1}, .ports = 1},
                        .depth = depth,
                        .processors = {*processors},
                        .class = classes[class],
                        .period = 2};
                    for (int i = 0; i < ENGINES; i++) {
                        struct outcome outcome;
                        struct failure failure;
                        char path[TEST_PATH_ROOM], claim[40];
                        outcome = (struct outcome){.by = ""};
                        enum status status = engines[i](&asked, &one_thread, &outcome, &failure);
                        if (status == STATUS_LIMIT) {
                            outcome_clear(&outcome);
                            continue;
                        }
                        assert_ok(status, failure);
                        if (outcome.verdict != VERDICT_UNKNOWN) {
                            if (known != VERDICT_UNKNOWN)
                                assert_int_equal(outcome.verdict, known);
                            known = outcome.verdict;
                            write_proof(&outcome, test_path(path, "serve.cert"));
                            snprintf(claim, sizeof claim,
                                     "%sL=%d t=", outcome_prices(&outcome) ? "postal " : "",
                                     latency);
                            if (n % 3 == 1)
                                assert_verified(path, claim);
                        }
                        outcome_clear(&outcome);
                    }
                    unknown += known == VERDICT_UNKNOWN;
                    decided += known != VERDICT_UNKNOWN;
                    mpz_clear(processors);
                }
    assert_true(decided > 20 * unknown);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_agrees_with_the_naive_one),
        cmocka_unit_test(search_reaches_every_number_at_two),
        cmocka_unit_test(limits_are_never_impossible),
        cmocka_unit_test(all_schedules_of_the_exception),
        cmocka_unit_test(exception_words_serve),
        cmocka_unit_test(construction_serves_every_number),
        cmocka_unit_test(check_knows_what_runs),
        cmocka_unit_test(capacities_by_two_methods),
        cmocka_unit_test(engines_agree),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
