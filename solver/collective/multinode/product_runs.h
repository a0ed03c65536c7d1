/* SPDX-License-Identifier: MIT */
/*
 * The messages of the algorithm of product_gossip.h by runs: processors that follow each other send
 * the same item, each to the one that stands as far behind or before it.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_PRODUCT_RUNS_H
#define STEADYCAST_SOLVER_COLLECTIVE_PRODUCT_RUNS_H

#include "solver/collective/multinode/product_gossip.h"

/* At this time from+k sends `item`, that of processor item (from 0 on), to to+k, k = 0..length-1.
 */
struct product_run {
    long time;
    long from;
    long to;
    long item;
    long length;
};

typedef enum status product_take(void *context, const struct product_run *run,
                                 struct failure *failure);

/* By time, then by sender. */
enum status product_runs_each(const struct product_gossip *product, product_take *take,
                              void *context, const struct limits *limits, struct failure *failure);

#endif
