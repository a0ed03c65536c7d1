/* SPDX-License-Identifier: MIT */
/*
 * A stream on a LogP machine as the messages of its first items.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_STREAM_MESSAGES_H
#define STEADYCAST_SOLVER_QUESTION_STREAM_MESSAGES_H

#include "solver/items/items_schedule.h"
#include "solver/logp/logp_schedule.h"

/*
 * Fills `schedule` (not initialised before) with the messages of items 1..`items`. The source has
 * all of them at time 0 if `at_once`, else each when the stream has it. STATUS_INPUT for fewer
 * than 1 and for more than 10^9, STATUS_LIMIT as logp/logp_messages.h.
 */
enum status stream_messages(const struct logp_schedule *stream, int items, bool at_once,
                            struct items_schedule *schedule, struct failure *failure);

#endif
