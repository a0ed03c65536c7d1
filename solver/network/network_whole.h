/* SPDX-License-Identifier: MIT */
/* Schedules of a rate by an integer program: so many chunks along each tree that the linear program
 * has generated, and along all its images under the symmetries, in as many rounds as the rate says.
 * So a few dozen unknowns describe thousands of messages, where a formula has a variable for each.
 */
#pragma once

#include "solver/network/network_rate.h"
#include "solver/network/network_schedule.h"

/* More chunks of each commodity, and more symmetries, are not looked for. */
enum { WHOLE_MOST_CHUNKS = 5000, WHOLE_MOST_SYMMETRIES = 64 };

/* A schedule of R/C = the rate's value, of few chunks; *found false if there is none by these
 * trees, within the limits. Or `rounded`, of a few rounds more: the weights of the solution times a
 * number of chunks, rounded, which are as many as lists have room for; *found false where they have
 * none. The rate is one of steps that are not even, by at most WHOLE_MOST_SYMMETRIES symmetries.
 * STATUS_LIMIT where the program that solves integer programs is not installed. */
enum status network_whole_find(const struct network_rate *rate, bool rounded,
                               const struct limits *limits, struct network_schedule *schedule,
                               bool *found, struct failure *failure);

/* All-to-alls on networks whose symmetries act freely on the nodes and take one to each other one:
 * the chunks of one source are a scatter on a network in which the groups of an orbit are one, with
 * its part of their capacity (network_classes.h), and what comes out is turned to all sources. */

/* A schedule of `rate` rounds a chunk in so many steps, of few chunks. *found is false, and there
 * is no schedule, where no such symmetries, or no such scatter, are found. The schedule is played.
 * STATUS_LIMIT when stopped, where the linear programs would be too large, or where their program
 * is not installed; STATUS_MEMORY. */
enum status network_one_flow(const struct network_problem *problem, int steps, mpq_srcptr rate,
                             const struct limits *limits, struct network_schedule *schedule,
                             bool *found, struct failure *failure);
