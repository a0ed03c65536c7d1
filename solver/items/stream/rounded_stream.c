/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_stream.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/items/stream/rounded_rest.h"
#include "solver/items/stream/rounded_tails.h"
#include "solver/items/stream/stream_word.h"
#include "solver/stream/construction/pruned_union.h"

/* --- leaves that are overdrawn --- */

/*
 * Words use more of a leaf than there is: for t that is not very large the numbers f_(t-j) are not
 * yet as alpha^-j, and fill that ought to be left is not.
 *
 * In a word with one head two leaves a and y may become a+e and y-e: the sum stays, and any leaves
 * of this sum have a legal order (M. Hall). So many words are changed, and such leaves chosen, that
 * most is gained, and not more than half of what there is of another leaf is used.
 */

enum { MOST_CHANGES = 400 };

/* Words of a kind get other leaves at two places. */
struct change {
    size_t kind;
    int places[2];
    int leaves[2];
    mpz_t count; /* of words; 0: there is no change */
};

/* Half of what there is. */
static void bound(const struct rounded_draft *draft, int leaf, mpz_ptr count) {
    mpz_t half;
    mpz_init(half);
    mpz_fdiv_q_2exp(half, draft->nodes[leaf], 1);
    if (mpz_cmp(half, count) < 0)
        mpz_set(count, half);
    mpz_clear(half);
}

/* The leaf at place p, of which there are too few, and the one at q become others. */
static void consider(const struct rounded_draft *draft, size_t kind, int p, int q,
                     struct change *best) {
    const struct fraction_place *places = draft->kinds[kind].places;
    int L = draft->latency, sum = places[p].value + places[q].value;
    mpz_t count;
    mpz_init(count);
    for (int one = sum > L ? sum - L : 0; 2 * one <= sum; one++) {
        int other = sum - one;
        if (one == places[p].value || one == places[q].value)
            continue;
        mpz_neg(count, draft->nodes[places[p].value]);
        if (mpz_cmp(draft->kinds[kind].count, count) < 0)
            mpz_set(count, draft->kinds[kind].count);
        bound(draft, one, count);
        bound(draft, other, count);
        if (mpz_cmp(count, best->count) <= 0)
            continue;
        mpz_set(best->count, count);
        best->kind = kind;
        best->places[0] = p, best->places[1] = q;
        best->leaves[0] = one, best->leaves[1] = other;
    }
    mpz_clear(count);
}

/* Places of other leaves: the first of each run of equal ones, and the second of the same leaf. */
static void consider_kind(const struct rounded_draft *draft, size_t kind, int leaf,
                          struct change *best) {
    const struct rounded_kind *k = &draft->kinds[kind];
    int first = -1;
    if (mpz_sgn(k->count) <= 0 || !rounded_kind_is_single(k))
        return;
    for (int p = 1; p < k->length && first < 0; p++)
        first = k->places[p].value == leaf ? p : -1;
    for (int q = 1; q < k->length && first > 0; q++)
        if (q != first && (q == first + 1 || k->places[q].value != k->places[q - 1].value))
            consider(draft, kind, first, q, best);
}

static enum status make_change(struct rounded_draft *draft, struct change *change,
                               struct failure *failure) {
    const struct rounded_kind *kind = &draft->kinds[change->kind];
    int length = kind->length;
    struct fraction_place *places = memory_new((size_t)length, sizeof *places);
    mpz_t less;
    if (!places)
        return failure_memory(failure, "a word of a stream");
    mpz_init(less);
    mpz_neg(less, change->count);
    memcpy(places, kind->places, (size_t)length * sizeof *places);
    enum status status = rounded_draft_add(draft, places, length, less, failure);
    for (int i = 0; i < 2; i++)
        places[change->places[i]].value = change->leaves[i];
    if (!status)
        status = rounded_draft_add(draft, places, length, change->count, failure);
    mpz_clear(less);
    free(places);
    return status;
}

static int overdrawn(const struct rounded_draft *draft) {
    for (int w = 0; w <= draft->latency; w++)
        if (mpz_sgn(draft->nodes[w]) < 0)
            return w;
    return -1;
}

/* *mended: no leaf is overdrawn any more. O(changes kinds length L^2), few hundred changes. */
static enum status rounded_mend(struct rounded_draft *draft, bool *mended,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    struct change best;
    bool any = true;
    mpz_init(best.count);
    for (int i = 0; i < MOST_CHANGES && any && overdrawn(draft) >= 0 && !status; i++) {
        mpz_set_ui(best.count, 0);
        for (int w = 0; w <= draft->latency; w++)
            for (size_t kind = 0; kind < draft->count && mpz_sgn(draft->nodes[w]) < 0; kind++)
                consider_kind(draft, kind, w, &best);
        any = mpz_sgn(best.count) > 0;
        if (any)
            status = make_change(draft, &best, failure);
    }
    mpz_clear(best.count);
    if (!status)
        *mended = overdrawn(draft) < 0;
    return status;
}

/* --- the stream --- */

/* V < (M+1) N and V >= (M-1) N: k* is M or M-1. */
static bool is_usual(const struct rounded_draft *draft, mpz_srcptr processors) {
    mpz_t sum;
    mpz_init(sum);
    mpz_add(sum, draft->slack, processors);
    bool usual = mpz_sgn(sum) >= 0 && mpz_cmp(draft->slack, processors) < 0;
    mpz_clear(sum);
    return usual;
}

/* All nodes but leaves for the fill are in words. */
static enum status round_parts(struct rounded_draft *draft, const struct fraction_stream *streams,
                               bool *possible, struct failure *failure) {
    struct rounded_mix mix;
    bool full = mpz_cmp(draft->nodes[0], draft->f[draft->depth - draft->latency]) == 0;
    rounded_mix_init(&mix, draft, streams);
    enum status status = rounded_mix_add(&mix, draft, failure);
    if (!status)
        status = rounded_rest_add(draft, &mix, full, possible, failure);
    rounded_mix_clear(&mix);
    if (!status && *possible)
        status = rounded_mend(draft, possible, failure);
    return status;
}

static enum status build(struct rounded_draft *draft, const struct fraction_stream *streams,
                         mpz_srcptr processors, struct schedule *words, bool *found,
                         struct failure *failure) {
    struct schedule built;
    enum status status = STATUS_OK;
    *found = is_usual(draft, processors);
    schedule_init(&built, draft->latency, draft->depth, 1);
    if (*found)
        status = round_parts(draft, streams, found, failure);
    if (*found && !status)
        status = rounded_tails_write(draft, &built, found, failure);
    return stream_finish(&built, status, processors, words, found, failure);
}

enum status rounded_stream_build(const struct fraction_stream *streams, mpz_srcptr processors,
                                 struct schedule *words, bool *found, struct failure *failure) {
    const struct fraction_stream *stream = &streams[FRACTION_POINT_A];
    struct rounded_draft draft;
    int depth, L = stream->latency;
    enum status status = pruned_union_depth(L, processors, &depth, failure);
    *found = false;
    if (status || depth < stream->tail + 2 * L) /* there are some tails at least */
        return status;
    status = rounded_draft_init(&draft, L, stream->tail, stream->mean, depth, processors, failure);
    if (status)
        return status;
    status = build(&draft, streams, processors, words, found, failure);
    rounded_draft_clear(&draft);
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
    enum status status = pruned_union_depth(latency, processors, &depth, failure);
    if (!status)
        status = find_with(latency, 0, processors, limits, words, found, failure);
    if (!status && !*found && depth > 3 * latency)
        status = find_with(latency, depth, processors, limits, words, found, failure);
    return status;
}
