/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_stream.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/items/stream/rounded_mix.h"
#include "solver/items/stream/stream_word.h"
#include "solver/stream/construction/pruned_union.h"

/* What rounding leaves: some heads below v0, heads A, slack, and the tails. They get words such
 * that only fill is left to be placed (results/THEOREMS.md, section 12).
 *
 * Range 1: nodes L are leaves, the other small heads are B, and the tails that are left take the
 * heads A. Where there is slack, a small head has a word of its own with a larger |S|; else |S| =
 * M, and heads too small for that share a word with a tail. Range 2: as many nodes L are leaves as
 * may be, all other small heads are A, with words of their own. What is missing of the slack is
 * made good by tails with |S| = M+1 (range 2: M-1), the last one of the right length; a little of
 * it by a processor that receives only, or one smaller head. */

/* --- the steps --- */

/* What the steps share. */
struct rounded_rest {
    struct rounded_draft *draft;
    const struct rounded_mix *mix;
    bool possible; /* nothing was impossible so far */
    mpz_ptr count; /* scratch */
    struct failure *failure;
};

/* Words with one head; not possible: remembered. */
static enum status rounded_rest_single(struct rounded_rest *rest, struct fraction_place head,
                                       int mean, mpz_srcptr count) {
    const struct rounded_draft *draft = rest->draft;
    int least = rest->mix->has_slack ? 1 : 0;          /* there may be no zeros */
    int most = draft->latency - !rest->mix->range_one; /* nor leaves L */
    struct rounded_single single = {head, mean, least, most};
    bool possible = false;
    enum status status =
        rounded_draft_add_single(rest->draft, &single, count, &possible, rest->failure);
    rest->possible = rest->possible && possible;
    return status;
}

static enum status add_one(struct rounded_rest *rest, struct fraction_place head, int mean,
                           int count) {
    mpz_set_si(rest->count, count);
    return rounded_rest_single(rest, head, mean, rest->count);
}

/* --- slack --- */

/* The least size of the tails that the slack is given to: A and B of value v0+1 or more. */
static int tail_size(const struct rounded_draft *draft) {
    return draft->tail + 2 - draft->latency;
}

/* A tail that sends so often, B in range 1, else A. */
static struct fraction_place tail_of(const struct rounded_rest *rest, int size) {
    int L = rest->draft->latency;
    if (rest->mix->range_one)
        return (struct fraction_place){L + size, FRACTION_HEAD_B};
    return (struct fraction_place){L + size - 1, FRACTION_HEAD_A};
}

/* Adds a processor that receives only, always this value. */
static enum status rounded_rest_leaf(struct rounded_rest *rest, int value) {
    struct fraction_place place = {value, FRACTION_LEAF};
    mpz_set_ui(rest->count, 1);
    return rounded_draft_add(rest->draft, &place, 1, rest->count, rest->failure);
}

static bool has_head(const struct rounded_kind *kind, int value) {
    bool has = false;
    for (int p = 0; p < kind->length; p++)
        has = has || (kind->places[p].role != FRACTION_LEAF && kind->places[p].value == value);
    return has;
}

static long slack_of(const struct rounded_rest *rest, const struct rounded_kind *kind) {
    long sum = 0;
    for (int p = 0; p < kind->length; p++)
        sum += kind->places[p].value - rest->draft->mean;
    return sum;
}

/* Takes a word with this head and |S| = M apart, if there is one: the shortest. */
static enum status open_word(struct rounded_rest *rest, int value) {
    const struct rounded_draft *draft = rest->draft;
    const struct rounded_kind *best = NULL;
    if (mpz_sgn(draft->nodes[value]) > 0)
        return STATUS_OK;
    for (size_t i = 0; i < draft->count; i++) {
        const struct rounded_kind *kind = &draft->kinds[i];
        if (mpz_sgn(kind->count) > 0 && has_head(kind, value) && slack_of(rest, kind) == 0 &&
            (!best || kind->length < best->length))
            best = kind;
    }
    rest->possible = rest->possible && best;
    if (!best)
        return STATUS_OK;
    mpz_set_si(rest->count, -1);
    return rounded_draft_add(rest->draft, best->places, best->length, rest->count, rest->failure);
}

/* Gives slack back: the heads v0-1 of so many words with |S| = M+1 get |S| = M. `*back` is how many
 * there were. */
static enum status give_back(struct rounded_rest *rest, long words, bool *back) {
    const struct rounded_draft *draft = rest->draft;
    const struct rounded_kind *best = NULL;
    int size = draft->tail - 1 - draft->latency;
    for (size_t i = 0; i < draft->count; i++) {
        const struct rounded_kind *kind = &draft->kinds[i];
        if (kind->length == size && rounded_kind_is_single(kind) &&
            has_head(kind, draft->tail - 1) && slack_of(rest, kind) == size &&
            mpz_cmp_si(kind->count, words) >= 0)
            best = kind;
    }
    *back = best;
    if (!best)
        return STATUS_OK;
    struct fraction_place head = best->places[0];
    mpz_set_si(rest->count, -words);
    TRY(rounded_draft_add(rest->draft, best->places, best->length, rest->count, rest->failure));
    return add_one(rest, head, draft->mean, (int)words);
}

/* A head B of this size has |S| = M+1. */
static enum status use_head(struct rounded_rest *rest, int size) {
    struct fraction_place head = {rest->draft->latency + size, FRACTION_HEAD_B};
    TRY(open_word(rest, head.value));
    return rest->possible ? add_one(rest, head, rest->draft->mean + 1, 1) : STATUS_OK;
}

static bool is_little(const struct rounded_rest *rest) {
    mpz_srcptr slack = rest->draft->slack;
    return rest->mix->range_one && !rest->mix->has_slack && mpz_sgn(slack) > 0 &&
           mpz_cmp_si(slack, tail_size(rest->draft)) < 0;
}

/* In the second half of range 1, before the small heads are placed, with |S| = M: uses the slack if
 * it is too little for tails. One head B of the right size has |S| = M+1, taken out of its word if
 * necessary, or a leaf M+1..L is received only, or words of the head v0-1 give slack back. */
static enum status rounded_slack_little(struct rounded_rest *rest) {
    const struct rounded_draft *draft = rest->draft;
    int L = draft->latency, M = draft->mean, slack = (int)mpz_get_si(draft->slack);
    bool back;
    if (!is_little(rest))
        return STATUS_OK;
    TRY(give_back(rest, tail_size(draft) / (draft->tail - 1 - L) + 1L, &back));
    if (back)
        return STATUS_OK;
    if (slack <= L - M && mpz_sgn(draft->heads_a) > 0) {
        mpz_sub_ui(rest->draft->heads_a, draft->heads_a, 1);
        return rounded_rest_leaf(rest, M + slack);
    }
    if (L + slack != draft->tail) /* that would stand for any tail */
        return use_head(rest, slack);
    TRY(use_head(rest, slack / 2));
    return use_head(rest, slack - slack / 2);
}

/* Much slack, or less than nothing in range 2. */
static enum status use_much(struct rounded_rest *rest) {
    const struct rounded_draft *draft = rest->draft;
    int size = tail_size(draft), sign = mpz_sgn(draft->slack);
    long slack;
    if (sign == 0)
        return STATUS_OK;
    rest->possible = rest->possible && mpz_cmpabs_ui(draft->slack, INT_MAX / 2) < 0;
    if (!rest->possible)
        return STATUS_OK;
    slack = labs(mpz_get_si(draft->slack));
    if (rest->mix->range_one)
        rest->possible = sign > 0 && slack >= size;
    if (slack >= size) {
        long words = slack / size - 1;
        TRY(add_one(rest, tail_of(rest, size), draft->mean + sign, (int)words));
        slack -= words * size;
    } else {
        TRY(add_one(rest, tail_of(rest, size), draft->mean - sign, 1));
        slack += size;
    }
    rest->possible = rest->possible && tail_of(rest, (int)slack).value <= draft->depth;
    return rest->possible ? add_one(rest, tail_of(rest, (int)slack), draft->mean + sign, 1)
                          : STATUS_OK;
}

/* So much slack that tails can take it. */
static enum status regain(struct rounded_rest *rest) {
    const struct rounded_draft *draft = rest->draft;
    long size = draft->tail - 1 - draft->latency;
    bool back = true;
    rest->possible = rest->possible && mpz_cmpabs_ui(draft->slack, INT_MAX / 2) < 0;
    if (!rest->possible || mpz_sgn(draft->slack) == 0)
        return STATUS_OK;
    long missing = tail_size(draft) - mpz_get_si(draft->slack);
    TRY(missing > 0 ? give_back(rest, (missing + size - 1) / size, &back) : STATUS_OK);
    rest->possible = rest->possible && back;
    return STATUS_OK;
}

/* When the small heads are placed: uses all slack, by tails with |S| = M+1, in range 2 M-1. In the
 * first half of range 1 words of the head v0-1 give slack back if it is not enough for a tail. */
static enum status rounded_slack_much(struct rounded_rest *rest) {
    TRY(rest->mix->has_slack ? regain(rest) : STATUS_OK);
    return use_much(rest);
}

/* --- small heads --- */

/* With the least |S| for which leaves 1..L-1 have the right sum. */
static enum status add_lonely(struct rounded_rest *rest, struct fraction_place head,
                              mpz_srcptr count) {
    int L = rest->draft->latency, leaves = fraction_leaves(L, head.value, head.role);
    int mean = rest->draft->mean - !rest->mix->range_one;
    while (mean * (leaves + 1) - head.value < leaves)
        mean++;
    return rounded_rest_single(rest, head, mean, count);
}

/* |S| = M, and a tail B behind it. */
static enum status add_joined(struct rounded_rest *rest, int value, mpz_srcptr count) {
    const struct rounded_draft *draft = rest->draft;
    struct stream_word word = {.balls = draft->mean,
                               .head_count = 2,
                               .heads = {{value, STREAM_LATE}, {draft->tail, STREAM_LATE}}};
    int leaves[STREAM_MAX_LEAVES], next = 0, p = 0;
    rest->possible = rest->possible && stream_word_measure(&word, draft->latency);
    if (!rest->possible)
        return STATUS_OK;
    FREED struct fraction_place *places = memory_new((size_t)word.length, sizeof *places);
    TRY(memory_check(places, rest->failure, "a word of a stream"));
    stream_word_leaves(&word, draft->latency, leaves);
    for (int i = 0; i < word.head_count; i++) {
        places[p++] = (struct fraction_place){word.heads[i].value, FRACTION_HEAD_B};
        for (int k = stream_head_size(word.heads[i], draft->latency); k > 1; k--)
            places[p++] = (struct fraction_place){leaves[next++], FRACTION_LEAF};
    }
    return rounded_draft_add(rest->draft, places, word.length, count, rest->failure);
}

static enum status add_small(struct rounded_rest *rest, int value) {
    struct rounded_draft *draft = rest->draft;
    mpz_srcptr nodes = draft->nodes[value];
    int size = value - draft->latency; /* of a B */
    struct fraction_place head = {value, rest->mix->range_one ? FRACTION_HEAD_B : FRACTION_HEAD_A};
    if (mpz_sgn(nodes) <= 0) {
        rest->possible = rest->possible && mpz_sgn(nodes) == 0;
        return STATUS_OK;
    }
    CLEANUP(big_clear) mpz_t count;
    mpz_init_set(count, nodes);
    if (!rest->mix->range_one || rest->mix->has_slack)
        TRY(add_lonely(rest, head, count));
    else if ((draft->mean - 1) * size >= draft->latency)
        TRY(rounded_rest_single(rest, head, draft->mean, count));
    else
        TRY(add_joined(rest, value, count));
    return STATUS_OK;
}

/* Range 2: there are more A than tails, so nodes L are heads as well. */
static enum status add_least(struct rounded_rest *rest) {
    struct rounded_draft *draft = rest->draft;
    BIG(heads);
    mpz_sub(heads, draft->heads_a, draft->tails);
    if (mpz_sgn(heads) > 0 && !rest->mix->range_one) {
        rest->possible = rest->possible && mpz_cmp(heads, draft->nodes[draft->latency]) <= 0;
        TRY(rounded_rest_single(rest, (struct fraction_place){draft->latency, FRACTION_HEAD_A},
                                draft->latency, heads));
    }
    return STATUS_OK;
}

/* --- all --- */

static enum status add_rest(struct rounded_rest *rest, bool full) {
    struct rounded_draft *draft = rest->draft;
    if (full)
        TRY(rounded_rest_leaf(rest, draft->mean));
    else
        mpz_add_ui(draft->heads_a, draft->heads_a, 1); /* a zero is sent to nobody */
    TRY(rounded_slack_little(rest));
    for (int v = draft->latency + 1; v < draft->tail; v++)
        TRY(add_small(rest, v));
    TRY(add_least(rest));
    return rounded_slack_much(rest);
}

/* Words for all tails that are left: first L-M leaves M-2 (B: L-M+1), then M-1. */
static enum status add_plain_tails(struct rounded_rest *rest, enum fraction_role role,
                                   mpz_srcptr count) {
    const struct rounded_draft *draft = rest->draft;
    int leaves = fraction_leaves(draft->latency, draft->tail, role);
    int low = draft->latency - draft->mean + (role == FRACTION_HEAD_B);
    rest->possible = rest->possible && low <= leaves;
    FREED struct fraction_place *places =
        rest->possible ? memory_new((size_t)leaves + 1, sizeof *places) : NULL;
    if (!places)
        return rest->possible ? failure_memory(rest->failure, "a word of a stream") : STATUS_OK;
    places[0] = (struct fraction_place){draft->tail, role};
    for (int i = 0; i < leaves; i++)
        places[i + 1] = (struct fraction_place){draft->mean - (i < low ? 2 : 1), FRACTION_LEAF};
    return rounded_draft_add(rest->draft, places, leaves + 1, count, rest->failure);
}

static enum status add_tails(struct rounded_rest *rest) {
    struct rounded_draft *draft = rest->draft;
    CLEANUP(big_clear) mpz_t count;
    mpz_init_set(count, draft->heads_a);
    rest->possible = rest->possible && mpz_sgn(count) >= 0 && mpz_cmp(count, draft->tails) <= 0;
    if (rest->possible)
        TRY(add_plain_tails(rest, FRACTION_HEAD_A, count));
    mpz_set(count, draft->tails);
    return rest->possible ? add_plain_tails(rest, FRACTION_HEAD_B, count) : STATUS_OK;
}

/* Nothing is left but leaves, and no head is overdrawn. */
static bool is_even(const struct rounded_draft *draft) {
    bool even =
        mpz_sgn(draft->tails) == 0 && mpz_sgn(draft->heads_a) == 0 && mpz_sgn(draft->slack) == 0;
    for (int v = draft->latency + 1; v <= draft->depth; v++)
        even = even &&
               (v < draft->tail ? mpz_sgn(draft->nodes[v]) == 0 : mpz_sgn(draft->nodes[v]) >= 0);
    return even;
}

/* *possible: no head, no A and no slack is left but leaves for the fill, of which too many may have
 * been used (rounded_stream.c); else N is too small. `full`: N = f_t, so no zero is left out. */
static enum status rounded_rest_add(struct rounded_draft *draft, const struct rounded_mix *mix,
                                    bool full, bool *possible, struct failure *failure) {
    BIG(count);
    struct rounded_rest rest = {draft, mix, true, count, failure};
    TRY(add_rest(&rest, full));
    TRY(add_tails(&rest));
    *possible = rest.possible && is_even(draft);
    return STATUS_OK;
}

/* --- leaves that are overdrawn --- */

/* Words use more of a leaf than there is: for t that is not very large the numbers f_(t-j) are not
 * yet as alpha^-j, and fill that ought to be left is not.
 *
 * In a word with one head two leaves a and y may become a+e and y-e: the sum stays, and any leaves
 * of this sum have a legal order (M. Hall). So many words are changed, and such leaves chosen, that
 * most is gained, and not more than half of what there is of another leaf is used. */

enum { MOST_CHANGES = 400 };

/* Words of a kind get other leaves at two places. */
struct change {
    size_t kind;
    int places[2], leaves[2];
    mpz_ptr count; /* of words; 0: there is no change; borrowed */
};

/* Half of what there is. */
static void bound(const struct rounded_draft *draft, int leaf, mpz_ptr count) {
    BIG(half);
    mpz_fdiv_q_2exp(half, draft->nodes[leaf], 1);
    if (mpz_cmp(half, count) < 0)
        mpz_set(count, half);
}

/* The leaf at place p, of which there are too few, and the one at q become others. */
static void consider(const struct rounded_draft *draft, size_t kind, int p, int q,
                     struct change *best) {
    const struct fraction_place *places = draft->kinds[kind].places;
    int L = draft->latency, sum = places[p].value + places[q].value;
    BIG(count);
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
    FREED struct fraction_place *places = memory_new((size_t)length, sizeof *places);
    TRY(memory_check(places, failure, "a word of a stream"));
    BIG(less);
    mpz_neg(less, change->count);
    memcpy(places, kind->places, (size_t)length * sizeof *places);
    enum status status = rounded_draft_add(draft, places, length, less, failure);
    for (int i = 0; i < 2; i++)
        places[change->places[i]].value = change->leaves[i];
    return status ? status : rounded_draft_add(draft, places, length, change->count, failure);
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
    BIG(count);
    struct change best = {.count = count};
    bool any = true;
    for (int i = 0; i < MOST_CHANGES && any && overdrawn(draft) >= 0; i++) {
        mpz_set_ui(best.count, 0);
        for (int w = 0; w <= draft->latency; w++)
            for (size_t kind = 0; kind < draft->count && mpz_sgn(draft->nodes[w]) < 0; kind++)
                consider_kind(draft, kind, w, &best);
        any = mpz_sgn(best.count) > 0;
        if (any)
            TRY(make_change(draft, &best, failure));
    }
    *mended = overdrawn(draft) < 0;
    return STATUS_OK;
}

/* --- the stream --- */

/* V < (M+1) N and V >= (M-1) N: k* is M or M-1. */
static bool is_usual(const struct rounded_draft *draft, mpz_srcptr processors) {
    BIG(sum);
    mpz_add(sum, draft->slack, processors);
    return mpz_sgn(sum) >= 0 && mpz_cmp(draft->slack, processors) < 0;
}

/* All nodes but leaves for the fill are in words. */
static enum status round_parts(struct rounded_draft *draft, const struct fraction_stream *streams,
                               bool *possible, struct failure *failure) {
    CLEANUP(rounded_mix_clear) struct rounded_mix mix;
    bool full = mpz_cmp(draft->nodes[0], draft->f[draft->depth - draft->latency]) == 0;
    rounded_mix_init(&mix, draft, streams);
    TRY(rounded_mix_add(&mix, draft, failure));
    TRY(rounded_rest_add(draft, &mix, full, possible, failure));
    return *possible ? rounded_mend(draft, possible, failure) : STATUS_OK;
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
    int depth, L = stream->latency;
    *found = false;
    TRY(pruned_union_depth(L, processors, &depth, failure));
    if (depth < stream->tail + 2 * L) /* there are some tails at least */
        return STATUS_OK;
    CLEANUP(rounded_draft_clear) struct rounded_draft draft;
    TRY(rounded_draft_init(&draft, L, stream->tail, stream->mean, depth, processors, failure));
    return build(&draft, streams, processors, words, found, failure);
}

/* With the fractional streams for this depth; 0: for the limit. */
static enum status find_with(int latency, int depth, mpz_srcptr processors,
                             const struct limits *limits, struct schedule *words, bool *found,
                             struct failure *failure) {
    struct fraction_stream streams[FRACTION_POINTS];
    TRY(fraction_find_all(latency, depth, limits, streams, found, failure));
    if (!*found)
        return STATUS_OK;
    enum status status = rounded_stream_build(streams, processors, words, found, failure);
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
    TRY(pruned_union_depth(latency, processors, &depth, failure));
    TRY(find_with(latency, 0, processors, limits, words, found, failure));
    if (!*found && depth > 3 * latency)
        TRY(find_with(latency, depth, processors, limits, words, found, failure));
    return STATUS_OK;
}
