/* SPDX-License-Identifier: MIT */
/* A piece of an endless stream as a schedule that owns it. */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_MESSAGES_SCHEDULE_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_MESSAGES_SCHEDULE_H

#include "solver/items/items_schedule.h"
#include "solver/model/messages.h"

/* Takes over `messages`, also on failure. */
enum status messages_schedule(struct messages *messages, struct items_schedule *schedule,
                              struct failure *failure);

#endif
