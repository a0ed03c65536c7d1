/*
 * The capacity Q(t;L): the largest number N of processors to which an endless stream can be served
 * with delay L + t, with evidence for both sides.
 */
#ifndef STEADYCAST_SOLVER_ENGINE_CAPACITY_H
#define STEADYCAST_SOLVER_ENGINE_CAPACITY_H

#include "solver/answer.h"
#include "solver/limits.h"

enum capacity_method {
    CAPACITY_CONSTRUCTION, /* words and prices in closed form: any t that can be written down */
    CAPACITY_SEARCH        /* the linear program, and backtracking or formulas; small t */
};

struct capacity {
    mpz_t lower;            /* the largest N for which a schedule was found */
    mpz_t upper;            /* no schedule reaches more; equal to `lower` when settled */
    struct answer schedule; /* for `lower` */
    struct prices prices;   /* for `upper` */
    const char *reason;     /* when not settled: why */
};

/*
 * Fills `capacity` (not initialised before). STATUS_LIMIT if the method does not take (L,t), or
 * when it is stopped before it has an upper bound; stopped later, `lower` and `upper` are what was
 * reached. Depths: CAPACITY_CONSTRUCTION up to CAPACITY_MAX_DEPTH, CAPACITY_SEARCH up to
 * WINDOW_MAX_DEPTH.
 */
enum { CAPACITY_MAX_DEPTH = 2000 };
enum status capacity_find(int latency, int depth, enum capacity_method method,
                          const struct limits *limits, struct capacity *capacity,
                          struct failure *failure);
void capacity_clear(struct capacity *capacity);

#endif
