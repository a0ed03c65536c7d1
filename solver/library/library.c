/* SPDX-License-Identifier: MIT */
#include "solver/library/library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/processors.h"
#include "solver/count/count.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"

_Static_assert(STEADYCAST_OK == (int)STATUS_OK && STEADYCAST_INPUT == (int)STATUS_INPUT &&
                   STEADYCAST_LIMIT == (int)STATUS_LIMIT &&
                   STEADYCAST_SYSTEM == (int)STATUS_SYSTEM &&
                   STEADYCAST_INTERNAL == (int)STATUS_INTERNAL &&
                   STEADYCAST_MEMORY == (int)STATUS_MEMORY,
               "the statuses of the library are those of its parts");
_Static_assert(sizeof((steadycast_error *)NULL)->message == sizeof((struct failure *)NULL)->message,
               "messages are copied whole");

int steadycast_version_number(void) {
    return STEADYCAST_VERSION_NUMBER;
}

const char *steadycast_version_text(void) {
    return STEADYCAST_VERSION;
}

const char *steadycast_status_name(steadycast_status status) {
    bool known = (int)status >= STEADYCAST_OK && (int)status <= STEADYCAST_MEMORY;
    return known ? status_name((enum status)status) : "unknown";
}

void steadycast_free(void *text) {
    free(text);
}

/* Messages are one line, whatever text they quote. */
steadycast_status library_report(enum status status, const struct failure *failure,
                                 steadycast_error *error) {
    if (status && error) {
        error->status = (steadycast_status)status;
        memcpy(error->message, failure->message, sizeof error->message);
        for (char *c = error->message; *c; c++)
            if ((unsigned char)*c < ' ' || *c == 127)
                *c = '?';
    }
    return (steadycast_status)status;
}

steadycast_status library_refuse(steadycast_error *error, const char *format, ...) {
    struct failure failure = {.status = STATUS_INPUT};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure.message, sizeof failure.message, format, arguments);
    va_end(arguments);
    return library_report(STATUS_INPUT, &failure, error);
}

/* A number in a range, for messages as `name`. */
static enum status library_range(const char *name, long number, long least, long most,
                                 struct failure *failure) {
    if (number >= least && number <= most)
        return STATUS_OK;
    return failure_input(failure, "%s: %ld is not in %ld..%ld", name, number, least, most);
}

/* A number of the public header, from 1 on, `name` for messages; `number` is initialised.
 * STATUS_INPUT for anything else, NULL too. */
static enum status library_number(const char *name, const char *text, mpz_ptr number,
                                  struct failure *failure) {
    size_t digits = text ? strspn(text, "0123456789") : 0;
    if (digits > 0 && !text[digits] && digits <= LIBRARY_MOST_DIGITS &&
        mpz_set_str(number, text, 10) == 0 && mpz_sgn(number) > 0)
        return STATUS_OK;
    return failure_input(
        failure, "%s: %s%.40s%s is no number from 1 on, of at most %d decimal digits", name,
        text ? "'" : "", text ? text : "NULL", text ? "'" : "", LIBRARY_MOST_DIGITS);
}

/* A decimal text of the caller's own; STATUS_MEMORY when there is no memory. */
static enum status library_text(mpz_srcptr number, char **text, struct failure *failure) {
    char *result = memory_new(mpz_sizeinbase(number, 10) + 2, 1);
    TRY(memory_check(result, failure, "a number"));
    *text = mpz_get_str(result, 10, number);
    return STATUS_OK;
}

enum { MOST_THREADS = 4096, MOST_SECONDS = 1000000000 };

struct steadycast_limits {
    int threads;
    unsigned long nodes;
    double seconds;
    steadycast_stop *stop;
    void *stop_context;
    steadycast_report *report;
    void *report_context;
    atomic_bool stopped; /* by steadycast_limits_stop */
};

steadycast_limits *steadycast_limits_new(void) {
    return memory_new(1, sizeof(steadycast_limits));
}

void steadycast_limits_free(steadycast_limits *limits) {
    free(limits);
}

int steadycast_processors(void) {
    return processors_available();
}

static steadycast_status no_limits(steadycast_error *error) {
    return library_refuse(error, "limits: NULL can't be changed");
}

steadycast_status steadycast_limits_set_threads(steadycast_limits *limits, int threads,
                                                steadycast_error *error) {
    struct failure failure;
    if (!limits)
        return no_limits(error);
    enum status status = library_range("threads", threads, 0, MOST_THREADS, &failure);
    if (!status)
        limits->threads = threads;
    return library_report(status, &failure, error);
}

steadycast_status steadycast_limits_set_nodes(steadycast_limits *limits, unsigned long nodes,
                                              steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    limits->nodes = nodes;
    return STEADYCAST_OK;
}

steadycast_status steadycast_limits_set_seconds(steadycast_limits *limits, double seconds,
                                                steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    if (!(seconds >= 0 && seconds <= MOST_SECONDS)) /* what is not a number as well */
        return library_refuse(error, "seconds: %g is not in 0..%d", seconds, MOST_SECONDS);
    limits->seconds = seconds;
    return STEADYCAST_OK;
}

steadycast_status steadycast_limits_set_stop(steadycast_limits *limits, steadycast_stop *stop,
                                             void *context, steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    limits->stop = stop;
    limits->stop_context = context;
    return STEADYCAST_OK;
}

steadycast_status steadycast_limits_set_report(steadycast_limits *limits, steadycast_report *report,
                                               void *context, steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    limits->report = report;
    limits->report_context = context;
    return STEADYCAST_OK;
}

void steadycast_limits_stop(steadycast_limits *limits) {
    if (limits)
        atomic_store(&limits->stopped, true);
}

static bool is_over(const struct timespec *end) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

static bool must_stop(void *context) {
    struct library_run *run = context;
    const steadycast_limits *asked = run->asked;
    if (atomic_load(&run->stopped))
        return true;
    if (atomic_load(&asked->stopped) || (asked->seconds > 0 && is_over(&run->end)) ||
        (asked->stop && asked->stop(asked->stop_context)))
        atomic_store(&run->stopped, true);
    return atomic_load(&run->stopped);
}

static void report(void *context, const struct progress *progress) {
    const struct library_run *run = context;
    steadycast_progress reported = {progress->task, progress->done, progress->total,
                                    progress->nodes};
    run->asked->report(run->asked->report_context, &reported);
}

void library_run_init(struct library_run *run, const steadycast_limits *asked) {
    run->asked = asked;
    run->limits = (struct limits){0};
    atomic_init(&run->stopped, false);
    if (!asked)
        return;
    clock_gettime(CLOCK_MONOTONIC, &run->end);
    long whole = (long)asked->seconds;
    run->end.tv_sec += whole;
    run->end.tv_nsec += (long)((asked->seconds - (double)whole) * 1e9);
    run->end.tv_sec += run->end.tv_nsec / 1000000000;
    run->end.tv_nsec %= 1000000000;
    run->limits = (struct limits){.threads = asked->threads,
                                  .nodes = asked->nodes,
                                  .stop = must_stop,
                                  .report = asked->report ? report : NULL,
                                  .context = run};
}

/* Any question, by its text; and the questions that have a function of their own. */

enum { MOST_PERIOD = 1000000, SINGLE_WORDS = 200 };

/* Relative names of files stand below the working directory. */
static enum status ask(steadycast_answer *answer, const char *text, const char *engine,
                       const steadycast_limits *limits, struct failure *failure) {
    struct library_run run;
    struct question question;
    TRY(question_parse(&question, text, failure));
    question_clear(&answer->question);
    answer->question = question;
    TRY(engine_check(&question, failure));
    library_run_init(&run, limits);
    /* of classes of schedules one engine after the other is asked until one knows */
    return library_ask(answer, engine, question.subject != SUBJECT_SERVE, &run, failure);
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
    BIG(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (status)
        return library_report(status, &failure, error);
    size_t room = strlen(format) + strlen(processors) + 1;
    FREED char *text = memory_new(room, 1);
    if (!text)
        return library_report(failure_memory(&failure, "a question"), &failure, error);
    snprintf(text, room, "%s%s", format, processors);
    return steadycast_ask(text, engine, limits, answer, error);
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
    BIG(tree, number);
    TRY(library_number("processors", processors, number, failure));
    TRY(instance_check_range(latency, depth, failure));
    TRY(sequence_term(tree, latency, depth, NULL, failure));
    *whole = mpz_cmp(tree, number) == 0;
    return STATUS_OK;
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
    if (!text)
        return library_refuse(error, "text: NULL");
    BIG(value);
    enum status status = instance_check_range(latency, depth, &failure);
    if (!status)
        status = sequence_term(value, latency, depth, NULL, &failure);
    if (!status)
        status = library_text(value, text, &failure);
    return library_report(status, &failure, error);
}

/* Both texts or none. */
static enum status give_counts(mpz_srcptr parikh, mpz_srcptr all, char **multisets, char **words,
                               struct failure *failure) {
    FREED char *first = NULL;
    char *second = NULL;
    TRY(library_text(parikh, &first, failure));
    TRY(library_text(all, &second, failure));
    *multisets = TAKE(first);
    *words = second;
    return STATUS_OK;
}

steadycast_status steadycast_count(int latency, int depth, const steadycast_limits *limits,
                                   char **multisets, char **words, steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    bool finished = false;
    BIG(parikh, all);
    if (!multisets || !words)
        return library_refuse(error, "%s: NULL", multisets ? "words" : "multisets");
    library_run_init(&run, limits);
    enum status status =
        count_schedules(latency, depth, &run.limits, parikh, all, &finished, &failure);
    if (!status && !finished)
        status = failure_limit(&failure, LIMITS_STOPPED);
    if (!status)
        status = give_counts(parikh, all, multisets, words, &failure);
    return library_report(status, &failure, error);
}
