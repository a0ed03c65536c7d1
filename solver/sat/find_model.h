/* SPDX-License-Identifier: MIT */
/* A model of a formula, by the programs of decide.h: for questions whose proofs nobody wants. */
#ifndef STEADYCAST_SOLVER_SAT_FIND_MODEL_H
#define STEADYCAST_SOLVER_SAT_FIND_MODEL_H

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/sat/formula.h"

/*
 * VERDICT_FEASIBLE: *model (model[v], v = 1..variables) has been checked against every clause; the
 * caller frees it. VERDICT_INFEASIBLE: the program says that there is none; no proof was kept.
 * limits->nodes bounds the decisions of both programs together; those made are added to *decisions.
 * Deterministic, for the same programs.
 */
enum status find_model(const struct formula *formula, const struct limits *limits,
                       enum verdict *end, bool **model, uint64_t *decisions,
                       struct failure *failure);

#endif
