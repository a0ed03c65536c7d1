/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_trees.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/construction/port_leaves.h"

enum { MOST_ROOM = 100000000 }; /* numbers of leaves, by depth and value */

static size_t room_of(const struct port_trees *trees) {
    return ((size_t)trees->most + 1) * (size_t)trees->latency;
}

enum status port_trees_init(struct port_trees *trees, int latency, int ports, int most,
                            struct failure *failure) {
    *trees = (struct port_trees){.latency = latency, .ports = ports, .most = most};
    if (room_of(trees) > MOST_ROOM)
        return failure_limit(failure, "L = %d and t = %d are too large for several ports", latency,
                             most);
    trees->taken = memory_new(room_of(trees), sizeof *trees->taken);
    trees->left = numbers_new(room_of(trees));
    return trees->taken && trees->left ? STATUS_OK : failure_memory(failure, "a stream");
}

void port_trees_clear(struct port_trees *trees) {
    free(trees->taken);
    numbers_free(trees->left);
    *trees = (struct port_trees){0};
}

int *port_trees_taken(const struct port_trees *trees, int depth) {
    return trees->taken + (size_t)depth * (size_t)trees->latency;
}

mpz_t *port_trees_left(const struct port_trees *trees, int depth) {
    return trees->left + (size_t)depth * (size_t)trees->latency;
}

bool port_pick_ones(mpz_t *all, int ports, int size, int *picked) {
    picked[0] = (ports - 1) * size;
    picked[1] = size - 1;
    return mpz_cmp_si(all[0], picked[0]) >= 0 && mpz_cmp_si(all[1], picked[1]) >= 0;
}

/* L < s < 2L: all but one of p times each value below R, for t >= 2L by the union. */
static enum status add_tree(struct port_trees *trees, int s, struct failure *failure) {
    int L = trees->latency, p = trees->ports, size = s - L + 1, *taken = port_trees_taken(trees, s);
    mpz_t *left = port_trees_left(trees, s);
    bool found = true;
    if (s <= L) { /* a leaf; one that sends once, to p leaves */
        mpz_set_ui(left[s < L ? s : 0], (unsigned long)(s < L ? 1 : p));
        return STATUS_OK;
    }
    for (int v = 0; v < L; v++) {
        if (s < 2 * L) {
            mpz_set_ui(left[v], (unsigned long)(v < size ? p : 0));
            continue;
        }
        mpz_add_ui(left[v], port_trees_left(trees, s - 1)[v],
                   (unsigned long)port_trees_taken(trees, s - 1)[v]);
        mpz_addmul_ui(left[v], port_trees_left(trees, s - L)[v], (unsigned long)p);
    }
    if (s < 2 * L) {
        long sum = s + (long)p * (size % 2 ? (size - 1) / 2 * size : size / 2 * (size - 1)) % size;
        for (int v = 0; v < size; v++)
            taken[v] = p - (v == sum % size);
    } else if (L == 1) {
        taken[0] = p * size - 1;
    } else if (L == 2) {
        found = port_pick_ones(left, p, size, taken);
    } else {
        found = port_pick(left, L, p * size - 1, -(s % size), size, taken);
    }
    for (int v = 0; v < L && found; v++)
        mpz_sub_ui(left[v], left[v], (unsigned long)taken[v]);
    return found ? STATUS_OK
                 : failure_internal(failure, "the tree of depth %d has no leaves for its root", s);
}

enum status port_trees_reach(struct port_trees *trees, int depth, const struct limits *limits,
                             struct failure *failure) {
    assert(depth <= trees->most);
    for (; trees->count <= depth; trees->count++) {
        TRY(limits_check(limits, failure));
        TRY(add_tree(trees, trees->count, failure));
    }
    return STATUS_OK;
}
