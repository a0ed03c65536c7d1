/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_mend.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { MOST_CHANGES = 400 };

/* Words of a kind get other leaves at two places. */
struct change {
    size_t kind;
    int places[2];
    int leaves[2];
    mpz_t count; /* of words; 0: there is no change */
};

/* Half of what there is. */
static void bound(const struct rounded_parts *parts, int leaf, mpz_ptr count) {
    mpz_t half;
    mpz_init(half);
    mpz_fdiv_q_2exp(half, parts->nodes[leaf], 1);
    if (mpz_cmp(half, count) < 0)
        mpz_set(count, half);
    mpz_clear(half);
}

/* The leaf at place p, of which there are too few, and the one at q become others. */
static void consider(const struct rounded_parts *parts, size_t kind, int p, int q,
                     struct change *best) {
    const struct fraction_place *places = parts->kinds[kind].places;
    int L = parts->latency, sum = places[p].value + places[q].value;
    mpz_t count;
    mpz_init(count);
    for (int one = sum > L ? sum - L : 0; 2 * one <= sum; one++) {
        int other = sum - one;
        if (one == places[p].value || one == places[q].value)
            continue;
        mpz_neg(count, parts->nodes[places[p].value]);
        if (mpz_cmp(parts->kinds[kind].count, count) < 0)
            mpz_set(count, parts->kinds[kind].count);
        bound(parts, one, count);
        bound(parts, other, count);
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
static void consider_kind(const struct rounded_parts *parts, size_t kind, int leaf,
                          struct change *best) {
    const struct rounded_kind *k = &parts->kinds[kind];
    int first = -1;
    if (mpz_sgn(k->count) <= 0 || !rounded_kind_is_single(k))
        return;
    for (int p = 1; p < k->length && first < 0; p++)
        first = k->places[p].value == leaf ? p : -1;
    for (int q = 1; q < k->length && first > 0; q++)
        if (q != first && (q == first + 1 || k->places[q].value != k->places[q - 1].value))
            consider(parts, kind, first, q, best);
}

static enum status make_change(struct rounded_parts *parts, struct change *change,
                               struct failure *failure) {
    const struct rounded_kind *kind = &parts->kinds[change->kind];
    int length = kind->length;
    struct fraction_place *places = memory_new((size_t)length, sizeof *places);
    mpz_t less;
    if (!places)
        return failure_memory(failure, "a word of a stream");
    mpz_init(less);
    mpz_neg(less, change->count);
    memcpy(places, kind->places, (size_t)length * sizeof *places);
    enum status status = rounded_parts_add(parts, places, length, less, failure);
    for (int i = 0; i < 2; i++)
        places[change->places[i]].value = change->leaves[i];
    if (!status)
        status = rounded_parts_add(parts, places, length, change->count, failure);
    mpz_clear(less);
    free(places);
    return status;
}

static int overdrawn(const struct rounded_parts *parts) {
    for (int w = 0; w <= parts->latency; w++)
        if (mpz_sgn(parts->nodes[w]) < 0)
            return w;
    return -1;
}

enum status rounded_mend(struct rounded_parts *parts, bool *mended, struct failure *failure) {
    enum status status = STATUS_OK;
    struct change best;
    bool any = true;
    mpz_init(best.count);
    for (int i = 0; i < MOST_CHANGES && any && overdrawn(parts) >= 0 && !status; i++) {
        mpz_set_ui(best.count, 0);
        for (int w = 0; w <= parts->latency; w++)
            for (size_t kind = 0; kind < parts->count && mpz_sgn(parts->nodes[w]) < 0; kind++)
                consider_kind(parts, kind, w, &best);
        any = mpz_sgn(best.count) > 0;
        if (any)
            status = make_change(parts, &best, failure);
    }
    mpz_clear(best.count);
    if (!status)
        *mended = overdrawn(parts) < 0;
    return status;
}
