/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_stream.h"

#include "automata/require.h"
#include "solver/construction/every.h"
#include "solver/items/stream/rounded_mend.h"
#include "solver/items/stream/rounded_rest.h"
#include "solver/items/stream/rounded_tails.h"
#include "solver/items/stream/stream_finish.h"

/* V < (M+1) N and V >= (M-1) N: k* is M or M-1. */
static bool is_usual(const struct rounded_parts *parts, mpz_srcptr processors) {
    mpz_t sum;
    mpz_init(sum);
    mpz_add(sum, parts->slack, processors);
    bool usual = mpz_sgn(sum) >= 0 && mpz_cmp(parts->slack, processors) < 0;
    mpz_clear(sum);
    return usual;
}

/* All nodes but leaves for the fill are in words. */
static enum status round_parts(struct rounded_parts *parts, const struct fraction_stream *streams,
                               bool *possible, struct failure *failure) {
    struct rounded_mix mix;
    bool full = mpz_cmp(parts->nodes[0], parts->f[parts->depth - parts->latency]) == 0;
    rounded_mix_init(&mix, parts, streams);
    enum status status = rounded_mix_add(&mix, parts, failure);
    if (!status)
        status = rounded_rest_add(parts, &mix, full, possible, failure);
    rounded_mix_clear(&mix);
    if (!status && *possible)
        status = rounded_mend(parts, possible, failure);
    return status;
}

static enum status write_words(struct rounded_parts *parts, struct schedule *words, bool *possible,
                               struct failure *failure) {
    struct rounded_fill fill;
    enum status status = rounded_fill_init(&fill, parts, possible, failure);
    if (!status && *possible)
        status = rounded_tails_write(parts, &fill, words, possible, failure);
    rounded_fill_clear(&fill);
    return status;
}

static enum status build(struct rounded_parts *parts, const struct fraction_stream *streams,
                         mpz_srcptr processors, struct schedule *words, bool *found,
                         struct failure *failure) {
    struct schedule built;
    enum status status = STATUS_OK;
    *found = is_usual(parts, processors);
    schedule_init(&built, parts->latency, parts->depth, 1);
    if (*found)
        status = round_parts(parts, streams, found, failure);
    if (*found && !status)
        status = write_words(parts, &built, found, failure);
    return stream_finish(&built, status, processors, words, found, failure);
}

enum status rounded_stream_build(const struct fraction_stream *streams, mpz_srcptr processors,
                                 struct schedule *words, bool *found, struct failure *failure) {
    const struct fraction_stream *stream = &streams[FRACTION_POINT_A];
    struct rounded_parts parts;
    int depth, L = stream->latency;
    enum status status = every_depth(L, processors, &depth, failure);
    *found = false;
    if (status || depth < stream->tail + 2 * L) /* there are some tails at least */
        return status;
    status = rounded_parts_init(&parts, L, stream->tail, stream->mean, depth, processors, failure);
    if (status)
        return status;
    status = build(&parts, streams, processors, words, found, failure);
    rounded_parts_clear(&parts);
    return status;
}

/* With the fractional streams for this depth; 0: for the limit. */
static enum status find_with(int latency, int depth, mpz_srcptr processors,
                             const struct limits *limits, struct schedule *words, bool *found,
                             struct failure *failure) {
    struct fraction_stream streams[FRACTION_POINTS];
    enum status status = fraction_find_all(latency, depth, limits, streams, found, failure);
    if (status || !*found)
        return status;
    status = rounded_stream_build(streams, processors, words, found, failure);
    for (int point = 0; point < FRACTION_POINTS; point++)
        fraction_stream_clear(&streams[point]);
    return status;
}

enum status rounded_stream_find(int latency, mpz_srcptr processors, const struct limits *limits,
                                struct schedule *words, bool *found, struct failure *failure) {
    int depth;
    require(latency >= FRACTION_LEAST_LATENCY);
    *found = false;
    if (latency > FRACTION_MOST_LATENCY)
        return STATUS_OK;
    enum status status = every_depth(latency, processors, &depth, failure);
    if (!status)
        status = find_with(latency, 0, processors, limits, words, found, failure);
    if (!status && !*found && depth > 3 * latency)
        status = find_with(latency, depth, processors, limits, words, found, failure);
    return status;
}
