/* SPDX-License-Identifier: MIT */
/*
 * A schedule of an endless stream as the messages of its first items.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_ANSWER_MESSAGES_H
#define STEADYCAST_SOLVER_QUESTION_ANSWER_MESSAGES_H

#include "solver/decide/answer.h"
#include "solver/items/items_schedule.h"

/* Fills `schedule` (not initialised before) with the messages of items 1..`items`. STATUS_INPUT for
 * fewer than 1, and for an answer without a schedule; STATUS_LIMIT for a schedule that is known by
 * a rule alone, and beyond what messages.h takes. */
enum status answer_messages(const struct answer *answer, int items, struct items_schedule *schedule,
                            struct failure *failure);

#endif
