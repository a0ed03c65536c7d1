/* SPDX-License-Identifier: MIT */
/* The arithmetic engine: decides the block-cyclic question for (L,t) by congruences alone (M.
 * Hall's theorem), for any t.
 *
 * In this order: the first depths by formula; a proof by residues that nothing fits; a partition by
 * local search while the instance is small; a family whose rule reaches t. Words come last, in
 * O(size^2) a block. */
#pragma once

#include "solver/base/limits.h"
#include "solver/question/decide/outcome.h"

/* Fills `outcome` (not initialised before; the caller clears it). Feasible answers carry a schedule
 * with words as long as t is at most some thousands, and the family's rule beyond. Stopped by the
 * limits, of which only `stop` counts, it is unknown; NULL: no limit. */
enum status arithmetic_solve(int latency, int depth, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure);
