/* SPDX-License-Identifier: MIT */
/* A schedule whose messages are kept in memory. */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_ARRAY_SCHEDULE_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_ARRAY_SCHEDULE_H

#include "solver/items/items_schedule.h"
#include "solver/model/message_array.h"

/*
 * Takes over the messages, also on failure: `array` is empty then. They are put in order and
 * checked as by message_array_finish.
 */
enum status array_schedule(struct message_array *array, const struct message_machine *machine,
                           int processors, int items, struct items_schedule *schedule,
                           struct failure *failure);

#endif
