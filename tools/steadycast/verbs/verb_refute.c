/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "solver/certificate/locked_file.h"
#include "solver/question/engines.h"
#include "solver/question/formula_answer.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/verb.h"

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

/* Prints a model, or writes the refutation, which is elaborated, that is, checked, in any case. */
static enum status give(const struct arguments *arguments, struct control *control,
                        const struct outcome *outcome, struct failure *failure) {
    const struct formula *formula = &((const struct formula_answer *)outcome->detail)->formula;
    const struct option_value *output = option(arguments, "output");
    struct limits limits = control_limits(control, arguments);
    if (!control->quiet)
        fprintf(stderr, "%d variables, %zu clauses: %" PRIu64 " decisions of %s, %.3f s\n",
                formula->variables, formula->clauses, outcome->nodes, outcome->by,
                control_elapsed(control));
    if (outcome->verdict == OUTCOME_FEASIBLE && !option(arguments, "json")->given)
        print_model(formula, ((const struct formula_answer *)outcome->detail)->decision.model);
    if (outcome->verdict != OUTCOME_INFEASIBLE || !output->given)
        return STATUS_OK;
    return evidence_write(outcome->bound, output->text, option(arguments, "force")->given, &limits,
                          failure);
}

static enum status print_json(const struct arguments *arguments, const struct outcome *outcome,
                              double seconds, struct failure *failure) {
    const struct formula_answer *found = outcome->detail;
    const struct option_value *output = option(arguments, "output");
    struct json_answer answer = {.question = json_question_asked(arguments),
                                 .verdict = outcome->verdict,
                                 .by = outcome->by,
                                 .reason = outcome->reason,
                                 .nodes = outcome->nodes,
                                 .seconds = seconds};
    json_t *model = outcome->verdict == OUTCOME_FEASIBLE ? json_array() : json_null();
    for (int v = 1; v <= found->formula.variables && json_is_array(model); v++)
        json_array_append_new(model, json_integer(found->decision.model[v] ? v : -v));
    bool written = outcome->verdict == OUTCOME_INFEASIBLE && output->given;
    return json_answer_print(&answer,
                             json_pack("{s:i, s:I, s:o, s:o}", "variables",
                                       found->formula.variables, "clauses",
                                       (json_int_t)found->formula.clauses, "model", model,
                                       "certificate", json_any_text(written ? output->text : NULL)),
                             failure);
}

static enum status decide(const struct arguments *arguments, struct control *control,
                          struct outcome *outcome, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    struct limits limits = control_limits(control, arguments);
    struct question question;
    enum status status = STATUS_OK;
    if (arguments->operand_count != 1)
        return failure_set(failure, STATUS_INPUT,
                           "refute takes one file (see: steadycast help refute)");
    if (output->given) /* now, and not after a long search */
        status = locked_file_probe(output->text, option(arguments, "force")->given, failure);
    if (status)
        return status;
    question_init(&question, SUBJECT_FORMULA);
    status = question_set_text(&question, KEY_FILE, arguments->operands[0], failure);
    if (!status)
        status = engine_ask(engine_of(&question, 0), &question, &(struct engine_options){0},
                            &limits, outcome, failure);
    control_end_line(control);
    question_clear(&question);
    return status;
}

static int run_refute(const struct arguments *arguments) {
    static const enum verdict verdicts[] = {VERDICT_UNKNOWN, VERDICT_FEASIBLE, VERDICT_INFEASIBLE};
    struct control control;
    struct failure failure = {0};
    struct outcome outcome;
    const struct option_value *output = option(arguments, "output");
    bool on_stdout = output->given && strcmp(output->text, "-") == 0;
    control_init(&control, arguments);
    if (on_stdout && option(arguments, "json")->given) {
        failure_set(&failure, STATUS_INPUT, "--json and the certificate can't both go to stdout");
        return verb_failed(&failure);
    }
    enum status status = decide(arguments, &control, &outcome, &failure);
    if (status)
        return verb_unanswered(arguments, &failure);
    enum outcome_verdict verdict = outcome.verdict;
    status = give(arguments, &control, &outcome, &failure);
    bool json = option(arguments, "json")->given;
    if (!status && json)
        status = print_json(arguments, &outcome, control_elapsed(&control), &failure);
    outcome_clear(&outcome);
    if (status)
        return verb_unanswered(arguments, &failure);
    if (json)
        return verb_exit_status(verdict);
    return on_stdout && verdict == OUTCOME_INFEASIBLE ? EXIT_IMPOSSIBLE
                                                      : verb_verdict(verdicts[verdict]);
}

const struct verb verb_refute = {
    .name = "refute",
    .summary = "Decides a formula in a DIMACS file; a refutation becomes a certificate",
    .operands = "FILE.cnf",
    VERB_SPECS(specs),
    .details =
        "PicoSAT searches, then CaDiCaL where it is installed; the proof is completed with the\n"
        "clauses that each step rests on. A\n"
        "model is printed in v lines after it has been checked against every clause. Stdout ends\n"
        "with s FEASIBLE (exit 10), s INFEASIBLE (20) or s UNKNOWN (0: a limit was reached);\n"
        "--nodes counts decisions. - reads the formula from stdin.",
    .example = "  steadycast refute question.cnf -o question.cert; steadycheck question.cert",
    .run = run_refute};
