/* SPDX-License-Identifier: MIT */
/*
 * The least delay for all numbers of processors in a range, by construction: every schedule built
 * and checked, every bound too.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_DELAY_SCAN_H
#define STEADYCAST_SOLVER_QUESTION_DELAY_SCAN_H

#include <stdio.h>

#include "solver/base/limits.h"

/*
 * depths[i] = t for N = first + i processors, i = 0..count-1: delay L + t is reached, and less is
 * impossible; N >= 1. If `certificates` is not NULL it gets a certificate for each schedule (kinds
 * pruned, stationary, periodic), and for each t > 0 one that less is impossible (kind prices)
 * before the first N with this t of the range. STATUS_LIMIT when stopped (`limits` may be NULL) or
 * too large.
 */
enum status delay_scan(int latency, long first, long count, FILE *certificates,
                       const struct limits *limits, int *depths, struct failure *failure);

#endif
