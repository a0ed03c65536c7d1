/* SPDX-License-Identifier: MIT */
/*
 * How many processors a LogP machine with g >= 2o can serve an item each g cycles with delay l+s,
 * and whether it can serve N: prices by class (class_prices.h) say no, streams (logp_stream.h) and
 * searches for small ones (searched_stream.h) say yes.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_STREAM_CAPACITY_H
#define STEADYCAST_SOLVER_QUESTION_STREAM_CAPACITY_H

#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/bound/prices.h"
#include "solver/logp/logp_schedule.h"

/* STATUS_LIMIT for machines that prices are not for, g < 2o, and for a machine or a depth beyond
 * their limits. */
enum status stream_capacity_check(const struct logp_machine *machine, long depth,
                                  struct failure *failure);

/* Both sides of the number of processors: the detail (outcome.h) of the engines of
 * SUBJECT_STREAM_CAPACITY. */
struct stream_capacity {
    struct prices prices;          /* no stream reaches more than their bound */
    struct logp_schedule schedule; /* for most processors that was found, at least one */
};

/*
 * Fills `answer` (not initialised before; the caller clears it), for what stream_capacity_check
 * takes. Without `search` the bound is that of the broadcast tree, and the schedule is found by
 * halves, as if all numbers up to some one could be served; with it the bound is that of the best
 * prices, and from the schedule's number on one processor more is tried until none is found.
 * limits->nodes is that of searched_stream.h.
 */
enum status stream_capacity(const struct logp_machine *machine, enum logp_capacity capacity,
                            int depth, bool search, const struct limits *limits,
                            struct stream_capacity *answer, struct failure *failure);
void stream_capacity_clear(struct stream_capacity *answer);

/* Whether N are served. */
struct stream_served {
    enum verdict verdict;
    const char *by;                /* the engine that says so, or the last one; static */
    struct prices prices;          /* if infeasible */
    struct logp_schedule schedule; /* if feasible */
};

enum { STREAM_ENGINES = 4 };
enum {
    STREAM_BY_CONSTRUCTION = 1,
    STREAM_BY_PRICES = 2,
    STREAM_BY_CIRCULATION = 4,
    STREAM_BY_SAT = 8
};
extern const char *const stream_serve_engines[STREAM_ENGINES]; /* in this order */

/*
 * Fills `answer` (not initialised before; the caller clears it): of the engines of the set, from
 * the first to the last, the first that knows. g < 2o: no engine says no. `period` of circulations
 * and formulas, 0 for 1 and then 2; N = processors >= 1. STATUS_LIMIT, with the verdict unknown,
 * when stopped or where an engine does not apply and no other one answers.
 */
enum status stream_serve(const struct logp_machine *machine, enum logp_capacity capacity, int depth,
                         mpz_srcptr processors, int engines, int period,
                         const struct limits *limits, struct stream_served *answer,
                         struct failure *failure);
void stream_served_clear(struct stream_served *answer);

#endif
