/* SPDX-License-Identifier: MIT */
/*
 * The messages by which a sum is added up, without the additions: a list (model/message_list.h,
 * `reduce`) for who draws, converts or performs it.
 */
#ifndef STEADYCAST_SOLVER_SUMMATION_LIST_H
#define STEADYCAST_SOLVER_SUMMATION_LIST_H

#include "solver/collective/summation/summation.h"
#include "solver/model/message_array.h"

/*
 * Fills `array` (initialised, empty), by time, and `list`, which tells it. A message has the wait
 * from its arrival to the reception in the work. STATUS_INPUT if the sends and receptions do not
 * belong together, STATUS_LIMIT for times beyond 2^31 - 1. O(work log work).
 */
enum status summation_list(const struct summation *summation, struct message_array *array,
                           struct message_list *list, struct failure *failure);

#endif
