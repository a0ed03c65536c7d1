/* SPDX-License-Identifier: MIT */
/* Schedules of allgathers, and reduce-scatters, that symmetries take to themselves: the chunks of
 * one source of each orbit (network_classes.h) are scheduled step by step, by a matching of what
 * can be sent to the classes of arcs, and what comes out is turned to all others. None may be
 * found, or none be there, where other schedules are. */
#pragma once

#include "solver/network/network_classes.h"
#include "solver/network/network_schedule.h"

/* Sendings of the chunks of the sources, of the first those 0 .. C - 1, in internal steps. */
struct one_hop {
    int chunk, arc, step;
};
struct one_source_hops {
    struct one_hop *hops; /* owned */
    int count;
};
enum status one_source_add(struct one_source_hops *hops, struct one_hop hop,
                           struct failure *failure);
void one_source_clear(struct one_source_hops *hops);

/* Turned to all sources, and played: the whole schedule. STATUS_INTERNAL where it is none;
 * STATUS_LIMIT when stopped; STATUS_MEMORY. */
enum status one_source_turn(const struct network_classes *classes, const struct network_task *task,
                            const struct one_source_hops *hops, const struct limits *limits,
                            struct network_schedule *schedule, struct failure *failure);

/* About so many operations for a schedule of so many steps, but for its messages. */
double network_one_source_work(const struct network_classes *classes, int chunks, int64_t steps);

/* The task is of C chunks; with even rounds the steps come out, no more than `most`. Else it has S
 * steps, and their rounds come out, no more than `most` together: a step has as many as can all be
 * full, or more where something would come too late. What is not urgent goes in an order by chance,
 * of the seed. *found is false, and there is no schedule, where that does not end. The schedule is
 * played. STATUS_LIMIT when stopped; STATUS_MEMORY. */
enum status network_one_source(const struct network_classes *classes,
                               const struct network_task *task, uint64_t seed, int most,
                               const struct limits *limits, struct network_schedule *schedule,
                               bool *found, struct failure *failure);
