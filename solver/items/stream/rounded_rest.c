/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_rest.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/stream/rounded_slack.h"
#include "solver/items/stream/stream_word.h"

/* --- small heads --- */

/* With the least |S| for which leaves 1..L-1 have the right sum. */
static enum status add_lonely(struct rounded_rest *rest, struct fraction_place head,
                              mpz_srcptr count) {
    int L = rest->parts->latency, leaves = fraction_leaves(L, head.value, head.role);
    int mean = rest->parts->mean - !rest->mix->range_one;
    while (mean * (leaves + 1) - head.value < leaves)
        mean++;
    return rounded_rest_single(rest, head, mean, count);
}

/* |S| = M, and a tail B behind it. */
static enum status add_joined(struct rounded_rest *rest, int value, mpz_srcptr count) {
    const struct rounded_parts *parts = rest->parts;
    struct stream_word word = {.balls = parts->mean,
                               .head_count = 2,
                               .heads = {{value, STREAM_LATE}, {parts->tail, STREAM_LATE}}};
    int leaves[STREAM_MAX_LEAVES], next = 0, p = 0;
    rest->possible = rest->possible && stream_word_measure(&word, parts->latency);
    if (!rest->possible)
        return STATUS_OK;
    struct fraction_place *places = memory_new((size_t)word.length, sizeof *places);
    if (!places)
        return failure_memory(rest->failure, "a word of a stream");
    stream_word_leaves(&word, parts->latency, leaves);
    for (int i = 0; i < word.head_count; i++) {
        places[p++] = (struct fraction_place){word.heads[i].value, FRACTION_HEAD_B};
        for (int k = stream_head_size(word.heads[i], parts->latency); k > 1; k--)
            places[p++] = (struct fraction_place){leaves[next++], FRACTION_LEAF};
    }
    enum status status = rounded_parts_add(rest->parts, places, word.length, count, rest->failure);
    free(places);
    return status;
}

static enum status add_small(struct rounded_rest *rest, int value) {
    struct rounded_parts *parts = rest->parts;
    mpz_srcptr nodes = parts->nodes[value];
    int size = value - parts->latency; /* of a B */
    struct fraction_place head = {value, rest->mix->range_one ? FRACTION_HEAD_B : FRACTION_HEAD_A};
    mpz_t count;
    if (mpz_sgn(nodes) <= 0) {
        rest->possible = rest->possible && mpz_sgn(nodes) == 0;
        return STATUS_OK;
    }
    mpz_init_set(count, nodes);
    enum status status;
    if (!rest->mix->range_one || rest->mix->has_slack)
        status = add_lonely(rest, head, count);
    else if ((parts->mean - 1) * size >= parts->latency)
        status = rounded_rest_single(rest, head, parts->mean, count);
    else
        status = add_joined(rest, value, count);
    mpz_clear(count);
    return status;
}

/* Range 2: there are more A than tails, so nodes L are heads as well. */
static enum status add_least(struct rounded_rest *rest) {
    struct rounded_parts *parts = rest->parts;
    enum status status = STATUS_OK;
    mpz_t heads;
    mpz_init(heads);
    mpz_sub(heads, parts->heads_a, parts->tails);
    if (mpz_sgn(heads) > 0 && !rest->mix->range_one) {
        rest->possible = rest->possible && mpz_cmp(heads, parts->nodes[parts->latency]) <= 0;
        status = rounded_rest_single(rest, (struct fraction_place){parts->latency, FRACTION_HEAD_A},
                                     parts->latency, heads);
    }
    mpz_clear(heads);
    return status;
}

static enum status add_all_small(struct rounded_rest *rest) {
    enum status status = STATUS_OK;
    for (int v = rest->parts->latency + 1; v < rest->parts->tail && !status; v++)
        status = add_small(rest, v);
    return status ? status : add_least(rest);
}

/* --- all --- */

static enum status add_rest(struct rounded_rest *rest, bool full) {
    struct rounded_parts *parts = rest->parts;
    enum status status = STATUS_OK;
    if (full)
        status = rounded_rest_leaf(rest, parts->mean);
    else
        mpz_add_ui(parts->heads_a, parts->heads_a, 1); /* a zero is sent to nobody */
    if (!status)
        status = rounded_slack_little(rest);
    if (!status)
        status = add_all_small(rest);
    return status ? status : rounded_slack_much(rest);
}

/* Words for all tails that are left: first L-M leaves M-2 (B: L-M+1), then M-1. */
static enum status add_plain_tails(struct rounded_rest *rest, enum fraction_role role,
                                   mpz_srcptr count) {
    const struct rounded_parts *parts = rest->parts;
    int leaves = fraction_leaves(parts->latency, parts->tail, role);
    int low = parts->latency - parts->mean + (role == FRACTION_HEAD_B);
    rest->possible = rest->possible && low <= leaves;
    struct fraction_place *places =
        rest->possible ? memory_new((size_t)leaves + 1, sizeof *places) : NULL;
    if (!places)
        return rest->possible ? failure_memory(rest->failure, "a word of a stream") : STATUS_OK;
    places[0] = (struct fraction_place){parts->tail, role};
    for (int i = 0; i < leaves; i++)
        places[i + 1] = (struct fraction_place){parts->mean - (i < low ? 2 : 1), FRACTION_LEAF};
    enum status status = rounded_parts_add(rest->parts, places, leaves + 1, count, rest->failure);
    free(places);
    return status;
}

static enum status add_tails(struct rounded_rest *rest) {
    struct rounded_parts *parts = rest->parts;
    enum status status = STATUS_OK;
    mpz_t count;
    mpz_init_set(count, parts->heads_a);
    rest->possible = rest->possible && mpz_sgn(count) >= 0 && mpz_cmp(count, parts->tails) <= 0;
    if (rest->possible)
        status = add_plain_tails(rest, FRACTION_HEAD_A, count);
    mpz_set(count, parts->tails);
    if (rest->possible && !status)
        status = add_plain_tails(rest, FRACTION_HEAD_B, count);
    mpz_clear(count);
    return status;
}

/* Nothing is left but leaves, and no head is overdrawn. */
static bool is_even(const struct rounded_parts *parts) {
    bool even =
        mpz_sgn(parts->tails) == 0 && mpz_sgn(parts->heads_a) == 0 && mpz_sgn(parts->slack) == 0;
    for (int v = parts->latency + 1; v <= parts->depth; v++)
        even = even &&
               (v < parts->tail ? mpz_sgn(parts->nodes[v]) == 0 : mpz_sgn(parts->nodes[v]) >= 0);
    return even;
}

enum status rounded_rest_add(struct rounded_parts *parts, const struct rounded_mix *mix, bool full,
                             bool *possible, struct failure *failure) {
    struct rounded_rest rest = {.parts = parts, .mix = mix, .possible = true, .failure = failure};
    mpz_init(rest.count);
    enum status status = add_rest(&rest, full);
    if (!status)
        status = add_tails(&rest);
    mpz_clear(rest.count);
    if (!status)
        *possible = rest.possible && is_even(parts);
    return status;
}
