/* SPDX-License-Identifier: MIT */
/* Operands added up on a LogP machine: the most in a time, the least time for so many, with the
 * schedule that was played and compared with the bound. */
#ifndef STEADYCAST_SOLVER_QUESTION_REDUCE_MOST_H
#define STEADYCAST_SOLVER_QUESTION_REDUCE_MOST_H

#include "solver/base/limits.h"
#include "solver/collective/summation/summation.h"

/* The detail (outcome.h) of the engine `tree` of SUBJECT_REDUCE and SUBJECT_REDUCE_TIME. */
struct reduce_most {
    struct logp_machine machine;
    int64_t processors;
    int64_t time;
    int64_t least;              /* asked for the least time of so many operands; else 0 */
    struct summation summation; /* of the most operands in that time */
};

#endif
