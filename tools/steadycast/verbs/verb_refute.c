/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "solver/question/details.h"
#include "tools/steadycast/verbs/ask_verb.h"

enum { LITERALS_PER_LINE = 12 };

static const struct option_spec specs[] = {
    OPTION_SPEC_OUTPUT("write the certificate of a refutation (- is stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static void print_model(const struct formula *formula, const bool *model) {
    for (int v = 1; v <= formula->variables; v++) {
        if (v % LITERALS_PER_LINE == 1)
            printf(v == 1 ? "v" : "\nv");
        printf(" %d", model[v] ? v : -v);
    }
    printf(formula->variables ? " 0\n" : "v 0\n");
}

static const struct formula_answer *found_of(const struct asking *asking) {
    return asking_outcome(asking)->detail;
}

/* What was checked against every clause. */
static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    (void)alone, (void)failure;
    if (asking_outcome(asking)->verdict == VERDICT_FEASIBLE)
        print_model(&found_of(asking)->formula, found_of(asking)->decision.model);
    return STATUS_OK;
}

static json_t *more(const struct asking *asking) {
    const struct formula_answer *found = found_of(asking);
    bool feasible = asking_outcome(asking)->verdict == VERDICT_FEASIBLE;
    json_t *model = feasible ? json_array() : json_null();
    for (int v = 1; v <= found->formula.variables && feasible; v++)
        json_array_append_new(model, json_integer(found->decision.model[v] ? v : -v));
    return json_pack("{s:o}", "model", model);
}

static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    (void)limits;
    question_init(question, SUBJECT_FORMULA);
    if (arguments->operand_count != 1)
        return failure_input(failure, "refute takes one file (see: steadycast help refute)");
    *given = 1 << subject_place(SUBJECT_FORMULA, KEY_FILE);
    return question_set_text(question, KEY_FILE, arguments->operands[0], failure);
}

static const struct ask_verb row = {.pose = pose, .print = print, .more = more};

VERB(refute, "Decides a formula in a DIMACS file; a refutation becomes a certificate", "FILE.cnf",
     .ask = &row);
