/* SPDX-License-Identifier: MIT */
/*
 * The leaves of a plain stream, dealt to the words of a shape (stream_shape.h).
 *
 * Each word begins with its flattest leaves, and keeps their sum. With one head, any two leaves may
 * become x-e and y+e. With several heads a word is always legal, and any two of its leaves, at the
 * positions p and q, may exchange the times at which their items end: then v_p becomes v_q + q-p,
 * and v_q becomes v_p - (q-p). Both are done until all leaves together are those that there are:
 * greedily, and then by local search.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_DEAL_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_DEAL_H

#include "solver/items/stream/stream_shape.h"

struct stream_deal {
    const struct stream_shape *shape;
    long dearness; /* effort->dearness */
    size_t *first; /* [i]: where word i begins in `values` */
    int *values;   /* the heads and leaves of all words; with one head the leaves are in no order */
    int *counts;   /* [i * (L+1) + w]: how many leaves w word i has */
    long lack[STREAM_MAX_LATENCY + 1]; /* [a]: sum of max(a-w, 0) less what it has to be */
};

/*
 * Sets *found: `deal` is then the caller's, to be freed by stream_deal_clear; it points to the
 * shape, which fits. STATUS_LIMIT when stopped.
 */
enum status stream_deal_find(const struct stream_shape *shape, const struct stream_effort *effort,
                             struct stream_random *random, const struct limits *limits,
                             struct stream_deal *deal, bool *found, struct failure *failure);

void stream_deal_clear(struct stream_deal *deal);

#endif
