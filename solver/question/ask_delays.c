/* SPDX-License-Identifier: MIT */
/* The least delays of all numbers of processors up to one, in one stream of certificates: what
 * neighbours share is made once. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/question/delay_scan.h"
#include "solver/question/engines.h"

/* The source and one more are the first. */
static long count_of(const struct question *question) {
    return question_number(question, KEY_PROCESSORS) - 1;
}

static enum status scan(const struct question *question, FILE *stream, const struct limits *limits,
                        int *last, struct failure *failure) {
    long count = count_of(question);
    int *depths = memory_new((size_t)count, sizeof *depths);
    if (!depths)
        return failure_memory(failure, "the delays");
    enum status status = delay_scan((int)question_number(question, KEY_LATENCY), 1, count, stream,
                                    limits, depths, failure);
    *last = depths[count - 1];
    free(depths);
    return status;
}

static void clear_question(void *detail) {
    question_clear(detail);
}

static enum status write_stream(const void *body, FILE *stream, const struct limits *limits,
                                struct failure *failure) {
    int last = 0;
    return scan(body, stream, limits, &last, failure);
}

/* Every schedule is made here as well, and made again when it is written: that takes less time than
 * to keep them takes room. */
static enum status ask_delays(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    struct question copy;
    int last = 0, latency = (int)question_number(question, KEY_LATENCY);
    (void)engine, (void)options;
    enum status status = scan(question, NULL, limits, &last, failure);
    if (!status)
        status = question_copy(&copy, question, failure);
    if (status)
        return status;
    status = outcome_give_detail(outcome, &copy, sizeof copy, clear_question, failure);
    if (!status)
        status = outcome_give_range(outcome, latency + last, latency + last, failure);
    outcome->schedule =
        (struct evidence){.kind = "stream", .body = outcome->detail, .stream = write_stream};
    return status;
}

const struct engine delays_engines[] = {{SUBJECT_DELAYS, "construction", ENGINE_DECIDES, 0, true,
                                         NULL, ask_delays, "unions of known schedules, and prices",
                                         0},
                                        {.name = NULL}};
