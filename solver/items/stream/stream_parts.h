/* SPDX-License-Identifier: MIT */
/* What a plain stream (plain_stream.h) is made of. */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_PARTS_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_PARTS_H

#include <stdbool.h>

#include "automata/status.h"

struct stream_parts {
    int latency;
    int depth;   /* t = B(N) */
    int fewest;  /* |S| in each word */
    long slack;  /* f_0 + .. + f_{t-1} less this times N */
    long zeros;  /* z = N - f_{t-1}: leaves of value 0 that are left */
    bool full;   /* f_t = N: these are all */
    long *nodes; /* [v]: how many nodes of the whole tree have the value v, v = 0..max(t, L) */
};

/* For L >= 1, N = processors in 1..2^31; stream_parts_clear frees. */
enum status stream_parts_init(struct stream_parts *parts, int latency, long processors, int fewest,
                              struct failure *failure);
void stream_parts_clear(struct stream_parts *parts);

#endif
