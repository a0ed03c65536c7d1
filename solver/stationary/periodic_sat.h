/*
 * Decides whether there is a periodic schedule (solver/model/periodic.h) for N processors with
 * delay L+t, by a formula and PicoSAT. With period 1 and permuting processors that is the question
 * for a stationary schedule.
 */
#ifndef STEADYCAST_SOLVER_STATIONARY_PERIODIC_SAT_H
#define STEADYCAST_SOLVER_STATIONARY_PERIODIC_SAT_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/answer.h"
#include "solver/certificate/proof.h"
#include "solver/limits.h"
#include "solver/model/periodic.h"

struct periodic_answer {
    enum verdict verdict;
    const char *reason;          /* for unknown: why; static */
    uint64_t nodes;              /* PicoSAT's decisions */
    struct periodic schedule;    /* if feasible; has been checked by its definition; owned */
    struct periodic_proof proof; /* if infeasible; owned */
};

/*
 * Fills `answer` (not initialised before; the caller clears it). `permute`: after a period the
 * processors may have changed their roles, otherwise each has its own again.
 *
 * STATUS_INPUT unless L >= 1, t >= L, N >= 1 and T >= 1 (for t < L an item reaches the one
 * processor only that the source sends it to); STATUS_LIMIT beyond 128 processors, t = 64 or
 * T = 64. limits->nodes bounds the decisions. Stopped by the limits, while it searches or while the
 * proof is elaborated, it answers unknown.
 */
enum status periodic_sat_solve(int latency, int depth, int processors, int period, bool permute,
                               const struct limits *limits, struct periodic_answer *answer,
                               struct failure *failure);
void periodic_answer_clear(struct periodic_answer *answer);

#endif
