/* SPDX-License-Identifier: MIT */
/*
 * The lower side of the least delay (delay.h, delay_scan.h): prices that exclude all smaller ones.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_DELAY_BOUND_H
#define STEADYCAST_SOLVER_QUESTION_DELAY_BOUND_H

#include "solver/bound/prices.h"

/*
 * The least depth at which the closed prices allow N = processors: B(N), or for L = 2 the least
 * whose capacity is N or more. STATUS_INPUT for N < 1, STATUS_LIMIT beyond PRICES_MAX_DEPTH.
 */
enum status delay_bound_depth(int latency, mpz_srcptr processors, int *depth,
                              struct failure *failure);

/*
 * Fills `prices` (not initialised before) with those of depth - 1, checked, which exclude N, for
 * that depth; depth >= 1. STATUS_INTERNAL if they do not.
 */
enum status delay_bound_prices(int latency, mpz_srcptr processors, int depth, struct prices *prices,
                               struct failure *failure);

#endif
