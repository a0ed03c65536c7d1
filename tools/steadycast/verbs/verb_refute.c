#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/proof.h"
#include "solver/sat/dimacs.h"
#include "solver/sat/elaborate.h"
#include "solver/sat/picosat_run.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/verb.h"

enum { LITERALS_PER_LINE = 12 };

static const struct option_spec specs[] = {
    OPTION_SPEC_OUTPUT("write the certificate of a refutation (- is stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    OPTION_SPEC_QUIET,
};

static enum status read_formula(const char *path, struct formula *formula,
                                struct failure *failure) {
    if (strcmp(path, "-") == 0)
        return dimacs_read(stdin, "stdin", formula, failure);
    FILE *in = fopen(path, "r");
    if (!in)
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", path, strerror(errno));
    enum status status = dimacs_read(in, path, formula, failure);
    fclose(in);
    return status;
}

static void print_model(const struct formula *formula, const bool *model) {
    for (int v = 1; v <= formula->variables; v++) {
        if (v % LITERALS_PER_LINE == 1)
            printf(v == 1 ? "v" : "\nv");
        printf(" %d", model[v] ? v : -v);
    }
    printf(formula->variables ? " 0\n" : "v 0\n");
}

/* Elaborated, that is, checked, whether it is written or not. */
static enum status give_refutation(const struct arguments *arguments, struct control *control,
                                   const struct formula *formula, const struct formula *steps,
                                   struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    struct limits limits = control_limits(control, arguments);
    struct formula_proof proof = {.variables = formula->variables,
                                  .clauses = formula->clauses,
                                  .literals = formula->literals,
                                  .length = formula->length};
    enum status status = elaborate(formula, steps, &limits, &proof.lrat, failure);
    control_end_line(control);
    if (status)
        return status;
    if (output->given)
        status = certificate_write_formula(output->text, option(arguments, "force")->given, &proof,
                                           failure);
    free(proof.lrat.numbers);
    return status;
}

static enum status decide(const struct arguments *arguments, struct control *control,
                          const struct formula *formula, enum verdict *verdict,
                          struct failure *failure) {
    struct limits limits = control_limits(control, arguments);
    struct picosat_answer answer;
    enum status status = picosat_run(formula, &limits, &answer, failure);
    control_end_line(control);
    if (status)
        return status;
    if (!control->quiet)
        fprintf(stderr, "%d variables, %zu clauses: %" PRIu64 " decisions, %.3f s\n",
                formula->variables, formula->clauses, answer.decisions, control_elapsed(control));
    if (answer.verdict == PICOSAT_RUN_MODEL) {
        *verdict = VERDICT_FEASIBLE;
        print_model(formula, answer.model);
    } else if (answer.verdict == PICOSAT_RUN_REFUTED) {
        status = give_refutation(arguments, control, formula, &answer.steps, failure);
        if (!status)
            *verdict = VERDICT_INFEASIBLE;
    }
    picosat_answer_clear(&answer);
    return status;
}

static int run_refute(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct formula formula;
    enum verdict verdict = VERDICT_UNKNOWN;
    const struct option_value *output = option(arguments, "output");
    bool on_stdout = output->given && strcmp(output->text, "-") == 0;
    control_init(&control, arguments);
    if (arguments->operand_count != 1) {
        fprintf(stderr, "steadycast: refute takes one file (see: steadycast help refute)\n");
        return EXIT_INPUT;
    }
    enum status status = read_formula(arguments->operands[0], &formula, &failure);
    if (status)
        return verb_failed(&failure);
    if (output->given) /* now, and not after a long search */
        status = locked_file_probe(output->text, option(arguments, "force")->given, &failure);
    if (!status)
        status = decide(arguments, &control, &formula, &verdict, &failure);
    formula_clear(&formula);
    if (status)
        return verb_unanswered(&failure);
    if (on_stdout && verdict == VERDICT_INFEASIBLE)
        return EXIT_IMPOSSIBLE;
    return verb_verdict(verdict);
}

const struct verb verb_refute = {
    .name = "refute",
    .summary = "Decides a formula in a DIMACS file; a refutation becomes a certificate",
    .operands = "FILE.cnf",
    VERB_SPECS(specs),
    .details =
        "PicoSAT searches; its proof is completed with the clauses that each step rests on. A\n"
        "model is printed in v lines after it has been checked against every clause. Stdout ends\n"
        "with s FEASIBLE (exit 10), s INFEASIBLE (20) or s UNKNOWN (0: a limit was reached);\n"
        "--nodes counts decisions. - reads the formula from stdin.",
    .example = "  steadycast refute question.cnf -o question.cert; steadycheck question.cert",
    .run = run_refute};
