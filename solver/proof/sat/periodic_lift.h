/* SPDX-License-Identifier: MIT */
/*
 * From a refutation of the formula with narrow counters to one of the formula with wide ones
 * (periodic_formula.h), for processors that keep their roles.
 *
 * The bounds on receptions are derived: who sends u at step s has received it j steps before as
 * u + j, for one j of the few for which that is a value. So, row by row, more than the sum of k_j
 * of the rows 0..p send u only if more than k_j of them have received u + j, for some j; a clause
 * for each choice of the k_j up to the bounds of these values, from the largest value on. Behind
 * these clauses the counters are as good as narrow, and the refutation is read with the variables
 * of the same meaning. Nothing is taken for granted: each step is elaborated anew.
 *
 * With roles that permute an item may be sent by another row than received it: no such clauses.
 */
#ifndef STEADYCAST_SOLVER_PROOF_SAT_PERIODIC_LIFT_H
#define STEADYCAST_SOLVER_PROOF_SAT_PERIODIC_LIFT_H

#include "solver/base/limits.h"
#include "solver/proof/sat/lrat.h"
#include "solver/proof/sat/periodic_formula.h"

/* Whether roles are kept and the clauses are not too many. O(L + t^2). */
bool periodic_lift_applies(const struct periodic_question *question);

/*
 * `narrow` refutes the formula with narrow counters; `wide` is the other one, or the plain part of
 * it if `narrow` is of the plain part. Fills `lrat` as elaborate() does, with its errors.
 */
enum status periodic_lift(const struct periodic_question *question, const struct lrat *narrow,
                          const struct formula *wide, const struct limits *limits,
                          struct lrat *lrat, struct failure *failure);

#endif
