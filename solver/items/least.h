/* SPDX-License-Identifier: MIT */
/* The smaller and the larger one of two numbers. */
#ifndef STEADYCAST_SOLVER_ITEMS_LEAST_H
#define STEADYCAST_SOLVER_ITEMS_LEAST_H

static inline int least(int a, int b) {
    return a < b ? a : b;
}

static inline int most(int a, int b) {
    return a > b ? a : b;
}

#endif
