/* SPDX-License-Identifier: MIT */
/* A formula in a DIMACS file. The detail is a struct formula_answer. */

#include "automata/memory.h"
#include "solver/base/files.h"
#include "solver/proof/sat/dimacs.h"
#include "solver/proof/sat/refutation.h"
#include "solver/question/details.h"
#include "solver/question/engines.h"

static void clear_formula(struct formula_answer *found) {
    sat_decision_clear(&found->decision);
    formula_clear(&found->formula);
}

EVIDENCE_CLEAR(clear_detail, clear_formula)

static enum status put_refutation(const void *body, struct certificate_output *output,
                                  const struct limits *limits, struct failure *failure) {
    const struct formula_answer *found = body;
    const struct formula *formula = &found->formula;
    struct formula_proof proof = {.variables = formula->variables,
                                  .clauses = formula->clauses,
                                  .literals = formula->literals,
                                  .length = formula->length,
                                  .lrat = found->decision.lrat};
    return evidence_put_body(evidence_of_formula(&proof), output, limits, failure);
}

/* A model has no certificate: whoever has the formula checks it in no time. */
static enum status ask_sat(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    CLEANUP(clear_formula) struct formula_answer found = {0};
    FREED char *path =
        input_file_path(call->question->base, question_text(call->question, KEY_FILE));
    TRY(path ? dimacs_read_file(path, &found.formula, failure)
             : failure_memory(failure, "a formula"));
    TRY(sat_decide(&found.formula, SAT_WITH_PROOF, call->limits, &found.decision, failure));
    const struct formula_answer kept = TAKE(found);
    TRY(outcome_give_detail(outcome, &kept, sizeof kept, clear_detail, failure));
    const struct sat_decision *decision = &kept.decision;
    if (decision->solver)
        outcome->by = decision->solver;
    outcome->nodes = decision->nodes;
    if (decision->verdict == VERDICT_UNKNOWN)
        outcome_leave_open(outcome, decision->reason);
    else
        outcome->verdict = decision->verdict;
    if (decision->verdict == VERDICT_INFEASIBLE)
        outcome->bound = outcome_evidence(outcome, "cnf", put_refutation);
    TRY(outcome_add_number(outcome, "variables", kept.formula.variables, failure));
    return outcome_add_number(outcome, "clauses", (int64_t)kept.formula.clauses, failure);
}

const struct engine formula_engines[] = {{MACHINE_POSTAL, "sat", ENGINE_DECIDES,
                                          ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask_sat, 0, NULL,
                                          NULL, "PicoSAT, then CaDiCaL where it is installed"},
                                         {.name = NULL}};
