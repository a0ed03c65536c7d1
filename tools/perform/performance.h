/* SPDX-License-Identifier: MIT */
/* A plan performed by all ranks with real messages, again and again, and how long it takes; by
 * turns with it, if wanted, MPI's own broadcast of the same items. */
#pragma once

#include "tools/perform/plan.h"
#include "tools/perform/statistics.h"

struct performance_work {
    int bytes;          /* of each item, >= 1 */
    int repeat;         /* >= 1 */
    unsigned long seed; /* of the data */
    bool warm;  /* once before, without its time: MPI connects ranks at their first message */
    int window; /* >= 1: MPI broadcasts as well, so many items under way at a time, where
                   performance_broadcasts(); else 0 */
};

enum performance_way { WAY_SCHEDULE, WAY_BCAST, WAY_IBCAST, WAYS };

/* On every rank the same. */
struct performance_result {
    long messages; /* that were sent in one performance of the schedule, by all */
    double fastest;
    struct quartiles seconds[WAYS]; /* from the first rank's start to the last one's end; of the
                                       broadcasts only with a window */
};

/* The list has items, all of processor 0: what MPI_Bcast does. */
bool performance_broadcasts(const struct plan *plan);

/* Called by all ranks. Performs the plan `repeat` times, in turn with the other ways, which gives
 * each its share of whatever else the machine does. Each item has data of its own, which only its
 * source has at the beginning; a rank sends what it has received. In the end each rank compares all
 * that it has with what the items' data should be: STATUS_INTERNAL if a byte differs, or if not all
 * messages were sent and received. STATUS_MEMORY for refused memory: items * bytes on each rank. */
enum status performance_run(const struct plan *plan, const struct performance_work *work,
                            struct performance_result *result);
