/* SPDX-License-Identifier: MIT */
/* Schedules of allgathers, and reduce-scatters, that symmetries take to themselves: the chunks of
 * one source of each orbit (network_classes.h) are scheduled step by step, by a matching of what
 * can be sent to the classes of arcs, and what comes out is turned to all others. None may be
 * found, or none be there, where other schedules are. */
#pragma once

#include "solver/network/network_classes.h"
#include "solver/network/network_schedule.h"

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

/* The same by a formula: which chunk goes along which arc in which step, and how many in a step go
 * along the arcs of each class. Where classes have capacities of their own, as inside and outside
 * of boxes, it finds what a matching step by step misses.
 *
 * Of `most` rounds together, in the task's steps; after so many decisions no longer. *found is
 * false, and there is no schedule, where there is no such one, the formula would be too large, or
 * the limits end it: nothing is proved. The schedule is played. Decisions are added up.
 * STATUS_MEMORY. */
enum status network_orbit_formula(const struct network_classes *classes,
                                  const struct network_task *task, int most, uint64_t decisions,
                                  const struct limits *limits, uint64_t *made,
                                  struct network_schedule *schedule, bool *found,
                                  struct failure *failure);
