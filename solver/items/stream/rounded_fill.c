/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_fill.h"

#include <stdlib.h>

#include "automata/memory.h"

/* More leaves are not mixed. */
enum { MOST_MIXED = 100000 };

static enum status add_set(struct rounded_fill *fill, const struct rounded_set *set,
                           mpz_srcptr count, struct failure *failure) {
    if (fill->count == fill->room) {
        size_t room = 2 * fill->room + 64;
        struct rounded_set *grown = memory_resize(fill->sets, room, sizeof *grown);
        if (!grown)
            return failure_memory(failure, "the fill of a stream");
        fill->sets = grown;
        fill->room = room;
    }
    fill->sets[fill->count] = *set;
    mpz_init_set(fill->sets[fill->count++].count, count);
    return STATUS_OK;
}

/* b^j a^d as often as there are leaves for it. */
static enum status take_excursions(struct rounded_fill *fill, struct rounded_parts *parts, int a,
                                   int b, struct failure *failure) {
    int j = parts->mean - 1 - a, d = b - parts->mean + 1;
    struct rounded_set set = {.length = j + d};
    enum status status = STATUS_OK;
    mpz_t count, other;
    mpz_inits(count, other, NULL);
    for (int i = 0; i < j + d; i++)
        set.leaves[i] = i < j ? b : a;
    mpz_fdiv_q_ui(count, parts->nodes[b], (unsigned long)j);
    mpz_fdiv_q_ui(other, parts->nodes[a], (unsigned long)d);
    if (mpz_cmp(other, count) < 0)
        mpz_set(count, other);
    if (mpz_sgn(count) > 0) {
        mpz_submul_ui(parts->nodes[b], count, (unsigned long)j);
        mpz_submul_ui(parts->nodes[a], count, (unsigned long)d);
        status = add_set(fill, &set, count, failure);
    }
    mpz_clears(count, other, NULL);
    return status;
}

/* Some leaf above M-1, or below it; -1: there is none. */
static int leaf_beside(const struct rounded_parts *parts, bool above) {
    int first = above ? parts->mean : 0, end = above ? parts->latency : parts->mean - 2;
    for (int w = first; w <= end; w++)
        if (mpz_sgn(parts->nodes[w]) > 0)
            return w;
    return -1;
}

/*
 * Takes leaves above M-1 while the sum of (leaf-M+1) is not positive, else those below; after L at
 * most a sum comes again. What came in between is a set; the rest goes back.
 */
static enum status take_mixed(struct rounded_fill *fill, struct rounded_parts *parts, bool *done,
                              struct failure *failure) {
    struct rounded_set set = {.mixed = true};
    int taken[ROUNDED_SET_ROOM], sums[ROUNDED_SET_ROOM + 1] = {0}, count = 0, first = -1;
    mpz_t one;
    while (first < 0 && count < ROUNDED_SET_ROOM) {
        int w = leaf_beside(parts, sums[count] <= 0);
        if (w < 0)
            break;
        mpz_sub_ui(parts->nodes[w], parts->nodes[w], 1);
        taken[count] = w;
        sums[count + 1] = sums[count] + w - parts->mean + 1;
        count++;
        for (int i = 0; i < count; i++)
            first = sums[i] == sums[count] ? i : first;
    }
    for (int i = 0; i < (first < 0 ? count : first); i++)
        mpz_add_ui(parts->nodes[taken[i]], parts->nodes[taken[i]], 1);
    *done = first < 0;
    if (*done)
        return STATUS_OK;
    for (int i = first; i < count; i++)
        set.leaves[set.length++] = taken[i];
    mpz_init_set_ui(one, 1);
    enum status status = add_set(fill, &set, one, failure);
    mpz_clear(one);
    return status;
}

/* The number and the sum of leaves are those of the places behind the tails. */
static bool is_right(const struct rounded_parts *parts) {
    mpz_t places, sum;
    mpz_inits(places, sum, NULL);
    for (int w = 0; w <= parts->latency; w++) {
        mpz_sub(places, places, parts->nodes[w]);
        mpz_addmul_ui(sum, parts->nodes[w], (unsigned long)w);
        mpz_submul_ui(sum, parts->nodes[w], (unsigned long)parts->mean - 1);
    }
    for (int v = parts->tail; v <= parts->depth; v++)
        mpz_addmul_ui(places, parts->nodes[v], (unsigned long)(v - parts->tail));
    bool right = mpz_sgn(places) == 0 && mpz_sgn(sum) == 0;
    mpz_clears(places, sum, NULL);
    return right;
}

static int compare(const void *a, const void *b) {
    const struct rounded_set *one = a, *other = b;
    if (one->mixed != other->mixed)
        return one->mixed ? -1 : 1;
    return (one->length < other->length) - (one->length > other->length);
}

static enum status take_all_mixed(struct rounded_fill *fill, struct rounded_parts *parts,
                                  bool *possible, struct failure *failure) {
    enum status status = STATUS_OK;
    bool done = false;
    for (int i = 0; i < MOST_MIXED && !done && !status; i++)
        status = take_mixed(fill, parts, &done, failure);
    *possible = done;
    return status;
}

enum status rounded_fill_init(struct rounded_fill *fill, struct rounded_parts *parts,
                              bool *possible, struct failure *failure) {
    enum status status = STATUS_OK;
    *fill = (struct rounded_fill){0};
    *possible = is_right(parts);
    if (!*possible)
        return STATUS_OK;
    for (int a = parts->mean - 2; a >= 0 && !status; a--)
        for (int b = parts->mean; b <= parts->latency && !status; b++)
            status = take_excursions(fill, parts, a, b, failure);
    if (!status)
        status = take_all_mixed(fill, parts, possible, failure);
    if (fill->count)
        qsort(fill->sets, fill->count, sizeof *fill->sets, compare);
    return status;
}

void rounded_fill_clear(struct rounded_fill *fill) {
    for (size_t i = 0; i < fill->count; i++)
        mpz_clear(fill->sets[i].count);
    free(fill->sets);
    *fill = (struct rounded_fill){0};
}
