/* SPDX-License-Identifier: MIT */
#include "solver/decide/sat.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/sat/decide.h"
#include "solver/sat/formula.h"

static enum status give_schedule(const struct slots *slots, bool words, const bool *model,
                                 struct answer *answer, struct failure *failure) {
    int *letters = memory_new((size_t)slots->count, sizeof *letters);
    if (!letters)
        return failure_memory(failure, "a schedule");
    enum status status = formula_decode(slots, model, letters, failure);
    if (!status)
        status = slots_schedule(slots, letters, words, &answer->schedule, failure);
    free(letters);
    if (!status) {
        answer->verdict = VERDICT_FEASIBLE;
        answer->evidence = EVIDENCE_SCHEDULE;
    }
    return status;
}

/* Takes the refutation over. */
static void give_proof(const struct formula *formula, bool words, struct sat_decision *decision,
                       struct answer *answer) {
    answer->verdict = VERDICT_INFEASIBLE;
    answer->evidence = EVIDENCE_CNF;
    answer->cnf = (struct cnf_proof){.latency = answer->latency,
                                     .depth = answer->depth,
                                     .sums = !words,
                                     .variables = formula->variables,
                                     .clauses = formula->clauses,
                                     .lrat = decision->lrat};
    decision->lrat.numbers = NULL;
}

static enum status decide(const struct slots *slots, const struct formula *formula, bool words,
                          const struct limits *limits, struct answer *answer,
                          struct failure *failure) {
    struct sat_decision found;
    enum status status = sat_decide(formula, SAT_WITH_PROOF, limits, &found, failure);
    if (status)
        return status;
    answer->nodes = found.nodes;
    answer->reason = found.reason;
    if (found.verdict == VERDICT_FEASIBLE)
        status = give_schedule(slots, words, found.model, answer, failure);
    else if (found.verdict == VERDICT_INFEASIBLE)
        give_proof(formula, words, &found, answer);
    sat_decision_clear(&found);
    return status;
}

static enum status solve_blocks(bool words, const struct limits *limits, struct answer *answer,
                                struct failure *failure) {
    struct slots slots;
    struct formula formula;
    enum status status =
        slots_init(&slots, answer->latency, answer->depth, FORMULA_MAX_LETTERS, failure);
    if (status)
        return status;
    status = formula_build(&slots, words, &formula, failure);
    if (!status) {
        status = decide(&slots, &formula, words, limits, answer, failure);
        formula_clear(&formula);
    }
    slots_clear(&slots);
    return status;
}

/* t < L: one processor, which receives every item from the source. */
static enum status solve_single(struct answer *answer, struct failure *failure) {
    schedule_init_blocks(&answer->schedule, answer->latency, answer->depth);
    answer->schedule.receive_only = answer->depth;
    enum status status = schedule_check_whole(&answer->schedule, failure);
    if (status) {
        schedule_clear(&answer->schedule);
        return status;
    }
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_SCHEDULE;
    return STATUS_OK;
}

enum status sat_solve(int latency, int depth, const struct decide_options *options,
                      const struct limits *limits, struct answer *answer, struct failure *failure) {
    struct answer result;
    enum status status = instance_check_range(latency, depth, failure);
    if (status)
        return status;
    answer_init(&result, "sat", latency, depth);
    if (depth < latency)
        status = solve_single(&result, failure);
    else
        status = solve_blocks(options->words, limits, &result, failure);
    if (!status)
        *answer = result;
    return status;
}
