/* SPDX-License-Identifier: MIT */
/* Many threads that ask different questions at the same time get what one thread gets alone: the
 * same answers, numbers, nodes and bytes of certificates. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/automata/random.h"
#include "tests/library/library_test.h"

enum { THREADS = 8, TEXT_ROOM = 4096, LINEAR_PROGRAMS = 3 /* come first */ };

struct question {
    enum { DECIDE, SERVE, CAPACITY, DELAY, ITEMS, SINGLE, COUNT } what;
    const char *engine;
    int first, second, third, fourth;
    const char *processors;
};

/* Every engine, and those with libraries behind them several times. */
static const struct question questions[] = {
    {CAPACITY, "search", 2, 8, 0, 0, NULL},
    {CAPACITY, "search", 2, 7, 0, 0, NULL},
    {CAPACITY, "search", 3, 8, 0, 0, NULL},
    {DECIDE, "sat", 4, 8, 0, 0, NULL},
    {DECIDE, "sat", 6, 12, 0, 0, NULL},
    {DECIDE, "sat", 3, 9, 0, 0, NULL},
    {DECIDE, "backtrack", 4, 8, 0, 0, NULL},
    {DECIDE, "backtrack", 4, 12, 0, 0, NULL},
    {DECIDE, "arithmetic", 5, 30, 0, 0, NULL},
    {DECIDE, "arithmetic", 4, 300, 0, 0, NULL},
    {DECIDE, "paper", 5, 15, 0, 0, NULL},
    {SERVE, NULL, 2, 6, STEADYCAST_BLOCKS, 0, "12"},
    {SERVE, NULL, 2, 4, STEADYCAST_PERIODIC, 2, "5"},
    {SERVE, NULL, 2, 5, STEADYCAST_STATIONARY, 0, "8"},
    {SERVE, NULL, 2, 7, STEADYCAST_ANY, 0, "20"},
    {CAPACITY, NULL, 2, 20, 0, 0, NULL},
    {DELAY, NULL, 3, 0, 0, 0, "1000000007"},
    {DELAY, "search", 3, 0, 0, 0, "40"},
    {ITEMS, NULL, 3, 1, 10, 8, NULL},
    {ITEMS, "sat", 1, 1, 6, 3, NULL},
    {ITEMS, NULL, 2, 1, 9, 5, NULL},
    {SINGLE, NULL, 6, 2, 4, 0, "1000"},
    {COUNT, NULL, 4, 14, 0, 0, NULL},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

/* What was answered, all in one text. */
struct outcome {
    char head[TEXT_ROOM];
    char *certificates[2];
};

/* Without cmocka, which serves one thread only: NULL, or what went wrong. */
static const char *ask(const struct question *q, const steadycast_limits *limits,
                       struct outcome *outcome, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status = STEADYCAST_INTERNAL;
    switch (q->what) {
    case DECIDE:
        status = steadycast_decide(q->first, q->second, q->engine, limits, &answer, error);
        break;
    case SERVE:
        status = steadycast_serve(q->first, q->second, q->processors, (steadycast_class)q->third,
                                  q->fourth, q->engine, limits, &answer, error);
        break;
    case CAPACITY:
        status = steadycast_capacity(q->first, q->second, q->engine, limits, &answer, error);
        break;
    case DELAY:
        status = steadycast_delay(q->first, q->processors, q->engine, limits, &answer, error);
        break;
    case ITEMS:
        status = steadycast_items(q->first, q->second, q->third, q->fourth, 0, q->engine, limits,
                                  &answer, error);
        break;
    case SINGLE:
        status =
            steadycast_single(q->first, q->second, q->third, q->processors, limits, &answer, error);
        break;
    case COUNT:
        return steadycast_count(q->first, q->second, limits, &outcome->certificates[0],
                                &outcome->certificates[1], error)
                   ? error->message
                   : NULL;
    }
    if (status)
        return error->message;
    const char *lower = steadycast_answer_lower(answer), *upper = steadycast_answer_upper(answer);
    snprintf(outcome->head, TEXT_ROOM, "verdict %d engine %s reason %s nodes %lu lower %s upper %s",
             (int)steadycast_answer_verdict(answer), steadycast_answer_engine(answer),
             steadycast_answer_reason(answer), steadycast_answer_nodes(answer), lower ? lower : "",
             upper ? upper : "");
    for (int side = STEADYCAST_SCHEDULE; side <= STEADYCAST_PROOF && !status; side++)
        if (steadycast_answer_kind(answer, (steadycast_side)side))
            status = steadycast_answer_text(answer, (steadycast_side)side, limits,
                                            &outcome->certificates[side], NULL, error);
    steadycast_answer_free(answer);
    return status ? error->message : NULL;
}

static void outcome_clear(struct outcome *outcome) {
    steadycast_free(outcome->certificates[0]);
    steadycast_free(outcome->certificates[1]);
}

static int differ(const char *a, const char *b) {
    return !a != !b || (a && strcmp(a, b) != 0);
}

struct worker {
    pthread_t thread;
    int number;
    int first; /* of the questions, and how many from there on */
    int count;
    int rounds;
    pthread_barrier_t *start;
    const steadycast_limits *limits;
    const struct outcome *expected;
    char fault[TEXT_ROOM];
};

/* The questions, beginning somewhere else in each thread. */
static void *work(void *context) {
    struct worker *worker = context;
    pthread_barrier_wait(worker->start);
    for (int i = 0; i < worker->rounds * worker->count && !*worker->fault; i++) {
        int q = worker->first + (worker->number * 5 + i * (1 + worker->number % 2)) % worker->count;
        struct outcome outcome = {.head = ""};
        steadycast_error error;
        const char *fault = ask(&questions[q], worker->limits, &outcome, &error);
        if (!fault && strcmp(outcome.head, worker->expected[q].head) != 0)
            fault = outcome.head;
        for (int side = 0; side < 2 && !fault; side++)
            if (differ(outcome.certificates[side], worker->expected[q].certificates[side]))
                fault = "another certificate";
        if (fault)
            snprintf(worker->fault, sizeof worker->fault, "question %d: %.2000s; alone: %.1900s", q,
                     fault, worker->expected[q].head);
        outcome_clear(&outcome);
    }
    return NULL;
}

static void run_threads(const struct outcome *expected, int first, int count, int rounds,
                        int threads_each) {
    static struct worker workers[THREADS];
    pthread_barrier_t start;
    steadycast_error error;
    steadycast_limits *limits = steadycast_limits_new();
    assert_non_null(limits);
    assert_done(steadycast_limits_set_threads(limits, threads_each, &error), error);
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.number = i,
                                     .first = first,
                                     .count = count,
                                     .rounds = rounds,
                                     .start = &start,
                                     .limits = limits,
                                     .expected = expected};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < THREADS; i++)
        if (*workers[i].fault)
            fail_msg("thread %d: %s", i, workers[i].fault);
    steadycast_limits_free(limits);
}

static void threads_get_what_one_gets(void **state) {
    static struct outcome expected[QUESTIONS];
    steadycast_error error;
    (void)state;
    int first = STEADYCAST_LP_BUILT ? 0 : LINEAR_PROGRAMS;
    if (first)
        print_message("SKIPPED: steadycast-lp is not built, linear programs are not tried\n");
    for (int q = first; q < QUESTIONS; q++) {
        const char *fault = ask(&questions[q], NULL, &expected[q], &error);
        if (fault)
            fail_msg("question %d: %s", q, fault);
        if (!expected[q].certificates[0] && !expected[q].certificates[1])
            fail_msg("question %d has no certificate: %s", q, expected[q].head);
    }
    if (!first)
        run_threads(expected, 0, LINEAR_PROGRAMS, (int)random_rounds(), 1);
    run_threads(expected, first, QUESTIONS - first, 1, 1);
    run_threads(expected, first, QUESTIONS - first, 1, 2);
    for (int q = first; q < QUESTIONS; q++)
        outcome_clear(&expected[q]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_get_what_one_gets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
