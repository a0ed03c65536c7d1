/* SPDX-License-Identifier: MIT */
/* Schedules of K items that own what they are made of. */
#pragma once

#include "solver/items/items_schedule.h"
#include "solver/model/message_list.h"
#include "solver/model/messages.h"

/* A schedule whose messages are kept in memory. Takes over the messages, also on failure: `array`
 * is empty then. They are put in order and checked as by message_array_finish. */
enum status array_schedule(struct message_array *array, const struct message_machine *machine,
                           int processors, int items, struct items_schedule *schedule,
                           struct failure *failure);

/* A piece of an endless stream as a schedule that owns it. Takes over `messages`, also on
 * failure. */
enum status messages_schedule(struct messages *messages, struct items_schedule *schedule,
                              struct failure *failure);
