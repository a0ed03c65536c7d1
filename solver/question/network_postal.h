/* SPDX-License-Identifier: MIT */
/* Complete networks: where all arcs are there, and are late by the same steps, the nodes are the
 * processors of the postal model, of which more is known. Its schedules are schedules on the
 * network where they keep to what the links carry, and they are played there. */
#pragma once

#include "solver/network/network_schedule.h"

/* Of a broadcast or a reduction of the task's chunks, one round in each step, or of a stream of as
 * many items in a step as a node has ports. *found: `schedule` (not initialised before) is there.
 * Stopped, or beyond what the postal model's engines take, nothing is found. */
enum status network_postal_find(const struct network_task *task, const struct limits *limits,
                                struct network_schedule *schedule, bool *found,
                                struct failure *failure);
