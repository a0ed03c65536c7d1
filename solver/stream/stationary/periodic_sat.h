/* SPDX-License-Identifier: MIT */
/* Decides whether there is a periodic schedule (solver/model/schedule.h) for N processors with
 * delay L+t, by a formula, PicoSAT and CaDiCaL. With period 1 and permuting processors that is the
 * question for a stationary schedule.
 *
 * PicoSAT goes first, for about a second, then CaDiCaL (solver/proof/sat/decide.h). Seconds on one
 * core, elaborated proof included, of CaDiCaL 1.5:
 *
 *     L  t  N  T             PicoSAT  PicoSAT, then CaDiCaL
 *     2  7 21  1  none             2      3
 *     3 10 29  1  none            11      5
 *     1  5 33  1  none            30      4
 *     2  6 14  3  none            20      2
 *     2  8 34  1  none        > 100      24
 *     2  7 20  7  keep, found     48      2
 *     2  7 20  2  found           13      4
 *     2  8 31  1  found            0.03   0.03
 *     2  9 48  1  found           43      7
 *
 * Schedules that PicoSAT finds in its second, CaDiCaL finds later now and then (2 6 13 3: 7 s).
 * The table is older than narrow counters (solver/proof/sat/periodic_formula.h), with which the
 * search goes first. When a schedule is found is luck: with three seeds of CaDiCaL sc2021, 2 7 20 7
 * takes 3 to 10 s and 2 7 20 2 from 4 to more than 19 s. Where roles are kept the refutation with
 * narrow counters is lifted (solver/proof/sat/periodic_lift.h), and 2 7 21 3 takes 1 s; it took 5.
 * Other formulas can be exported (solver/proof/sat/export.h). */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/model/schedule.h"
#include "solver/proof/sat/lrat.h"
#include "solver/proof/sat/periodic_formula.h"
#include "solver/proof/sat/refutation.h"

struct periodic_answer {
    enum verdict verdict;
    const char *reason;          /* for unknown: why; static */
    const char *solver;          /* the program asked last, which gave the answer; static */
    uint64_t nodes;              /* the programs' decisions */
    struct schedule schedule;    /* if feasible; has been checked by its definition; owned */
    struct periodic_proof proof; /* if infeasible; owned */
};

/* Fills `answer` (the caller clears it). With ROLES_BLOCKS the schedule consists of blocks.
 *
 * STATUS_INPUT unless L >= 1, t >= L, N >= 1 and T >= 1, for blocks T = 1 (for t < L an item
 * reaches the one processor only that the source sends it to); STATUS_LIMIT beyond 128 processors,
 * t = 64 or T = 64. limits->nodes bounds the decisions of both programs together. Stopped by the
 * limits, while it searches or while the proof is elaborated, it answers unknown. */
enum status periodic_sat_solve(int latency, int depth, int processors, int period,
                               enum schedule_roles roles, const struct limits *limits,
                               struct periodic_answer *answer, struct failure *failure);
void periodic_answer_clear(struct periodic_answer *answer);

/* From a refutation of the formula with narrow counters to one of the formula with wide ones
 * (periodic_formula.h), for processors that keep their roles.
 *
 * The bounds on receptions are derived: who sends u at step s has received it j steps before as
 * u + j, for one j of the few for which that is a value. So, row by row, more than the sum of k_j
 * of the rows 0..p send u only if more than k_j of them have received u + j, for some j; a clause
 * for each choice of the k_j up to the bounds of these values, from the largest value on. Behind
 * these clauses the counters are as good as narrow, and the refutation is read with the variables
 * of the same meaning. Nothing is taken for granted: each step is elaborated anew.
 *
 * With roles that permute an item may be sent by another row than received it: no such clauses. */

/* Whether roles are kept and the clauses are not too many. O(L + t^2). */
bool periodic_lift_applies(const struct periodic_question *question);

/* `narrow` refutes the formula with narrow counters; `wide` is the other one, or the plain part of
 * it if `narrow` is of the plain part. Fills `lrat` as elaborate() does, with its errors. */
enum status periodic_lift(const struct periodic_question *question, const struct lrat *narrow,
                          const struct formula *wide, const struct limits *limits,
                          struct lrat *lrat, struct failure *failure);
