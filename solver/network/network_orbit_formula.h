/* SPDX-License-Identifier: MIT */
/* Schedules of allgathers, and reduce-scatters, that symmetries take to themselves, by a formula:
 * of the chunks of one source of each orbit which goes along which arc in which step, and how many
 * in a step go along the arcs of each class (network_classes.h). Where classes have capacities of
 * their own, as inside and outside of boxes, it finds what a matching step by step misses. */
#pragma once

#include "solver/network/network_classes.h"
#include "solver/network/network_schedule.h"

/* Of `most` rounds together, in the task's steps; after so many decisions no longer. *found is
 * false, and there is no schedule, where there is no such one, the formula would be too large, or
 * the limits end it: nothing is proved. The schedule is played. Decisions are added up.
 * STATUS_MEMORY. */
enum status network_orbit_formula(const struct network_classes *classes,
                                  const struct network_task *task, int most, uint64_t decisions,
                                  const struct limits *limits, uint64_t *made,
                                  struct network_schedule *schedule, bool *found,
                                  struct failure *failure);
