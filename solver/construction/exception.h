/* SPDX-License-Identifier: MIT */
/*
 * The exception t = 2L, L even: no block-cyclic schedule exists, but a cyclic word with two
 * internal nodes serves all processors.
 *
 * The word has n = L+2 positions for n processors: position 0 receives the root (value 2L, L+1
 * sends), the positions 1..L the letters w_1..w_L, the last position the node with one child (value
 * L, one send). One receive-only processor gets the letter L/2-2. Legal if position + value are
 * pairwise distinct modulo n (results/THEOREMS.md, Theorem B).
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_EXCEPTION_H
#define STEADYCAST_SOLVER_CONSTRUCTION_EXCEPTION_H

#include "solver/model/schedule.h"

/* Writes w_1..w_L into letters[0..L-1]; L even, L >= 4. O(L). */
enum status exception_word(int latency, int *letters, struct failure *failure);

/* The whole schedule for P(2L) = L + 3 processors, checked (`periodic` is not initialised before).
 * O(L). */
enum status exception_schedule(struct schedule *periodic, int latency, struct failure *failure);

#endif
