/* SPDX-License-Identifier: MIT */
/*
 * A hamiltonian cycle of cube-connected cycles of dimension d >= 3.
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
 * eight nodes, joined to one cycle. All corners use the edge from (w,e+1) to (w,0).
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multinode/hamiltonian.h"

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

enum status hamiltonian_cubes(int d, int *order, struct failure *failure) {
    int nodes = d << d, from = -1, v = 0;
    if (d < 3 || nodes > GOSSIP_MOST_NODES)
        return failure_set(
            failure, STATUS_INPUT,
            "cube-connected cycles have dimension 3 or more and at most %d nodes, not dimension %d",
            GOSSIP_MOST_NODES, d);
    for (int place = 0; place < nodes; place++) {
        order[place] = v;
        int next = next_node(d, v, from);
        from = v;
        v = next;
    }
    return STATUS_OK;
}
