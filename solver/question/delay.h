/*
 * The least delay of an endless stream to N processors, with evidence for both sides.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_DELAY_H
#define STEADYCAST_SOLVER_QUESTION_DELAY_H

#include <stdbool.h>

#include "solver/base/limits.h"
#include "solver/decide/answer.h"

enum delay_method {
    DELAY_CONSTRUCTION, /* words in closed form */
    DELAY_SEARCH /* local search for blocks on pruned trees, N <= 20000; else backtracking over
                    the window automaton and formulas, small depths */
};

struct delay {
    int depth;              /* t of the schedule that was found: its delay is L + t */
    int lower;              /* no schedule has a delay below L + lower */
    struct answer schedule; /* for `depth` */
    bool has_prices;        /* false for lower = 0, where there is nothing to prove */
    struct prices prices;   /* why N is too many at depth lower - 1 */
};

/*
 * Fills `delay` (not initialised before); L >= 1, N = processors >= 1. STATUS_LIMIT when N is too
 * large for the method, or when it is stopped.
 */
enum status delay_find(int latency, mpz_srcptr processors, enum delay_method method,
                       const struct limits *limits, struct delay *delay, struct failure *failure);
void delay_clear(struct delay *delay);

#endif
