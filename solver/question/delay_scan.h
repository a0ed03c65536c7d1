/* SPDX-License-Identifier: MIT */
/* The least delay for all numbers of processors in a range, by construction: every schedule built
 * and checked, every bound too. */
#pragma once

#include <stdio.h>

#include "solver/base/limits.h"
#include "solver/proof/bound/prices.h"

/* The lower side of the least delay: prices that exclude all smaller ones. */

/* The least depth at which the closed prices allow N = processors: B(N), or for L = 2 the least
 * whose capacity is N or more. STATUS_INPUT for N < 1, STATUS_LIMIT beyond PRICES_MAX_DEPTH. */
enum status delay_bound_depth(int latency, mpz_srcptr processors, int *depth,
                              struct failure *failure);

/* Fills `prices` (not initialised before) with those of depth - 1, checked, which exclude N, for
 * that depth; depth >= 1. STATUS_INTERNAL if they do not. */
enum status delay_bound_prices(int latency, mpz_srcptr processors, int depth, struct prices *prices,
                               struct failure *failure);

/* depths[i] = t for N = first + i processors, i = 0..count-1: delay L + t is reached, and less is
 * impossible; N >= 1. If `certificates` is not NULL it gets a certificate for each schedule (kinds
 * pruned, stationary, periodic), and for each t > 0 one that less is impossible (kind prices)
 * before the first N with this t of the range. STATUS_LIMIT when stopped (`limits` may be NULL) or
 * too large. */
enum status delay_scan(int latency, long first, long count, FILE *certificates,
                       const struct limits *limits, int *depths, struct failure *failure);
