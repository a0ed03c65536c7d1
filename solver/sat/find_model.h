/* SPDX-License-Identifier: MIT */
/*
 * A model of a formula, by the programs of decide.h: for questions whose proofs nobody wants.
 */
#ifndef STEADYCAST_SOLVER_SAT_FIND_MODEL_H
#define STEADYCAST_SOLVER_SAT_FIND_MODEL_H

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/sat/formula.h"

enum model_end {
    MODEL_FOUND,
    MODEL_NONE,   /* the program says that there is none; no proof was kept */
    MODEL_STOPPED /* a limit was reached */
};

/*
 * MODEL_FOUND: *model (model[v], v = 1..variables) has been checked against every clause; the
 * caller frees it. limits->nodes bounds the decisions of both programs together; those made are
 * added to *decisions. Deterministic, for the same programs.
 */
enum status find_model(const struct formula *formula, const struct limits *limits,
                       enum model_end *end, bool **model, uint64_t *decisions,
                       struct failure *failure);

#endif
