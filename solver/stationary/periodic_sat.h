/*
 * Decides whether there is a periodic schedule (solver/model/periodic.h) for N processors with
 * delay L+t, by a formula and PicoSAT. With period 1 and permuting processors that is the question
 * for a stationary schedule.
 *
 * Measured, L = 2: the largest stationary schedules of t = 7, 8, 9 (N = 20, 31, 48; 1639, 3533,
 * 7775 variables) take 0.1 s, 0.1 s and 20 to 40 s; that there is none takes 4 ms for (t,N) = (5,8)
 * and 3 s for (7,21), with elaborated proof; a schedule of period 2 for (7,20) 10 to 25 s. CaDiCaL
 * 1.5 is not faster in general where there is a schedule (from 200 times slower to 20 times faster,
 * by luck; so are other seeds of PicoSAT) and 2 to 20 times faster where there is none; its library
 * gives no proofs. Formulas beyond can be exported (solver/sat/export.h).
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
