/* SPDX-License-Identifier: MIT */
/* L = 3: streams for endgames in explicit words, for any number of processors.
 *
 * The tree has N of the f_t nodes of the whole one, t = B(N): leaves of value 0 are left out. A
 * node of value v >= 4 sends at all times, but perhaps the last one: it is a head A(v) of v-2 rows,
 * or B(v) of v-3. So few kinds of words are enough that their number grows with t only, and that
 * each row holds k* = floor((f_0 + .. + f_(t-1)) / N) values or one more (results/THEOREMS.md,
 * 12.6). */
#pragma once

#include <gmp.h>

#include "solver/model/schedule.h"

/* *found: `words` is a stationary schedule of latency 3 and depth t = B(processors), with |S| >= k*
 * for each processor, checked. So it is for N >= 45; for some smaller N these words are too few.
 * processors >= 1. O(t^2) time and room, numbers of the size of N. */
enum status three_stream_build(mpz_srcptr processors, struct schedule *words, bool *found,
                               struct failure *failure);
