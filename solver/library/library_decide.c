/* SPDX-License-Identifier: MIT */
/* Is there a schedule? */
#include <stdio.h>

#include "solver/library/library.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"

enum { MOST_PERIOD = 1000000 };

static enum status decide(steadycast_answer *answer, int latency, int depth, const char *engine,
                          struct library_run *run, struct failure *failure) {
    enum status status = instance_check_range(latency, depth, failure);
    if (status)
        return status;
    question_set(&answer->question, KEY_LATENCY, latency);
    question_set(&answer->question, KEY_DEPTH, depth);
    return library_ask(answer, engine, true, run, failure);
}

steadycast_status steadycast_decide(int latency, int depth, const char *engine,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new(SUBJECT_DECIDE, &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    enum status status = decide(result, latency, depth, engine, &run, &failure);
    return library_answer_give(result, status, &failure, answer, error);
}

/* Is it the whole tree that is asked for, and not a pruned one? */
static enum status is_whole(int latency, int depth, mpz_srcptr processors, bool *whole,
                            struct failure *failure) {
    mpz_t tree;
    mpz_init(tree);
    enum status status = sequence_term(tree, latency, depth, NULL, failure);
    *whole = mpz_cmp(tree, processors) == 0;
    mpz_clear(tree);
    return status;
}

static enum status check_serve(int latency, int depth, steadycast_class schedules, int period,
                               struct failure *failure) {
    enum status status = instance_check_range(latency, depth, failure);
    if (!status)
        status =
            library_range("schedules", (long)schedules, STEADYCAST_BLOCKS, STEADYCAST_ANY, failure);
    bool periodic = schedules == STEADYCAST_PERIODIC;
    if (!status)
        status = library_range("period", period, periodic, periodic ? MOST_PERIOD : 0, failure);
    return status;
}

/* Blocks for P(t) processors are the question of decide. */
static enum status serve(steadycast_answer *answer, int latency, int depth, mpz_srcptr processors,
                         steadycast_class schedules, int period, const char *engine,
                         struct library_run *run, struct failure *failure) {
    static const char *const classes[] = {[STEADYCAST_BLOCKS] = "block-cyclic",
                                          [STEADYCAST_STATIONARY] = "stationary",
                                          [STEADYCAST_ANY] = "any"};
    char class[32];
    bool whole = false;
    enum status status = check_serve(latency, depth, schedules, period, failure);
    if (!status && schedules == STEADYCAST_BLOCKS)
        status = is_whole(latency, depth, processors, &whole, failure);
    if (status)
        return status;
    if (whole) {
        question_init(&answer->question, SUBJECT_DECIDE);
        return decide(answer, latency, depth, engine, run, failure);
    }
    if (schedules == STEADYCAST_PERIODIC)
        snprintf(class, sizeof class, "periodic:%d", period);
    else
        snprintf(class, sizeof class, "%s", classes[schedules]);
    question_set(&answer->question, KEY_LATENCY, latency);
    question_set(&answer->question, KEY_DEPTH, depth);
    status = question_set_big(&answer->question, KEY_SERVED, processors, failure);
    if (!status)
        status = question_read_value(&answer->question, KEY_SCHEDULE, class, failure);
    return status ? status : library_ask(answer, engine, false, run, failure);
}

steadycast_status steadycast_serve(int latency, int depth, const char *processors,
                                   steadycast_class schedules, int period, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    mpz_t number;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new(SUBJECT_SERVE, &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (!status)
        status = serve(result, latency, depth, number, schedules, period, engine, &run, &failure);
    mpz_clear(number);
    return library_answer_give(result, status, &failure, answer, error);
}
