/* SPDX-License-Identifier: MIT */
/* One item on a LogP machine: the least time and the least sum of times, by counting who can know
 * it, and the tree of the least labels, which has both. */
#ifndef STEADYCAST_SOLVER_QUESTION_SINGLE_TIME_H
#define STEADYCAST_SOLVER_QUESTION_SINGLE_TIME_H

#include <gmp.h>

#include "solver/collective/single/single_tree.h"

/* The detail (outcome.h) of the engine `tree` of SUBJECT_SINGLE. */
struct single_time {
    struct logp_machine machine;
    mpz_t processors;
    int64_t time;  /* the least when all have it, cycles */
    mpz_t sum;     /* the least over all processors of when they have it */
    bool has_tree; /* not for more processors than a list of messages may have */
    struct single_tree tree;
};

#endif
