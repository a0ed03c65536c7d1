/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_slack.h"

#include <limits.h>
#include <stdlib.h>

/* Words with one head; not possible: remembered. */
enum status rounded_rest_single(struct rounded_rest *rest, struct fraction_place head, int mean,
                                mpz_srcptr count) {
    const struct rounded_parts *parts = rest->parts;
    int least = rest->mix->has_slack ? 1 : 0;          /* there may be no zeros */
    int most = parts->latency - !rest->mix->range_one; /* nor leaves L */
    struct rounded_single single = {head, mean, least, most};
    bool possible = false;
    enum status status =
        rounded_parts_add_single(rest->parts, &single, count, &possible, rest->failure);
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
static int tail_size(const struct rounded_parts *parts) {
    return parts->tail + 2 - parts->latency;
}

/* A tail that sends so often, B in range 1, else A. */
static struct fraction_place tail_of(const struct rounded_rest *rest, int size) {
    int L = rest->parts->latency;
    if (rest->mix->range_one)
        return (struct fraction_place){L + size, FRACTION_HEAD_B};
    return (struct fraction_place){L + size - 1, FRACTION_HEAD_A};
}

enum status rounded_rest_leaf(struct rounded_rest *rest, int value) {
    struct fraction_place place = {value, FRACTION_LEAF};
    mpz_set_ui(rest->count, 1);
    return rounded_parts_add(rest->parts, &place, 1, rest->count, rest->failure);
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
        sum += kind->places[p].value - rest->parts->mean;
    return sum;
}

/* Takes a word with this head and |S| = M apart, if there is one: the shortest. */
static enum status open_word(struct rounded_rest *rest, int value) {
    const struct rounded_parts *parts = rest->parts;
    const struct rounded_kind *best = NULL;
    if (mpz_sgn(parts->nodes[value]) > 0)
        return STATUS_OK;
    for (size_t i = 0; i < parts->count; i++) {
        const struct rounded_kind *kind = &parts->kinds[i];
        if (mpz_sgn(kind->count) > 0 && has_head(kind, value) && slack_of(rest, kind) == 0 &&
            (!best || kind->length < best->length))
            best = kind;
    }
    rest->possible = rest->possible && best;
    if (!best)
        return STATUS_OK;
    mpz_set_si(rest->count, -1);
    return rounded_parts_add(rest->parts, best->places, best->length, rest->count, rest->failure);
}

/* Gives slack back: the heads v0-1 of so many words with |S| = M+1 get |S| = M. `*back` is how
 * many there were. */
static enum status give_back(struct rounded_rest *rest, long words, bool *back) {
    const struct rounded_parts *parts = rest->parts;
    const struct rounded_kind *best = NULL;
    int size = parts->tail - 1 - parts->latency;
    for (size_t i = 0; i < parts->count; i++) {
        const struct rounded_kind *kind = &parts->kinds[i];
        if (kind->length == size && rounded_kind_is_single(kind) &&
            has_head(kind, parts->tail - 1) && slack_of(rest, kind) == size &&
            mpz_cmp_si(kind->count, words) >= 0)
            best = kind;
    }
    *back = best;
    if (!best)
        return STATUS_OK;
    struct fraction_place head = best->places[0];
    mpz_set_si(rest->count, -words);
    enum status status =
        rounded_parts_add(rest->parts, best->places, best->length, rest->count, rest->failure);
    return status ? status : add_one(rest, head, parts->mean, (int)words);
}

/* A head B of this size has |S| = M+1. */
static enum status use_head(struct rounded_rest *rest, int size) {
    struct fraction_place head = {rest->parts->latency + size, FRACTION_HEAD_B};
    enum status status = open_word(rest, head.value);
    if (!status && rest->possible)
        status = add_one(rest, head, rest->parts->mean + 1, 1);
    return status;
}

static bool is_little(const struct rounded_rest *rest) {
    mpz_srcptr slack = rest->parts->slack;
    return rest->mix->range_one && !rest->mix->has_slack && mpz_sgn(slack) > 0 &&
           mpz_cmp_si(slack, tail_size(rest->parts)) < 0;
}

enum status rounded_slack_little(struct rounded_rest *rest) {
    const struct rounded_parts *parts = rest->parts;
    int L = parts->latency, M = parts->mean, slack = (int)mpz_get_si(parts->slack);
    bool back;
    if (!is_little(rest))
        return STATUS_OK;
    enum status status = give_back(rest, tail_size(parts) / (parts->tail - 1 - L) + 1L, &back);
    if (status || back)
        return status;
    if (slack <= L - M && mpz_sgn(parts->heads_a) > 0) {
        status = rounded_rest_leaf(rest, M + slack);
        mpz_sub_ui(rest->parts->heads_a, parts->heads_a, 1);
        return status;
    }
    if (L + slack != parts->tail) /* that would stand for any tail */
        return use_head(rest, slack);
    status = use_head(rest, slack / 2);
    return status ? status : use_head(rest, slack - slack / 2);
}

/* Much slack, or less than nothing in range 2. */
static enum status use_much(struct rounded_rest *rest) {
    const struct rounded_parts *parts = rest->parts;
    int size = tail_size(parts), sign = mpz_sgn(parts->slack);
    long slack;
    enum status status = STATUS_OK;
    if (sign == 0)
        return STATUS_OK;
    rest->possible = rest->possible && mpz_cmpabs_ui(parts->slack, INT_MAX / 2) < 0;
    if (!rest->possible)
        return STATUS_OK;
    slack = labs(mpz_get_si(parts->slack));
    if (rest->mix->range_one)
        rest->possible = sign > 0 && slack >= size;
    if (slack >= size) {
        long words = slack / size - 1;
        status = add_one(rest, tail_of(rest, size), parts->mean + sign, (int)words);
        slack -= words * size;
    } else {
        status = add_one(rest, tail_of(rest, size), parts->mean - sign, 1);
        slack += size;
    }
    rest->possible = rest->possible && tail_of(rest, (int)slack).value <= parts->depth;
    if (!status && rest->possible)
        status = add_one(rest, tail_of(rest, (int)slack), parts->mean + sign, 1);
    return status;
}

/* So much slack that tails can take it. */
static enum status regain(struct rounded_rest *rest) {
    const struct rounded_parts *parts = rest->parts;
    long size = parts->tail - 1 - parts->latency;
    bool back = true;
    rest->possible = rest->possible && mpz_cmpabs_ui(parts->slack, INT_MAX / 2) < 0;
    if (!rest->possible || mpz_sgn(parts->slack) == 0)
        return STATUS_OK;
    long missing = tail_size(parts) - mpz_get_si(parts->slack);
    enum status status =
        missing > 0 ? give_back(rest, (missing + size - 1) / size, &back) : STATUS_OK;
    rest->possible = rest->possible && back;
    return status;
}

enum status rounded_slack_much(struct rounded_rest *rest) {
    enum status status = rest->mix->has_slack ? regain(rest) : STATUS_OK;
    return status ? status : use_much(rest);
}
