/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_parts.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"

/* --- the tree --- */

static void fill_sequence(const struct rounded_parts *parts) {
    int L = parts->latency;
    for (int i = 0; i <= parts->depth + L; i++)
        if (i < L)
            mpz_set_ui(parts->f[i], 1);
        else
            mpz_add(parts->f[i], parts->f[i - 1], parts->f[i - L]);
}

static void fill_nodes(struct rounded_parts *parts, mpz_srcptr processors) {
    int L = parts->latency, t = parts->depth;
    for (int v = 1; v <= t - L; v++)
        mpz_set(parts->nodes[v], parts->f[t - L - v]);
    mpz_set_ui(parts->nodes[t], 1);
    mpz_sub(parts->nodes[0], processors, parts->f[t - 1]);
    mpz_set(parts->heads_a, parts->nodes[0]);
    for (int v = parts->tail; v <= t; v++)
        mpz_add(parts->tails, parts->tails, parts->nodes[v]);
    mpz_sub_ui(parts->slack, parts->f[t + L - 1], 1);
    mpz_submul_ui(parts->slack, processors, (unsigned long)parts->mean);
}

enum status rounded_parts_init(struct rounded_parts *parts, int latency, int tail, int mean,
                               int depth, mpz_srcptr processors, struct failure *failure) {
    require(depth >= 2 * latency && depth > tail);
    *parts = (struct rounded_parts){.latency = latency, .depth = depth, .tail = tail, .mean = mean};
    mpz_inits(parts->tails, parts->heads_a, parts->slack, NULL);
    parts->f = numbers_new((size_t)(depth + latency) + 1);
    parts->nodes = numbers_new((size_t)depth + 1);
    if (!parts->f || !parts->nodes) {
        rounded_parts_clear(parts);
        return failure_memory(failure, "the tree of a stream");
    }
    fill_sequence(parts);
    fill_nodes(parts, processors);
    return STATUS_OK;
}

void rounded_parts_clear(struct rounded_parts *parts) {
    for (size_t i = 0; i < parts->count; i++) {
        free(parts->kinds[i].places);
        mpz_clear(parts->kinds[i].count);
    }
    free(parts->kinds);
    numbers_free(parts->f, (size_t)(parts->depth + parts->latency) + 1);
    numbers_free(parts->nodes, (size_t)parts->depth + 1);
    mpz_clears(parts->tails, parts->heads_a, parts->slack, NULL);
    *parts = (struct rounded_parts){0};
}

/* --- kinds --- */

static bool is_tail(const struct rounded_parts *parts, struct fraction_place place) {
    return place.role != FRACTION_LEAF && place.value == parts->tail;
}

bool rounded_kind_has_tail(const struct rounded_parts *parts, const struct rounded_kind *kind) {
    bool has = false;
    for (int p = 0; p < kind->length; p++)
        has = has || is_tail(parts, kind->places[p]);
    return has;
}

bool rounded_kind_is_single(const struct rounded_kind *kind) {
    int heads = 0;
    for (int p = 0; p < kind->length; p++)
        heads += kind->places[p].role != FRACTION_LEAF;
    return heads == 1;
}

static enum status find_kind(struct rounded_parts *parts, const struct fraction_place *places,
                             int length, struct rounded_kind **kind, struct failure *failure) {
    size_t size = (size_t)length * sizeof *places;
    for (size_t i = 0; i < parts->count; i++) {
        *kind = &parts->kinds[i];
        if ((*kind)->length == length && memcmp((*kind)->places, places, size) == 0)
            return STATUS_OK;
    }
    if (parts->count == parts->room) {
        size_t room = 2 * parts->room + 64;
        struct rounded_kind *grown = memory_resize(parts->kinds, room, sizeof *grown);
        if (!grown)
            return failure_memory(failure, "the words of a stream");
        parts->kinds = grown;
        parts->room = room;
    }
    struct fraction_place *copy = memory_new((size_t)length, sizeof *copy);
    if (!copy)
        return failure_memory(failure, "the words of a stream");
    memcpy(copy, places, size);
    *kind = &parts->kinds[parts->count++];
    **kind = (struct rounded_kind){.length = length, .places = copy};
    mpz_init((*kind)->count);
    return STATUS_OK;
}

/* (|S|-M) (length) */
static long slack_of(const struct rounded_parts *parts, const struct fraction_place *places,
                     int length) {
    long sum = 0;
    for (int p = 0; p < length; p++)
        sum += places[p].value - parts->mean;
    return sum;
}

static void subtract(mpz_ptr number, mpz_srcptr count, long factor) {
    if (factor >= 0)
        mpz_submul_ui(number, count, (unsigned long)factor);
    else
        mpz_addmul_ui(number, count, (unsigned long)-factor);
}

enum status rounded_parts_add(struct rounded_parts *parts, const struct fraction_place *places,
                              int length, mpz_srcptr count, struct failure *failure) {
    struct rounded_kind *kind = NULL;
    if (mpz_sgn(count) == 0)
        return STATUS_OK;
    enum status status = find_kind(parts, places, length, &kind, failure);
    if (status)
        return status;
    mpz_add(kind->count, kind->count, count);
    for (int p = 0; p < length; p++) {
        bool head = places[p].role != FRACTION_LEAF;
        mpz_ptr nodes = is_tail(parts, places[p]) ? parts->tails : parts->nodes[places[p].value];
        mpz_sub(nodes, nodes, count);
        if (head && places[p].value > parts->tail)
            mpz_sub(parts->tails, parts->tails, count);
        if (places[p].role == FRACTION_HEAD_A)
            mpz_sub(parts->heads_a, parts->heads_a, count);
    }
    subtract(parts->slack, count, slack_of(parts, places, length));
    return STATUS_OK;
}

/* most = min(most, number / uses) */
static void bound(mpz_ptr most, mpz_srcptr number, long uses) {
    mpz_t quotient;
    if (uses <= 0)
        return;
    mpz_init(quotient);
    mpz_fdiv_q_ui(quotient, number, (unsigned long)uses);
    if (mpz_sgn(quotient) < 0)
        mpz_set_ui(quotient, 0);
    if (mpz_cmp(quotient, most) < 0)
        mpz_set(most, quotient);
    mpz_clear(quotient);
}

void rounded_parts_most(const struct rounded_parts *parts, const struct fraction_place *places,
                        int length, bool slack, mpz_ptr most) {
    long heads_a = 0;
    mpz_set(most, parts->f[parts->depth]);
    for (int p = 0; p < length; p++) {
        long uses = 0;
        for (int q = 0; q < length; q++)
            uses += places[p].value == places[q].value;
        bound(most, is_tail(parts, places[p]) ? parts->tails : parts->nodes[places[p].value], uses);
        heads_a += places[p].role == FRACTION_HEAD_A;
    }
    bound(most, parts->heads_a, heads_a);
    if (slack)
        bound(most, parts->slack, slack_of(parts, places, length));
}

/* --- one head --- */

enum status rounded_parts_add_single(struct rounded_parts *parts,
                                     const struct rounded_single *single, mpz_srcptr count,
                                     bool *possible, struct failure *failure) {
    int leaves = fraction_leaves(parts->latency, single->head.value, single->head.role);
    int sum = single->mean * (leaves + 1) - single->head.value;
    *possible = leaves >= 0 && sum >= single->least * leaves && sum <= single->most * leaves;
    if (!*possible)
        return STATUS_OK;
    struct fraction_place *places = memory_new((size_t)leaves + 1, sizeof *places);
    if (!places)
        return failure_memory(failure, "a word of a stream");
    places[0] = single->head;
    for (int i = 0; i < leaves; i++)
        places[i + 1] = (struct fraction_place){(sum + i) / leaves, FRACTION_LEAF};
    enum status status = rounded_parts_add(parts, places, leaves + 1, count, failure);
    free(places);
    return status;
}
