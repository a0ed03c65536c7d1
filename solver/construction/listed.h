/* SPDX-License-Identifier: MIT */
/*
 * Small schedules that were found by search and are listed in the source: blocks as
 * head:size:leaves, leaves as digits, blocks separated by a space.
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_LISTED_H
#define STEADYCAST_SOLVER_CONSTRUCTION_LISTED_H

#include "solver/model/schedule.h"

struct listed {
    int latency;
    int depth;
    int processors; /* N */
    int receive_only;
    const char *blocks;
};

/* Fills `pruned`, checked. */
enum status listed_schedule(const struct listed *listed, struct schedule *pruned,
                            struct failure *failure);

#endif
