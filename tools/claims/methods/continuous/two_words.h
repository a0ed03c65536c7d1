/* SPDX-License-Identifier: MIT */
/*
 * Words for the trees that the sketch of Theorem 3.5 of Karp et al. 1993 prunes (two_pruning.h), in
 * closed form: section 9.7 of results/THEOREMS.md.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_KARP_TWO_WORDS_H
#define STEADYCAST_TOOLS_CLAIM_KARP_TWO_WORDS_H

#include "solver/model/schedule.h"

enum { TWO_WORDS_LEAST = 16 }; /* depths from here on */

/* Fills `pruned` (not initialised before): L = 2, P(depth-1) processors, checked. O(depth^2). */
enum status two_words(int depth, struct schedule *pruned, struct failure *failure);

#endif
