/* SPDX-License-Identifier: MIT */
/* Everybody's operands combined, with the result for everybody: the schedule that takes the least
 * time, played wherever that does not take too much room. */
#ifndef STEADYCAST_SOLVER_QUESTION_ALLREDUCE_TIME_H
#define STEADYCAST_SOLVER_QUESTION_ALLREDUCE_TIME_H

#include "solver/base/limits.h"
#include "solver/collective/exchange/allreduce.h"

/* The detail (outcome.h) of the engines of SUBJECT_ALLREDUCE. */
struct allreduce_time {
    struct allreduce schedule;
    bool played; /* else there are too many processors or messages */
};

#endif
