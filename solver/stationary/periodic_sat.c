#include "solver/stationary/periodic_sat.h"

#include <stdlib.h>

#include "solver/sat/elaborate.h"
#include "solver/sat/periodic_formula.h"
#include "solver/sat/picosat_run.h"

static enum status give_schedule(const struct periodic_question *question, const bool *model,
                                 struct periodic_answer *answer, struct failure *failure) {
    enum status status = periodic_formula_decode(question, model, &answer->schedule, failure);
    if (!status)
        answer->verdict = VERDICT_FEASIBLE;
    return status;
}

static enum status give_proof(const struct periodic_question *question,
                              const struct formula *formula, const struct formula *steps,
                              const struct limits *limits, struct periodic_answer *answer,
                              struct failure *failure) {
    struct periodic_proof proof = {.latency = question->latency,
                                   .depth = question->depth,
                                   .processors = question->processors,
                                   .period = question->period,
                                   .permute = question->permute,
                                   .variables = formula->variables,
                                   .clauses = formula->clauses};
    enum status status = elaborate(formula, steps, limits, &proof.lrat, failure);
    if (!status) {
        answer->verdict = VERDICT_INFEASIBLE;
        answer->proof = proof;
    } else if (status == STATUS_LIMIT) {
        answer->reason = "stopped while the proof was elaborated";
        status = STATUS_OK;
    }
    return status;
}

static enum status decide(const struct periodic_question *question, const struct formula *formula,
                          const struct limits *limits, struct periodic_answer *answer,
                          struct failure *failure) {
    struct picosat_answer found;
    enum status status = picosat_run(formula, limits, &found, failure);
    if (status)
        return status;
    answer->nodes = found.decisions;
    switch (found.verdict) {
    case PICOSAT_RUN_MODEL:
        status = give_schedule(question, found.model, answer, failure);
        break;
    case PICOSAT_RUN_REFUTED:
        status = give_proof(question, formula, &found.steps, limits, answer, failure);
        break;
    case PICOSAT_RUN_UNKNOWN:
        answer->reason = "a limit was reached";
        break;
    }
    picosat_answer_clear(&found);
    return status;
}

enum status periodic_sat_solve(int latency, int depth, int processors, int period, bool permute,
                               const struct limits *limits, struct periodic_answer *answer,
                               struct failure *failure) {
    const struct periodic_question question = {latency, depth, processors, period, permute};
    struct periodic_answer result = {0};
    struct formula formula;
    enum status status = periodic_formula_build(&question, &formula, failure);
    if (status)
        return status;
    status = decide(&question, &formula, limits, &result, failure);
    formula_clear(&formula);
    if (!status)
        *answer = result;
    return status;
}

void periodic_answer_clear(struct periodic_answer *answer) {
    if (answer->verdict == VERDICT_FEASIBLE)
        periodic_clear(&answer->schedule);
    free(answer->proof.lrat.numbers);
    *answer = (struct periodic_answer){0};
}
