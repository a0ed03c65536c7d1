/* SPDX-License-Identifier: MIT */
/* Whether a block-cyclic schedule on a pruned tree exists, by trying: all trees, and for each all
 * words of all blocks, position after position. Written from results/README.md, kind schedule;
 * knows nothing of Hall's theorem, sums, states or bounds. */
#pragma once

#include <stdbool.h>

enum { NAIVE_PRUNED_MOST = 40 };

/* For few processors, at most NAIVE_PRUNED_MOST; depth < NAIVE_PRUNED_MOST. */
bool naive_pruned_exists(int latency, int depth, int processors);

/* Whether the leaves, leaves[v] of the value v < values, can be dealt to blocks with these heads
 * and sizes >= 1, one of them left over, in words. */
bool naive_deal_exists(const int *heads, const int *sizes, int blocks, const int *leaves,
                       int values);
