/* SPDX-License-Identifier: MIT */
/* Any question, by its text; and the questions that have a function of their own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/count/count.h"
#include "solver/library/library.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"

enum { MOST_PERIOD = 1000000, SINGLE_WORDS = 200 };

/* Relative names of files stand below the working directory. */
static enum status ask(steadycast_answer *answer, const char *text, const char *engine,
                       const steadycast_limits *limits, struct failure *failure) {
    struct library_run run;
    struct question question;
    enum status status = question_parse(&question, text, NULL, failure);
    if (status)
        return status;
    question_clear(&answer->question);
    answer->question = question;
    status = engine_check(&question, failure);
    library_run_init(&run, limits);
    /* of classes of schedules one engine after the other is asked until one knows */
    return status ? status
                  : library_ask(answer, engine, question.subject != SUBJECT_SERVE, &run, failure);
}

steadycast_status steadycast_ask(const char *question, const char *engine,
                                 const steadycast_limits *limits, steadycast_answer **answer,
                                 steadycast_error *error) {
    struct failure failure = {0};
    if (!answer || !question)
        return library_refuse(error, "%s: NULL", answer ? "question" : "answer");
    steadycast_answer *result = library_answer_new(&failure);
    if (!result)
        return library_report(failure.status, &failure, error);
    enum status status = ask(result, question, engine, limits, &failure);
    return library_answer_give(result, status, &failure, answer, error);
}

/* --- a text of numbers --- */

/* A question with one number of any size, `processors`, in the place of %s. */
static steadycast_status ask_big(const char *format, const char *processors, const char *engine,
                                 const steadycast_limits *limits, steadycast_answer **answer,
                                 steadycast_error *error) {
    struct failure failure;
    mpz_t number;
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    mpz_clear(number);
    if (status)
        return library_report(status, &failure, error);
    size_t room = strlen(format) + strlen(processors) + 1;
    char *text = memory_new(room, 1);
    if (!text)
        return library_report(failure_memory(&failure, "a question"), &failure, error);
    snprintf(text, room, "%s%s", format, processors);
    steadycast_status given = steadycast_ask(text, engine, limits, answer, error);
    free(text);
    return given;
}

steadycast_status steadycast_decide(int latency, int depth, const char *engine,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error) {
    char text[SINGLE_WORDS];
    snprintf(text, sizeof text, "decide latency %d depth %d", latency, depth);
    return steadycast_ask(text, engine, limits, answer, error);
}

/* Is it the whole tree that is asked for, and not a pruned one? */
static enum status is_whole(int latency, int depth, const char *processors, bool *whole,
                            struct failure *failure) {
    mpz_t tree, number;
    mpz_inits(tree, number, NULL);
    enum status status = library_number("processors", processors, number, failure);
    if (!status)
        status = instance_check_range(latency, depth, failure);
    if (!status)
        status = sequence_term(tree, latency, depth, NULL, failure);
    *whole = mpz_cmp(tree, number) == 0;
    mpz_clears(tree, number, NULL);
    return status;
}

steadycast_status steadycast_serve(int latency, int depth, const char *processors,
                                   steadycast_class schedules, int period, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error) {
    static const char *const classes[] = {[STEADYCAST_BLOCKS] = "block-cyclic",
                                          [STEADYCAST_STATIONARY] = "stationary",
                                          [STEADYCAST_PERIODIC] = "periodic",
                                          [STEADYCAST_ANY] = "any"};
    struct failure failure;
    bool periodic = schedules == STEADYCAST_PERIODIC, whole = false;
    char text[SINGLE_WORDS], number[16] = "";
    enum status status =
        library_range("schedules", (long)schedules, STEADYCAST_BLOCKS, STEADYCAST_ANY, &failure);
    if (!status)
        status = library_range("period", period, periodic, periodic ? MOST_PERIOD : 0, &failure);
    if (!status && schedules == STEADYCAST_BLOCKS)
        status = is_whole(latency, depth, processors, &whole, &failure);
    if (status)
        return library_report(status, &failure, error);
    if (whole)
        return steadycast_decide(latency, depth, engine, limits, answer, error);
    if (periodic)
        snprintf(number, sizeof number, ":%d", period);
    snprintf(text, sizeof text, "serve latency %d depth %d schedule %s%s served ", latency, depth,
             classes[schedules], number);
    return ask_big(text, processors, engine, limits, answer, error);
}

steadycast_status steadycast_capacity(int latency, int depth, const char *engine,
                                      const steadycast_limits *limits, steadycast_answer **answer,
                                      steadycast_error *error) {
    char text[SINGLE_WORDS];
    snprintf(text, sizeof text, "capacity latency %d depth %d", latency, depth);
    return steadycast_ask(text, engine, limits, answer, error);
}

steadycast_status steadycast_delay(int latency, const char *processors, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error) {
    char text[SINGLE_WORDS];
    snprintf(text, sizeof text, "delay latency %d processors ", latency);
    return ask_big(text, processors, engine, limits, answer, error);
}

steadycast_status steadycast_stream(int latency, int overhead, int gap,
                                    steadycast_under_way capacity, const char *processors,
                                    const char *engine, const steadycast_limits *limits,
                                    steadycast_answer **answer, steadycast_error *error) {
    struct failure failure;
    char text[SINGLE_WORDS];
    enum status status =
        library_range("capacity", (long)capacity, STEADYCAST_FULL, STEADYCAST_NONE, &failure);
    if (status)
        return library_report(status, &failure, error);
    snprintf(text, sizeof text, "delay latency %d overhead %d gap %d capacity %s processors ",
             latency, overhead, gap, logp_capacity_names[capacity]);
    return ask_big(text, processors, engine, limits, answer, error);
}

steadycast_status steadycast_items(int latency, int ports, int processors, int items, int options,
                                   const char *engine, const steadycast_limits *limits,
                                   steadycast_answer **answer, steadycast_error *error) {
    struct failure failure;
    char text[SINGLE_WORDS];
    enum status status = library_range("options", options, 0, STEADYCAST_SINGLE_SENDING, &failure);
    if (!status)
        status = library_range("processors", processors, 2, MESSAGES_MOST_PROCESSORS + 1, &failure);
    if (status)
        return library_report(status, &failure, error);
    snprintf(text, sizeof text, "broadcast latency %d ports %d sends %s processors %d items %d",
             latency, ports, options ? "single" : "any", processors, items);
    return steadycast_ask(text, engine, limits, answer, error);
}

/* For more processors than a list may have the time is known as well: the tree has it, though
 * nobody builds it. */
static enum status settle_single(steadycast_answer *answer, struct failure *failure) {
    if (answer->outcome.upper || !answer->outcome.lower)
        return STATUS_OK;
    answer->verdict = STEADYCAST_SETTLED;
    answer->reason[0] = 0;
    answer->outcome.verdict = VERDICT_SETTLED;
    answer->outcome.upper = strdup(answer->outcome.lower);
    return answer->outcome.upper ? STATUS_OK : failure_memory(failure, "an answer");
}

steadycast_status steadycast_single(int latency, int overhead, int gap, const char *processors,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error) {
    struct failure failure = {0};
    steadycast_answer *result = NULL;
    char text[SINGLE_WORDS];
    if (!answer)
        return library_refuse(error, "answer: NULL");
    snprintf(text, sizeof text, "broadcast latency %d overhead %d gap %d processors ", latency,
             overhead, gap);
    steadycast_status asked = ask_big(text, processors, "tree", limits, &result, error);
    return asked ? asked
                 : library_answer_give(result, settle_single(result, &failure), &failure, answer,
                                       error);
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
    return library_report(status, &failure, error);
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
    return library_report(status, &failure, error);
}
