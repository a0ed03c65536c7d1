/* SPDX-License-Identifier: MIT */
/* The local search of stream_shape.h. */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_CHANGE_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_CHANGE_H

#include "solver/items/stream/stream_shape.h"

/* The cost but for heads that share words. */
long stream_excess_cost(const long *excess, int latency);

/* Threshold accepting, from shape->cost on. Sets *fits: stopped at a shape that fits. */
enum status stream_shape_improve(struct stream_shape *shape, const struct stream_effort *effort,
                                 struct stream_random *random, const struct limits *limits,
                                 bool *fits, struct failure *failure);

#endif
