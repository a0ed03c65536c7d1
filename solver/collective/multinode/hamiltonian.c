/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/hamiltonian.h"

#include <stdlib.h>

#include "automata/memory.h"

enum status hamiltonian_check(const struct network *network, const int *order,
                              struct failure *failure) {
    FREED unsigned char *seen = memory_new((size_t)network->nodes, 1);
    TRY(memory_check(seen, failure, "a cycle"));
    for (int i = 0; i < network->nodes; i++) {
        int v = order[i], next = order[(i + 1) % network->nodes];
        if (v < 0 || v >= network->nodes || next < 0 || next >= network->nodes || seen[v])
            return failure_set(
                failure, STATUS_INPUT,
                "the cycle does not go through each of the nodes 0..%d once: see its node %d",
                network->nodes - 1, v);
        if (network_arc_number(network, v, next) < 0)
            return failure_set(failure, STATUS_INPUT,
                               "the cycle goes from %d to %d, and the network has no such edge", v,
                               next);
        seen[v] = 1;
    }
    return STATUS_OK;
}

/* --- orders of single factors --- */

/* An order of all nodes, along edges; closed: the last one is beside the first, as is needed of
 * three and more. */
struct track {
    int *order; /* owned */
    int nodes;
    bool found, closed;
};

static void track_clear(struct track *track) {
    free(track->order);
}

/* From (w,i) up a level: straight on, or to the other word of its four edges, if those were
 * exchanged: this joins w and w + 2^i where they differ in the highest bit of the larger one. */
static void wrapped_butterfly_order(int d, int *order) {
    int w = 0, nodes = d << d;
    for (int place = 0; place < nodes; place++) {
        int i = place % d;
        order[place] = (i << d) + w;
        if (w >> i <= 1)
            w ^= 1 << i;
    }
}

static enum status de_bruijn(const struct network_factor *factor, int *order,
                             struct failure *failure) {
    int mask = (1 << factor->size) - 1, word = 0;
    FREED unsigned char *seen = memory_new((size_t)factor->network.nodes, 1);
    TRY(memory_check(seen, failure, "a cycle"));
    for (int i = 0; i <= mask; i++) {
        order[i] = word;
        seen[word] = 1;
        int next = ((word << 1) & mask) | 1;
        word = seen[next] ? next - 1 : next;
    }
    return STATUS_OK;
}

/* A hamiltonian cycle of cube-connected cycles of dimension d >= 3.
 *
 * Invariant of dimension e: a hamiltonian cycle that uses, in every corner w, the edge from (w,e-1)
 * to (w,0). It holds for e = 2, where the 8-cycle may be taken to use this one of the two parallel
 * edges of each corner, and for e = 3: the Gray code that changes the bits 1, 0, 1, 2, 1, 0, 1, 2
 * goes through each corner once, from the node of one bit to that of the next, which is 1 or comes
 * from 1, so that it may take the long way round through the edge from 2 to 0.
 *
 * From e to e+2: four copies, for the values of the bits e and e+1, in which the edge from (w,e-1)
 * to (w,0) becomes a path through (w,e) and (w,e+1). The corners whose bits below e are 0 are four;
 * in each the edge from (w,e) to (w,e+1) is taken out, and their nodes (w,e) and (w,e+1) are joined
 * across the dimensions e and e+1. What was four cycles is four paths with their ends at these
 * eight nodes, joined to one cycle. All corners use the edge from (w,e+1) to (w,0). */

/* Whether the cycle goes from (w,i) to (w,i+1). */
static bool goes_along(int d, int w, int i) {
    if (i == d - 1)
        return true;
    if (d % 2 == 0 && i == 0)
        return false;
    if (d % 2 == 1 && i < 2) {
        /* the edge between the bits that are changed before and behind a corner; the corners come
         * in the order 0, 2, 3, 1, 5, 7, 6, 4 */
        static const int taken_out[8] = {1, 1, 0, 0, 1, 1, 0, 0};
        return taken_out[w & 7] != i;
    }
    if (i % 2 == d % 2) /* e = i */
        return (w & ((1 << i) - 1)) != 0;
    return true;
}

static int next_node(int d, int v, int from) {
    int w = v / d, i = v % d, before = (i + d - 1) % d;
    int ways[3], count = 0;
    if (goes_along(d, w, i))
        ways[count++] = w * d + (i + 1) % d;
    if (goes_along(d, w, before))
        ways[count++] = w * d + before;
    if (count < 2)
        ways[count++] = (w ^ 1 << i) * d + i;
    return count > 1 && ways[0] == from ? ways[1] : ways[0];
}

/* The cycle of cube-connected cycles of dimension d >= 3, node (w,i) being w d + i. */
static enum status hamiltonian_cubes(int d, int *order, struct failure *failure) {
    int nodes = d << d, from = -1, v = 0;
    if (d < 3 || nodes > NETWORK_MOST_NODES)
        return failure_set(
            failure, STATUS_INPUT,
            "cube-connected cycles have dimension 3 or more and at most %d nodes, not dimension %d",
            NETWORK_MOST_NODES, d);
    for (int place = 0; place < nodes; place++) {
        order[place] = v;
        int next = next_node(d, v, from);
        from = v;
        v = next;
    }
    return STATUS_OK;
}

/* Whether the family's own order is known; then it is put down. */
static enum status known_order(const struct network_factor *factor, struct track *track,
                               struct failure *failure) {
    int n = factor->network.nodes;
    track->found = true;
    track->closed = factor->family != NETWORK_PATH && n >= 3;
    for (int v = 0; v < n; v++)
        track->order[v] = v;
    switch (factor->family) {
    case NETWORK_RING:
    case NETWORK_PATH:
    case NETWORK_COMPLETE:
    case NETWORK_WHEEL:
        return STATUS_OK;
    case NETWORK_DEBRUIJN:
        return de_bruijn(factor, track->order, failure);
    case NETWORK_WRAPPED_BUTTERFLY:
        wrapped_butterfly_order(factor->size, track->order);
        return STATUS_OK;
    case NETWORK_CCC:
        if (factor->size >= 3)
            return hamiltonian_cubes(factor->size, track->order, failure);
        break;
    case NETWORK_BIPARTITE:
        track->found = n == 2 * factor->size;
        for (int v = 0; v < n && track->found; v++) /* one of each side in turn */
            track->order[v] = v % 2 * factor->size + v / 2;
        return STATUS_OK;
    default:
        break;
    }
    track->found = false;
    return STATUS_OK;
}

/* Cleared by the caller in any case, as all that follow. */
static enum status factor_track(const struct network_factor *factor, const struct limits *limits,
                                struct track *track, struct failure *failure) {
    enum verdict verdict;
    *track = (struct track){.nodes = factor->network.nodes};
    TRY(memory_check(NEW(track->nodes, track->order), failure, "a cycle"));
    TRY(known_order(factor, track, failure));
    if (track->found)
        return STATUS_OK;
    TRY(hamiltonian_search(&factor->network, limits, track->order, &verdict, failure));
    track->found = verdict == VERDICT_FEASIBLE;
    track->closed = track->found && track->nodes >= 3;
    return STATUS_OK;
}

/* --- products --- */

/* All places (column, row), for both tracks open or the one of the columns closed: through the
 * columns 1.. of each row to and fro, and back through column 0; without the way back if `open`,
 * from column 0 on. */
static void comb(int columns, int rows, bool open, int (*places)[2]) {
    int first = open ? 0 : 1, width = columns - first, next = 0;
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < width; i++) {
            int column = row % 2 == 0 ? first + i : columns - 1 - i;
            places[next][0] = column;
            places[next++][1] = row;
        }
    for (int row = rows - 1; row >= 0 && !open; row--) {
        places[next][0] = 0;
        places[next++][1] = row;
    }
}

/* Columns are those of `a` if `turned` is false, else of `b`. */
static void combine(const struct track *a, const struct track *b, struct track *both,
                    int (*places)[2]) {
    bool a_closed = a->closed, b_closed = b->closed;
    bool turned = !a_closed && (b_closed || (a->nodes % 2 == 0 && b->nodes % 2 == 1));
    const struct track *columns = turned ? b : a, *rows = turned ? a : b;
    bool open = !columns->closed && rows->nodes % 2 == 1;
    comb(columns->nodes, rows->nodes, open, places);
    for (int i = 0; i < both->nodes; i++) {
        int column = columns->order[places[i][0]], row = rows->order[places[i][1]];
        both->order[i] = turned ? row * b->nodes + column : column * b->nodes + row;
    }
    both->found = true;
    both->closed = !open && both->nodes >= 3;
}

static enum status multiply(struct track *a, const struct track *b, struct failure *failure) {
    CLEANUP(track_clear) struct track both = {.nodes = a->nodes * b->nodes};
    FREED int(*places)[2] = memory_new((size_t)both.nodes, sizeof *places);
    TRY(memory_check(places && NEW(both.nodes, both.order), failure, "a cycle"));
    combine(a, b, &both, places);
    track_clear(a);
    *a = TAKE(both);
    return STATUS_OK;
}

static enum status network_track(const struct network_factors *network, const struct limits *limits,
                                 struct track *track, struct failure *failure) {
    TRY(factor_track(&network->factors[0], limits, track, failure));
    for (int i = 1; i < network->count && track->found; i++) {
        CLEANUP(track_clear) struct track next = {.order = NULL};
        TRY(factor_track(&network->factors[i], limits, &next, failure));
        if (next.found)
            TRY(multiply(track, &next, failure));
        track->found = next.found;
    }
    return STATUS_OK;
}

enum status hamiltonian_find(const struct network_factors *network, const struct limits *limits,
                             int *order, enum verdict *verdict, struct failure *failure) {
    CLEANUP(track_clear) struct track track = {.order = NULL};
    TRY(network_track(network, limits, &track, failure));
    const struct network *whole = network_factors_whole(network);
    if (!track.found || (!track.closed && whole->nodes > 2))
        return hamiltonian_search(whole, limits, order, verdict, failure);
    enum status status = hamiltonian_check(whole, track.order, failure);
    TRY(status == STATUS_INPUT ? STATUS_INTERNAL : status);
    int start = 0;
    while (track.order[start] != 0)
        start++;
    for (int i = 0; i < whole->nodes; i++)
        order[i] = track.order[(start + i) % whole->nodes];
    *verdict = VERDICT_FEASIBLE;
    return STATUS_OK;
}
