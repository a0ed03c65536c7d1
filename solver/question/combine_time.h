/* SPDX-License-Identifier: MIT */
/*
 * Everybody's operands combined, with the result for everybody: the schedule that takes the least
 * time, played wherever that does not take too much room.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_COMBINE_TIME_H
#define STEADYCAST_SOLVER_QUESTION_COMBINE_TIME_H

#include "solver/base/limits.h"
#include "solver/collective/exchange/combining.h"

/* The detail (outcome.h) of the engines of SUBJECT_COMBINE. */
struct combine_time {
    struct combining schedule;
    bool played; /* else there are too many processors or messages */
};

/* Takes the schedule over, also when it fails. */
enum status combine_time_play(struct combining *schedule, const struct limits *limits,
                              struct combine_time *combine, struct failure *failure);
void combine_time_clear(struct combine_time *combine);

#endif
