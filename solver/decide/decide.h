/* SPDX-License-Identifier: MIT */
/*
 * The engines that answer the block-cyclic question for (L,t), under one signature, so that they
 * can be run against each other.
 */
#ifndef STEADYCAST_SOLVER_DECIDE_DECIDE_H
#define STEADYCAST_SOLVER_DECIDE_DECIDE_H

#include "solver/base/limits.h"
#include "solver/decide/answer.h"

struct decide_options {
    bool no_ball_rule; /* backtrack: visit also what the conservation of balls excludes */
    bool words;        /* sat: the encoding by words, else by sums */
    bool record;       /* backtrack: keep what the certificate of an exhausted tree needs */
    bool statistics;   /* backtrack: count what is pruned */
    const char *state; /* where an interrupted search is kept and taken up again; NULL: nowhere */
};

/* Fills `answer` (not initialised before; the caller clears it). STATUS_LIMIT: the instance is too
 * large for this engine. */
typedef enum status decide_solve(int latency, int depth, const struct decide_options *options,
                                 const struct limits *limits, struct answer *answer,
                                 struct failure *failure);

struct decide_engine {
    const char *name;
    const char *summary;
    bool decides; /* takes part in `all`; the others only try to find */
    decide_solve *solve;
};

/* All engines, ended by one without name. */
extern const struct decide_engine decide_engines[];

/* NULL if there is none of that name. */
const struct decide_engine *decide_engine_by_name(const char *name);

#endif
