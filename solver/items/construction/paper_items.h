/* SPDX-License-Identifier: MIT */
/*
 * Theorem 3.7 of Karp, Sahay, Santos, Schauser 1993: K items to N = f_t processors, the source
 * sending each of them once, in at most B(N) + 2L + K - 2 = t + 2L + K - 2 steps.
 *
 * The print exhibits the schedule for odd L; here it is corrected (block_reception.h), and extended
 * to even L and to t < 2L (block_digraph.h), so that L >= 1 and t >= 0 are any with f_t <=
 * MESSAGES_MOST_PROCESSORS.
 *
 * Proof. Each item goes along the optimal tree, except that the transmissions to leaves may begin
 * later. A processor of a block of size r sends each item of its residue class r times, at times of
 * different residues mod r, which are the same for all items; so it sends once at a time. What it
 * sends is there: nothing is sent earlier than the tree allows. One inactive transmission arrives
 * at a block at a place, and no two receptions of one processor fall together
 * (block_reception.h). All arrive by i + t + 2L - 2, but for the places that are late by one for
 * all items; for the last item p_{k mod r} has sent all L others by then, and the receiver gets
 * nothing else at k + t + 2L - 2: only one of the first L places of an item behind the last one
 * could come then.
 *
 * For other N there is no faithful extension here: the theorem follows from the schedules of
 * solver/construction/best.h, which end at B(N) + L + K - 1 for L != 2 and at most one later for L
 * = 2, when 2L - 2 = L.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_PAPER_ITEMS_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_PAPER_ITEMS_H

#include "solver/items/items_schedule.h"

/* Fills `schedule`. STATUS_INPUT for L < 1, t < 0 or K < 1, STATUS_LIMIT for too many processors or
 * times beyond 2^31 - 1. O(N log N) time, O(N) memory. */
enum status paper_items(int latency, int depth, int items, struct items_schedule *schedule,
                        struct failure *failure);

#endif
