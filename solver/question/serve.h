/* SPDX-License-Identifier: MIT */
/*
 * The engines that answer the general question, under one signature: can an endless stream be
 * served to N processors with delay L + t, by a stationary schedule, by one of a given period, by
 * blocks on a pruned tree, or by any?
 */
#ifndef STEADYCAST_SOLVER_QUESTION_SERVE_H
#define STEADYCAST_SOLVER_QUESTION_SERVE_H

#include "solver/base/limits.h"
#include "solver/decide/answer.h"

enum serve_class {
    SERVE_STATIONARY,
    SERVE_PERIODIC, /* with the question's period */
    SERVE_ANY,
    SERVE_BLOCKS /* stationary: blocks on a pruned tree, and one receive-only processor */
};

struct serve_question {
    int latency;           /* L >= 1 */
    int depth;             /* t >= 0 */
    mpz_srcptr processors; /* N >= 1, borrowed */
    enum serve_class class;
    int period; /* for SERVE_PERIODIC: T >= 1; for SERVE_ANY: the first that the formulas try, or 0
                 */
    bool keep;  /* for SERVE_PERIODIC: after a period every processor has its own role again */
};

/*
 * Fills `answer` (not initialised before; the caller clears it). A schedule may have a smaller
 * depth or a period that divides the one asked for: it serves all the same. STATUS_LIMIT: too large
 * for this engine.
 */
typedef enum status serve_solve(const struct serve_question *question, const struct limits *limits,
                                struct answer *answer, struct failure *failure);

struct serve_engine {
    const char *name;
    serve_solve *solve;
};

/*
 * All engines, ended by one without name, in the order in which they are best asked: for all
 * classes but SERVE_BLOCKS, and for that one, which has one more, deal.
 */
extern const struct serve_engine serve_engines[];
extern const struct serve_engine serve_block_engines[];
const struct serve_engine *serve_engines_of(enum serve_class class);

/* Of either list; NULL if there is none of that name. */
const struct serve_engine *serve_engine_by_name(const char *name);

#endif
