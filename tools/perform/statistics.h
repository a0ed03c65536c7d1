/* SPDX-License-Identifier: MIT */
/* What measurements that were repeated come to: the median, and how far they spread. */
#ifndef STEADYCAST_TOOLS_PERFORM_STATISTICS_H
#define STEADYCAST_TOOLS_PERFORM_STATISTICS_H

#include <stddef.h>

struct quartiles {
    double lower; /* a quarter of the numbers is below it */
    double median;
    double upper;
};

/*
 * Of `count` >= 1 numbers, which are sorted. Between two of them it interpolates: quartile q is at
 * place (count - 1) q/4, from 0 (definition 7 of Hyndman and Fan, Sample quantiles in statistical
 * packages, 1996). O(n log n).
 */
struct quartiles quartiles_of(double *numbers, size_t count);

#endif
