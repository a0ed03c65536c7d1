/* SPDX-License-Identifier: MIT */
/*
 * Stationary schedules in which everybody holds many items that are still on their way to others.
 *
 * The number of values that a processor holds, |S|, is the same at all times (it is the mean of the
 * values of its word): after the source has come to the last items, so many steps of this processor
 * are left for them. A stream that is to be ended as the counting bound asks must have |S| as large
 * as the number of these items, for each processor; see endgame.h.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_STREAM_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_STREAM_H

#include "solver/base/limits.h"
#include "solver/model/schedule.h"
#include "solver/sat/formula.h"

struct stream_question {
    int latency;
    int depth;      /* t >= L: delay L+t */
    int processors; /* N >= 1 */
    int fewest;     /* |S| >= fewest */
    int most;       /* |S| <= most; negative: any number */
};

/*
 * By the formula of a stationary schedule (sat/periodic_formula.h, with its limits), and counters
 * of |S|. VERDICT_FEASIBLE: `words` (not initialised before) holds the schedule, checked.
 * VERDICT_INFEASIBLE: the solver says that no stationary schedule is so, of any words.
 */
enum status stream_find(const struct stream_question *question, const struct limits *limits,
                        enum verdict *end, struct schedule *words, uint64_t *decisions,
                        struct failure *failure);

#endif
