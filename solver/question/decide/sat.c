/* SPDX-License-Identifier: MIT */
#include "solver/question/decide/sat.h"

#include "automata/memory.h"
#include "solver/proof/sat/decide.h"
#include "solver/proof/sat/formula.h"

struct attempt {
    int latency, depth;
    bool words; /* the encoding */
    const struct limits *limits;
    struct outcome *outcome;
};

static enum status give_schedule(const struct attempt *attempt, const struct slots *slots,
                                 const bool *model, struct failure *failure) {
    struct schedule schedule;
    FREED int *letters = memory_new((size_t)slots->count, sizeof *letters);
    TRY(memory_check(letters, failure, "a schedule"));
    TRY(formula_decode(slots, model, letters, failure));
    TRY(slots_schedule(slots, letters, attempt->words, &schedule, failure));
    return outcome_give_schedule(attempt->outcome, &schedule, failure);
}

/* Takes the refutation over. */
static enum status give_proof(const struct attempt *attempt, const struct formula *formula,
                              struct sat_decision *decision, struct failure *failure) {
    struct cnf_proof proof = {.latency = attempt->latency,
                              .depth = attempt->depth,
                              .sums = !attempt->words,
                              .variables = formula->variables,
                              .clauses = formula->clauses,
                              .lrat = decision->lrat};
    decision->lrat.numbers = NULL;
    return outcome_give_cnf(attempt->outcome, &proof, failure);
}

static enum status decide(const struct attempt *attempt, const struct slots *slots,
                          const struct formula *formula, struct failure *failure) {
    CLEANUP(sat_decision_clear) struct sat_decision found = {0};
    TRY(sat_decide(formula, SAT_WITH_PROOF, attempt->limits, &found, failure));
    attempt->outcome->nodes = found.nodes;
    if (found.verdict == VERDICT_FEASIBLE)
        TRY(give_schedule(attempt, slots, found.model, failure));
    else if (found.verdict == VERDICT_INFEASIBLE)
        TRY(give_proof(attempt, formula, &found, failure));
    else
        outcome_leave_open(attempt->outcome, found.reason);
    return STATUS_OK;
}

static enum status solve_blocks(const struct attempt *attempt, struct failure *failure) {
    CLEANUP(slots_clear) struct slots slots = {0};
    CLEANUP(formula_clear) struct formula formula = {0};
    TRY(slots_init(&slots, attempt->latency, attempt->depth, FORMULA_MAX_LETTERS, failure));
    TRY(formula_build(&slots, attempt->words, &formula, failure));
    return decide(attempt, &slots, &formula, failure);
}

/* t < L: one processor, which receives every item from the source. */
static enum status solve_single(const struct attempt *attempt, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule schedule;
    schedule_init_blocks(&schedule, attempt->latency, attempt->depth);
    schedule.receive_only = attempt->depth;
    TRY(schedule_check_whole(&schedule, failure));
    return outcome_give_schedule(attempt->outcome, &schedule, failure);
}

enum status sat_solve(int latency, int depth, bool words, const struct limits *limits,
                      struct outcome *outcome, struct failure *failure) {
    const struct attempt attempt = {latency, depth, words, limits, outcome};
    TRY(instance_check_range(latency, depth, failure));
    *outcome = (struct outcome){.by = "sat"};
    enum status status =
        depth < latency ? solve_single(&attempt, failure) : solve_blocks(&attempt, failure);
    if (status)
        outcome_clear(outcome);
    return status;
}
