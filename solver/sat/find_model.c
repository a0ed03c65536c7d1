/* SPDX-License-Identifier: MIT */
#include "solver/sat/find_model.h"

#include "solver/sat/decide.h"

enum status find_model(const struct formula *formula, const struct limits *limits,
                       enum verdict *end, bool **model, uint64_t *decisions,
                       struct failure *failure) {
    struct sat_decision decision;
    enum status status = sat_decide(formula, SAT_WITHOUT_PROOF, limits, &decision, failure);
    if (status)
        return status;
    *end = decision.verdict == VERDICT_FEASIBLE     ? VERDICT_FEASIBLE
           : decision.verdict == VERDICT_INFEASIBLE ? VERDICT_INFEASIBLE
                                                    : VERDICT_UNKNOWN;
    *model = decision.model;
    decision.model = NULL;
    *decisions += decision.nodes;
    sat_decision_clear(&decision);
    return STATUS_OK;
}
