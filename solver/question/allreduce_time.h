/* SPDX-License-Identifier: MIT */
/*
 * Everybody's operands combined, with the result for everybody: the schedule that takes the least
 * time, played wherever that does not take too much room.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_ALLREDUCE_TIME_H
#define STEADYCAST_SOLVER_QUESTION_ALLREDUCE_TIME_H

#include "solver/base/limits.h"
#include "solver/collective/exchange/allreduce.h"

/* The detail (outcome.h) of the engines of SUBJECT_ALLREDUCE. */
struct allreduce_time {
    struct allreduce schedule;
    bool played; /* else there are too many processors or messages */
};

/* Takes the schedule over, also when it fails. */
enum status allreduce_time_play(struct allreduce *schedule, const struct limits *limits,
                                struct allreduce_time *time, struct failure *failure);
void allreduce_time_clear(struct allreduce_time *time);

#endif
