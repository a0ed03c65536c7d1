/* SPDX-License-Identifier: MIT */
/*
 * Numbers in files of questions that may depend on the latency: `12`, `L`, `3L+1`, `2L-1`; and
 * ranges of them, `L..3L+1`.
 */
#ifndef STEADYCAST_TOOLS_LATENCY_BOUND_H
#define STEADYCAST_TOOLS_LATENCY_BOUND_H

#include <stdbool.h>

/* factor * L + offset */
struct latency_bound {
    long factor;
    long offset;
};

/* One bound, or two with `..` between them; one stands for both. False for any other text. */
bool latency_bounds_read(const char *text, struct latency_bound bounds[2]);

/* The range for this latency; false unless least <= range[0] <= range[1] <= most. */
bool latency_bounds_range(const struct latency_bound bounds[2], long latency, long least, long most,
                          long range[2]);

#endif
