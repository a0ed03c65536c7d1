/* SPDX-License-Identifier: MIT */
/* Schedules that the symmetries of a network take to themselves (network_one_source.h), of rounds
 * in S steps as of one round in each. */
#pragma once

#include "solver/collective/multinode/network_least.h"

/* Of an allgather or a reduce-scatter; others have none. What is less than `least->upper` is kept
 * there, until it meets `least->lower`, or `enough`. Nothing is tried where it would take more than
 * some seconds. STATUS_LIMIT when stopped; STATUS_MEMORY. */
enum status network_try_orbits(struct network_least *least, const struct limits *limits,
                               struct failure *failure);
