/* SPDX-License-Identifier: MIT */
/*
 * L = 4: streams for endgames in explicit words, for any number of processors: those of one of 12
 * bases (k* = 3) or 5 bases (k* = 2) of four_words.h, as often as whole numbers say
 * (results/THEOREMS.md, 12.10, Lemma 15).
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_FOUR_STREAM_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_FOUR_STREAM_H

#include <gmp.h>

#include "solver/model/schedule.h"

/*
 * *found: `words` is a stationary schedule of latency 4 and depth t = B(processors), with |S| >= k*
 * for each processor, checked. So it is for t >= 24 but N = f_t; for some smaller N no basis has a
 * solution, and for N = f_t nothing is tried. processors >= 1. O(t^2) time and room, numbers of the
 * size of N.
 */
enum status four_stream_build(mpz_srcptr processors, struct schedule *words, bool *found,
                              struct failure *failure);

#endif
