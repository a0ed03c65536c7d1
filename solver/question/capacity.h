/*
 * The capacity Q(t;L): the largest number N of processors to which an endless stream can be served
 * with delay L + t, with evidence for both sides.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_CAPACITY_H
#define STEADYCAST_SOLVER_QUESTION_CAPACITY_H

#include "solver/base/limits.h"
#include "solver/decide/answer.h"

enum capacity_method {
    CAPACITY_CONSTRUCTION, /* words and prices in closed form: any t that can be written down */
    CAPACITY_SEARCH        /* the linear program, and backtracking or formulas; small t */
};

struct capacity {
    mpz_t lower;            /* the largest N for which a schedule was found */
    mpz_t upper;            /* no schedule reaches more; equal to `lower` when settled */
    struct answer schedule; /* for `lower` */
    struct prices prices;   /* for `upper` */
    bool stopped;           /* before a schedule was found; `lower` is 1 then, which says nothing */
};

enum { CAPACITY_MAX_DEPTH = 2000 };

/* STATUS_LIMIT unless the method takes this depth: up to CAPACITY_MAX_DEPTH, or up to
 * WINDOW_MAX_DEPTH for CAPACITY_SEARCH. */
enum status capacity_check_range(int latency, int depth, enum capacity_method method,
                                 struct failure *failure);

/*
 * Fills `capacity` (not initialised before); L >= 1, t >= 0. STATUS_LIMIT if the depth is out of
 * range, or when stopped before there is an upper bound. CAPACITY_CONSTRUCTION takes no time worth
 * stopping.
 */
enum status capacity_find(int latency, int depth, enum capacity_method method,
                          const struct limits *limits, struct capacity *capacity,
                          struct failure *failure);
void capacity_clear(struct capacity *capacity);

#endif
