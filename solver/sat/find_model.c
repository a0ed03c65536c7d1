/* SPDX-License-Identifier: MIT */
#include "solver/sat/find_model.h"

#include "solver/sat/decide.h"

enum status find_model(const struct formula *formula, const struct limits *limits,
                       enum model_end *end, bool **model, uint64_t *decisions,
                       struct failure *failure) {
    struct sat_decision decision;
    enum status status = sat_decide(formula, SAT_WITHOUT_PROOF, limits, &decision, failure);
    if (status)
        return status;
    *end = decision.verdict == VERDICT_FEASIBLE     ? MODEL_FOUND
           : decision.verdict == VERDICT_INFEASIBLE ? MODEL_NONE
                                                    : MODEL_STOPPED;
    *model = decision.model;
    decision.model = NULL;
    *decisions += decision.nodes;
    sat_decision_clear(&decision);
    return STATUS_OK;
}
