/* SPDX-License-Identifier: MIT */
/*
 * Numbers of legal words by their letters: W_r(v) is the number of legal words of a block of size r
 * with Parikh vector v.
 *
 * A legal word is a closed walk in the juggling state graph with maximal throw h = L-1 whose first
 * letter is L-1, and so from exactly one state S (automata/juggling.h). For each state S in which
 * L-1 may be thrown, the number of walks from S is carried forward by letters used and state
 * reached, one letter at a time; where a walk is back in S it closes a word.
 *
 * Few states go with the same letters: let the potential of a state be the sum of its landing
 * times. A letter w changes it by w - b, b the number of balls, so the letters used and the start
 * fix the potential reached. A cell therefore holds one number for each state of one potential, at
 * most the largest coefficient of the Gaussian binomial [h choose b].
 *
 * Cost: for each of the 2^(L-2) start states (L >= 2), the vectors of all totals below the largest
 * size, times states of one potential, times b+1 additions. Checked: every number is at most the
 * multinomial coefficient of its letters, and these are refused beyond 64 bits.
 */
#ifndef STEADYCAST_SOLVER_COUNT_WALKS_H
#define STEADYCAST_SOLVER_COUNT_WALKS_H

#include "solver/count/crew.h"
#include "solver/count/lattice.h"

/*
 * Adds W_r(v) to words[r][cell of v in the layer of total r-1], for r = 1..largest and all v within
 * the lattice; a size r with words[r] = NULL is left out. L >= 2, L - 1 <= 63. If the crew is
 * stopped the numbers are incomplete. STATUS_LIMIT if a number may exceed 64 bits or the tables do
 * not fit.
 */
enum status walks_count(const struct lattice *lattice, int latency, int largest, uint64_t **words,
                        struct crew *crew, struct budget *budget, struct failure *failure);

#endif
