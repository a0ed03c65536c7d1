/* SPDX-License-Identifier: MIT */
/* The schedule of an answer as messages. */
#pragma once

#include "solver/question/decide/outcome.h"

/* Fills `schedule` (not initialised before), which is cleared before the outcome. Of an endless
 * stream its items 1..`items`, 1..10^9, each with the source when the stream has it, with several
 * ports all at time 0; of other schedules all messages, with items = 0. STATUS_INPUT if the answer
 * has no schedule, and for a number of items that it is not for; STATUS_LIMIT for a schedule that
 * is known by a rule alone, and beyond what messages.h and logp_messages.h take. */
enum status outcome_messages(const struct outcome *outcome, int items,
                             struct items_schedule *schedule, struct failure *failure);

/* The messages of items 1..`items` of a stream with several ports (port_messages.h). */
enum status port_stream_messages(const struct schedule *stream, int items,
                                 const struct limits *limits, struct items_schedule *schedule,
                                 struct failure *failure);

/* The messages of items 1..`items` of a stream on a LogP machine, as above. The source has all of
 * them at time 0 if `at_once`. */
enum status stream_messages(const struct logp_schedule *stream, int items, bool at_once,
                            struct items_schedule *schedule, struct failure *failure);
