/* SPDX-License-Identifier: MIT */
/* What came of a formula: the detail (outcome.h) of the engines of SUBJECT_FORMULA. */
#ifndef STEADYCAST_SOLVER_QUESTION_FORMULA_ANSWER_H
#define STEADYCAST_SOLVER_QUESTION_FORMULA_ANSWER_H

#include "solver/sat/decide.h"

struct formula_answer {
    struct formula formula;
    struct sat_decision decision; /* a model, or a refutation */
};

#endif
