/* SPDX-License-Identifier: MIT */
/* All-to-alls on networks whose symmetries act freely on the nodes and take one to each other one:
 * the chunks of one source are a scatter on a network in which the groups of an orbit are one, with
 * its part of their capacity (network_classes.h), and what comes out is turned to all sources. */
#pragma once

#include "solver/network/network_schedule.h"

/* A schedule of `rate` rounds a chunk in so many steps, of few chunks. *found is false, and there
 * is no schedule, where no such symmetries, or no such scatter, are found. The schedule is played.
 * STATUS_LIMIT when stopped, where the linear programs would be too large, or where their program
 * is not installed; STATUS_MEMORY. */
enum status network_one_flow(const struct network_problem *problem, int steps, mpq_srcptr rate,
                             const struct limits *limits, struct network_schedule *schedule,
                             bool *found, struct failure *failure);
