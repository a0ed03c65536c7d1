/* SPDX-License-Identifier: MIT */
/*
 * What rounding leaves: some heads below v0, heads A, slack, and the tails. They get words such
 * that only fill is left to be placed (results/THEOREMS.md, section 12).
 *
 * Range 1: nodes L are leaves, the other small heads are B, and the tails that are left take the
 * heads A. Where there is slack, a small head has a word of its own with a larger |S|; else |S| =
 * M, and heads too small for that share a word with a tail. Range 2: as many nodes L are leaves as
 * may be, all other small heads are A, with words of their own. What is missing of the slack is
 * made good by tails with |S| = M+1 (range 2: M-1), the last one of the right length; a little of
 * it by a processor that receives only, or one smaller head.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_REST_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_REST_H

#include "solver/items/stream/rounded_mix.h"

/* *possible: no head, no A and no slack is left but leaves for the fill, of which too many may have
 * been used (rounded_stream.c); else N is too small. `full`: N = f_t, so no zero is left out. */
enum status rounded_rest_add(struct rounded_draft *draft, const struct rounded_mix *mix, bool full,
                             bool *possible, struct failure *failure);

#endif
