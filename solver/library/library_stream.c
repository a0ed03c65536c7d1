/* SPDX-License-Identifier: MIT */
/* The endless stream: the largest number of processors, the least delay, also on LogP machines, and
 * numbers beside. */
#include <stdlib.h>

#include "solver/count/count.h"
#include "solver/library/library.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"

static enum status find_capacity(steadycast_answer *answer, int latency, int depth,
                                 const char *engine, struct library_run *run,
                                 struct failure *failure) {
    enum status status = instance_check_range(latency, depth, failure);
    if (status)
        return status;
    question_set(&answer->question, KEY_LATENCY, latency);
    question_set(&answer->question, KEY_DEPTH, depth);
    status = library_ask(answer, engine, true, run, failure);
    if (!status && !answer->outcome.lower)
        status = failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    return status;
}

steadycast_status steadycast_capacity(int latency, int depth, const char *engine,
                                      const steadycast_limits *limits, steadycast_answer **answer,
                                      steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new(SUBJECT_CAPACITY, &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    enum status status = find_capacity(result, latency, depth, engine, &run, &failure);
    return library_answer_give(result, status, &failure, answer, error);
}

/* The rest of a question about a delay, whose machine is set. */
static enum status ask_delay(steadycast_answer *answer, mpz_srcptr processors, const char *engine,
                             struct library_run *run, struct failure *failure) {
    if (mpz_cmp_ui(processors, 1) == 0)
        return failure_set(failure, STATUS_INPUT,
                           "processors: 1 is the source alone, which waits for nothing");
    enum status status = question_set_big(&answer->question, KEY_PROCESSORS, processors, failure);
    if (!status)
        status = library_ask(answer, engine, true, run, failure);
    if (!status && !answer->has_outcome)
        status = failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    return status;
}

static enum status find_delay(steadycast_answer *answer, int latency, mpz_srcptr processors,
                              const char *engine, struct library_run *run,
                              struct failure *failure) {
    enum status status = instance_check_range(latency, 0, failure);
    if (status)
        return status;
    question_set(&answer->question, KEY_LATENCY, latency);
    return ask_delay(answer, processors, engine, run, failure);
}

steadycast_status steadycast_delay(int latency, const char *processors, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    mpz_t number;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new(SUBJECT_DELAY, &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (!status)
        status = find_delay(result, latency, number, engine, &run, &failure);
    mpz_clear(number);
    return library_answer_give(result, status, &failure, answer, error);
}

/* A number of the machine, in the range that questions have for it. */
static enum status set_number(steadycast_answer *answer, enum key key, long value,
                              struct failure *failure) {
    enum subject subject = answer->question.subject;
    const struct parameter *parameter =
        &subject_form(subject)->parameters[subject_place(subject, key)];
    enum status status =
        library_range(key_name(key), value, parameter->least, parameter->most, failure);
    if (!status)
        question_set(&answer->question, key, value);
    return status;
}

static enum status find_stream(steadycast_answer *answer, const long numbers[3], long capacity,
                               mpz_srcptr processors, const char *engine, struct library_run *run,
                               struct failure *failure) {
    static const enum key keys[] = {KEY_LATENCY, KEY_OVERHEAD, KEY_GAP};
    enum status status =
        library_range("capacity", capacity, STEADYCAST_FULL, STEADYCAST_NONE, failure);
    for (int i = 0; i < 3 && !status; i++)
        status = set_number(answer, keys[i], numbers[i], failure);
    if (status)
        return status;
    question_set(&answer->question, KEY_CAPACITY, capacity);
    return ask_delay(answer, processors, engine, run, failure);
}

steadycast_status steadycast_stream(int latency, int overhead, int gap,
                                    steadycast_under_way capacity, const char *processors,
                                    const char *engine, const steadycast_limits *limits,
                                    steadycast_answer **answer, steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    const long numbers[] = {latency, overhead, gap};
    mpz_t number;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new(SUBJECT_STREAM, &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (!status)
        status = find_stream(result, numbers, (long)capacity, number, engine, &run, &failure);
    mpz_clear(number);
    return library_answer_give(result, status, &failure, answer, error);
}

steadycast_status steadycast_tree_size(int latency, int depth, char **text,
                                       steadycast_error *error) {
    struct failure failure = {0};
    mpz_t value;
    if (!text)
        return library_refuse(error, "text: NULL");
    mpz_init(value);
    enum status status = instance_check_range(latency, depth, &failure);
    if (!status)
        status = sequence_term(value, latency, depth, NULL, &failure);
    if (!status)
        status = library_text(value, text, &failure);
    mpz_clear(value);
    return library_tell(status, &failure, error);
}

/* Both texts or none. */
static enum status give_counts(mpz_srcptr parikh, mpz_srcptr all, char **multisets, char **words,
                               struct failure *failure) {
    char *first, *second;
    enum status status = library_text(parikh, &first, failure);
    if (status)
        return status;
    status = library_text(all, &second, failure);
    if (status) {
        free(first);
        return status;
    }
    *multisets = first;
    *words = second;
    return STATUS_OK;
}

steadycast_status steadycast_count(int latency, int depth, const steadycast_limits *limits,
                                   char **multisets, char **words, steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    bool finished = false;
    mpz_t parikh, all;
    if (!multisets || !words)
        return library_refuse(error, "%s: NULL", multisets ? "words" : "multisets");
    mpz_inits(parikh, all, (mpz_ptr)NULL);
    library_run_init(&run, limits);
    enum status status =
        count_schedules(latency, depth, &run.limits, parikh, all, &finished, &failure);
    if (!status && !finished)
        status = failure_set(&failure, STATUS_LIMIT, LIMITS_STOPPED);
    if (!status)
        status = give_counts(parikh, all, multisets, words, &failure);
    mpz_clears(parikh, all, (mpz_ptr)NULL);
    return library_tell(status, &failure, error);
}
