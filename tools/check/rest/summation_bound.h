/* SPDX-License-Identifier: MIT */
/* Kind summation-bound: how many operands P processors of a LogP machine can add up in time T.
 *
 * Why no more than N, whatever a schedule does. Processors may send several messages here, keep
 * several values, receive a value long before they add it, and combine in any order; the capacity
 * of the network does not matter, and h = max(g,o+1). Take a schedule for the largest number of
 * operands, and of these one with the fewest messages. Only values that go into the sum are meant.
 *
 * (1) A value that is received is added there: otherwise its first sender sends it to where it is
 *     added at once, to be received when it is now, with fewer messages.
 * (2) If g <= o and processor p begins to receive a value A at time r, it has another value then.
 *     Otherwise let q send A at time s <= r-o-L.
 *      - If p sends a value V to x at a time after s and before r, let p keep V and use it in place
 *        of A, and q send A to x, where it is used in place of V (or keep it, if q = x). It is
 *        there when V is now, as it is sent earlier. This takes fewer messages.
 *      - If q has another value at s, let p use an operand of its own in place of A, and q add A to
 *        the other value in place of the cycles of sending it, of which there are o >= g >= 1. This
 *        takes more operands.
 *      - Otherwise q has nothing after s and p nothing until r, with all its sends ended by s+o:
 *        let them change places in all that they do before, and p has A. This takes fewer messages.
 *        (All receptions that change places begin at s-o or before, others on the same processor
 *        at s+o or behind, which is 2o >= g later.)
 * (3) Let S be the time when processor x sends for the last time, T for the one that has the sum at
 *     the end. All that it receives is received before. The last reception begins at S-(o+1) or
 *     before, by (1), and the last but j at S-(o+1)-jh or before: if g > o, by the gaps; if not, as
 *     it has another value then, besides the j+1 that are received, of which one is left at S; so
 *     j+1 additions follow, or sends, of o >= 1 cycles each, and j+1 receptions of o cycles.
 *     A processor whose last message is that one sends it o+L before.
 *     So T minus the time of the last send is at least the label of a node in the tree of the
 *     grammar, of another one for each processor, and with it the tree has the node's parent.
 * (4) With M messages between P' processors there are N-1 additions. In the time before its last
 *     send each processor adds for one cycle each, receives and sends for o cycles each. So
 *     N-1 <= T + (sum of S over the P'-1 others) - oM - o(M-(P'-1)), and M >= P'-1. Hence N-1 <=
 *     T + (sum of S-o over the others), which is at most T + the sum of the grammar.
 *
 * A(a), how many nodes have label a at most: besides the root each has an elder sibling, with its
 * label less h, or is a first child, with its parent's label less l, l = L+1+2o. So A(a) = 1 for
 * a < l, A(a) = A(a-h) + A(a-l) for a >= l, if A is 1 below 0. The i-th of the least labels, a_i,
 * adds T-o-a_i to the sum of the grammar, one for each a with a_i <= a < T-o; so the sum is that of
 * min(A(a),P) - 1 over a = 0 .. T-o-1. */
#ifndef STEADYCHECK_SUMMATION_BOUND_H
#define STEADYCHECK_SUMMATION_BOUND_H

#include "core/read.h"

bool rule_summation_bound(struct reader *reader);

#endif
