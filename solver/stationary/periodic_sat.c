#include "solver/stationary/periodic_sat.h"

#include <stdlib.h>

#include "solver/sat/decide.h"
#include "solver/sat/periodic_formula.h"

/* The proof of a formula that was refuted; it goes over to the answer. */
static void give_proof(const struct periodic_question *question, const struct formula *formula,
                       struct sat_decision *decision, struct periodic_answer *answer) {
    struct formula refuted = decision->plain ? formula_plain(formula) : *formula;
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

/* The formula as it was before the bounds were added. */
static void cut_bounds(struct formula *formula, const struct formula *built) {
    formula->clauses = built->clauses;
    formula->length = built->length;
}

/*
 * With bounds, which are no part of a proof, a schedule is found soon if there is one. Without one
 * the formula is decided as it is, by what is left of the limits; a schedule that is found then
 * shows that the first decision was wrong, and is the answer.
 */
static enum status decide(const struct periodic_question *question, struct formula *formula,
                          const struct limits *limits, struct sat_decision *decision,
                          struct failure *failure) {
    const struct formula built = *formula;
    struct limits left = *limits;
    periodic_formula_bound(question, formula);
    enum status status = formula_fault(formula, failure);
    if (!status)
        status = sat_decide(formula, SAT_WITHOUT_PROOF, limits, decision, failure);
    cut_bounds(formula, &built);
    if (status || decision->verdict != VERDICT_INFEASIBLE)
        return status;
    uint64_t nodes = decision->nodes;
    sat_decision_clear(decision);
    if (left.nodes)
        left.nodes = left.nodes > nodes ? left.nodes - nodes : 1;
    status = sat_decide(formula, SAT_WITH_PROOF, &left, decision, failure);
    if (!status)
        decision->nodes += nodes;
    return status;
}

static enum status answer_question(const struct periodic_question *question,
                                   struct formula *formula, const struct limits *limits,
                                   struct periodic_answer *answer, struct failure *failure) {
    struct sat_decision decision;
    enum status status = decide(question, formula, limits, &decision, failure);
    if (status)
        return status;
    *answer = (struct periodic_answer){.verdict = decision.verdict,
                                       .reason = decision.reason,
                                       .solver = decision.solver,
                                       .nodes = decision.nodes};
    if (decision.verdict == VERDICT_FEASIBLE)
        status = periodic_formula_decode(question, decision.model, &answer->schedule, failure);
    else if (decision.verdict == VERDICT_INFEASIBLE)
        give_proof(question, formula, &decision, answer);
    sat_decision_clear(&decision);
    return status;
}

enum status periodic_sat_solve(int latency, int depth, int processors, int period,
                               enum schedule_roles roles, const struct limits *limits,
                               struct periodic_answer *answer, struct failure *failure) {
    const struct periodic_question question = {latency, depth, processors, period, roles};
    struct periodic_answer result;
    struct formula formula;
    enum status status = periodic_formula_build(&question, &formula, failure);
    if (status)
        return status;
    status = answer_question(&question, &formula, limits, &result, failure);
    formula_clear(&formula);
    if (!status)
        *answer = result;
    return status;
}

void periodic_answer_clear(struct periodic_answer *answer) {
    if (answer->verdict == VERDICT_FEASIBLE)
        schedule_clear(&answer->schedule);
    free(answer->proof.lrat.numbers);
    *answer = (struct periodic_answer){0};
}
