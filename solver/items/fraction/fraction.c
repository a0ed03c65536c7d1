/* SPDX-License-Identifier: MIT */
#include "solver/items/fraction/fraction.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/bound/rationals.h"
#include "solver/items/fraction/fraction_exact.h"
#include "solver/items/fraction/fraction_master.h"

enum { MOST_TAIL = 5 /* times L */ };

void fraction_stream_clear(struct fraction_stream *stream) {
    size_t L = (size_t)stream->latency;
    rationals_free(stream->times, stream->words.count * L);
    rationals_free(stream->fill, (L + 1) * L);
    fraction_words_clear(&stream->words);
}

/* The words and numbers move over. */
static enum status take(struct fraction_problem *problem, struct fraction_stream *stream,
                        struct failure *failure) {
    size_t count = problem->words.count * (size_t)problem->latency;
    mpq_t *times = rationals_new(count);
    if (!times)
        return failure_memory(failure, "a fractional stream");
    for (size_t i = 0; i < count; i++)
        mpq_swap(times[i], problem->times[i]);
    *stream = (struct fraction_stream){.latency = problem->latency,
                                       .point = problem->point,
                                       .tail = problem->tail,
                                       .mean = problem->mean,
                                       .words = problem->words,
                                       .times = times,
                                       .fill = problem->fill};
    problem->words = (struct fraction_words){0};
    problem->fill = NULL;
    return STATUS_OK;
}

static enum status find(struct fraction_problem *problem, const struct limits *limits,
                        struct fraction_stream *stream, bool *found, struct failure *failure) {
    struct fraction_words words = {0};
    bool *is_used_up = memory_new((size_t)problem->rows, sizeof *is_used_up);
    if (!is_used_up)
        return failure_memory(failure, "a fractional stream");
    enum status status = fraction_master_solve(problem, limits, &words, is_used_up, found, failure);
    if (!status && *found)
        status = fraction_solve_exactly(problem, &words, is_used_up, found, failure);
    if (!status && *found)
        status = take(problem, stream, failure);
    fraction_words_clear(&words);
    free(is_used_up);
    return status;
}

struct wanted {
    int latency;
    int depth; /* 0: at the limit */
    int tail;
};

static enum status find_at(const struct wanted *wanted, enum fraction_point point,
                           const struct limits *limits, struct fraction_stream *stream, bool *found,
                           struct failure *failure) {
    struct fraction_problem problem;
    enum status status =
        fraction_problem_init(&problem, wanted->latency, point, wanted->tail, found, failure);
    if (status || !*found)
        return status;
    if (wanted->depth)
        status = fraction_field_set_depth(&problem.field, wanted->depth, failure);
    if (!status)
        status = find(&problem, limits, stream, found, failure);
    fraction_problem_clear(&problem);
    return status;
}

static void clear_from(struct fraction_stream *streams, int first) {
    for (int point = first; point < FRACTION_POINTS; point++)
        fraction_stream_clear(&streams[point]);
}

/* With this tail. c demands most of the tails. */
static enum status find_with(const struct wanted *wanted, const struct limits *limits,
                             struct fraction_stream *streams, bool *found,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    int point = FRACTION_POINTS;
    *found = true;
    while (point > 0 && !status && *found) {
        status = find_at(wanted, (enum fraction_point)(point - 1), limits, &streams[point - 1],
                         found, failure);
        if (!status && *found)
            point--;
    }
    if (point > 0)
        clear_from(streams, point);
    return status;
}

enum status fraction_find_all(int latency, int depth, const struct limits *limits,
                              struct fraction_stream *streams, bool *found,
                              struct failure *failure) {
    struct fraction_stream made[FRACTION_POINTS];
    struct wanted wanted = {latency, depth, 2 * latency + 1};
    int most = MOST_TAIL * latency;
    enum status status = STATUS_OK;
    bool has = false;
    require(latency >= FRACTION_LEAST_LATENCY && latency <= FRACTION_MOST_LATENCY);
    if (depth && depth - latency + 1 < most)
        most = depth - latency + 1;
    for (; wanted.tail <= most && !has && !status; wanted.tail++)
        status = find_with(&wanted, limits, made, &has, failure);
    for (int point = 0; point < FRACTION_POINTS && has; point++)
        streams[point] = made[point];
    if (!status)
        *found = has;
    return status;
}

enum status fraction_find(int latency, enum fraction_point point, const struct limits *limits,
                          struct fraction_stream *stream, bool *found, struct failure *failure) {
    struct fraction_stream streams[FRACTION_POINTS];
    enum status status = fraction_find_all(latency, 0, limits, streams, found, failure);
    if (status || !*found)
        return status;
    for (int other = 0; other < FRACTION_POINTS; other++)
        if (other == (int)point)
            *stream = streams[other];
        else
            fraction_stream_clear(&streams[other]);
    return STATUS_OK;
}
