/* SPDX-License-Identifier: MIT */
#include "solver/stream/stationary/periodic_sat.h"

#include <stdlib.h>

#include "solver/proof/sat/decide.h"
#include "solver/proof/sat/periodic_formula.h"
#include "solver/proof/sat/periodic_lift.h"

/* The proof of a formula that was refuted; it goes over to the answer. */
static void give_proof(const struct periodic_question *question, const struct formula *formula,
                       struct sat_decision *decision, struct periodic_answer *answer) {
    const struct formula refuted = decision->plain ? formula_plain(formula) : *formula;
    answer->proof = (struct periodic_proof){.latency = question->latency,
                                            .depth = question->depth,
                                            .processors = question->processors,
                                            .period = question->period,
                                            .roles = question->roles,
                                            .plain = decision->plain,
                                            .variables = refuted.variables,
                                            .clauses = refuted.clauses,
                                            .lrat = decision->lrat};
    decision->lrat = (struct lrat){0};
}

/* The proof of a formula with narrow counters becomes one with wide counters, if it can: the answer
 * has no proof then. */
static enum status lift_proof(const struct periodic_question *question,
                              struct sat_decision *decision, const struct limits *limits,
                              struct periodic_answer *answer, struct failure *failure) {
    struct formula formula;
    struct lrat lrat;
    enum status status = periodic_formula_build(question, COUNTERS_WIDE, &formula, failure);
    if (status)
        return status;
    const struct formula refuted = decision->plain ? formula_plain(&formula) : formula;
    status = periodic_lift(question, &decision->lrat, &refuted, limits, &lrat, failure);
    if (!status) {
        free(decision->lrat.numbers);
        decision->lrat = lrat;
        give_proof(question, &formula, decision, answer);
    }
    formula_clear(&formula);
    return status == STATUS_INTERNAL || status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Decides the formula; what is refuted may have no proof in its answer. */
static enum status answer_formula(const struct periodic_question *question,
                                  enum periodic_counters counters, const struct formula *formula,
                                  enum sat_proof proof, const struct limits *limits,
                                  struct periodic_answer *answer, struct failure *failure) {
    struct sat_decision decision;
    enum status status = sat_decide(formula, proof, limits, &decision, failure);
    if (status)
        return status;
    *answer = (struct periodic_answer){.verdict = decision.verdict,
                                       .reason = decision.reason,
                                       .solver = decision.solver,
                                       .nodes = decision.nodes};
    if (decision.verdict == VERDICT_FEASIBLE)
        status = periodic_formula_decode(question, decision.model, &answer->schedule, failure);
    else if (decision.verdict == VERDICT_INFEASIBLE && counters == COUNTERS_WIDE)
        give_proof(question, formula, &decision, answer);
    else if (decision.verdict == VERDICT_INFEASIBLE && proof == SAT_WITH_PROOF)
        status = lift_proof(question, &decision, limits, answer, failure);
    sat_decision_clear(&decision);
    return status;
}

static enum status answer_question(const struct periodic_question *question,
                                   enum periodic_counters counters, enum sat_proof proof,
                                   const struct limits *limits, struct periodic_answer *answer,
                                   struct failure *failure) {
    struct formula formula;
    enum status status = periodic_formula_build(question, counters, &formula, failure);
    if (status)
        return status;
    status = answer_formula(question, counters, &formula, proof, limits, answer, failure);
    formula_clear(&formula);
    return status;
}

/* With narrow counters a schedule is found soon if there is one. Without one the refutation is
 * lifted to the formula that proofs are about; if that can't be, this formula, with wide counters,
 * is decided by what is left of the limits. A schedule that is found then shows that the first
 * decision was wrong, and is the answer. */
enum status periodic_sat_solve(int latency, int depth, int processors, int period,
                               enum schedule_roles roles, const struct limits *limits,
                               struct periodic_answer *answer, struct failure *failure) {
    const struct periodic_question question = {latency, depth, processors, period, roles};
    struct periodic_answer found;
    struct limits left = *limits;
    enum status status = periodic_question_check(&question, failure);
    if (status)
        return status;
    status = answer_question(&question, COUNTERS_NARROW,
                             periodic_lift_applies(&question) ? SAT_WITH_PROOF : SAT_WITHOUT_PROOF,
                             limits, &found, failure);
    if (status)
        return status;
    uint64_t nodes = found.nodes;
    if (found.verdict == VERDICT_INFEASIBLE && !found.proof.lrat.numbers) {
        if (left.nodes)
            left.nodes = left.nodes > nodes ? left.nodes - nodes : 1;
        status = answer_question(&question, COUNTERS_WIDE, SAT_WITH_PROOF, &left, &found, failure);
        found.nodes += nodes;
    }
    if (!status)
        *answer = found;
    return status;
}

void periodic_answer_clear(struct periodic_answer *answer) {
    if (answer->verdict == VERDICT_FEASIBLE)
        schedule_clear(&answer->schedule);
    free(answer->proof.lrat.numbers);
    *answer = (struct periodic_answer){0};
}
