#include <string.h>

#include "solver/bound/circulation_export.h"
#include "solver/sat/export.h"
#include "solver/sat/formula.h"
#include "tools/steadycast/output_file.h"
#include "tools/steadycast/verb.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_LATENCY,
    OPTION_SPEC_DEPTH,
    {"format", 'f', OPTION_CHOICE, true, "dimacs|opb|lp", 0, 0,
     "formula for SAT solvers, or program for pseudo-Boolean or integer solvers"},
    {"schedule", 0, OPTION_CHOICE, false, "block-cyclic|stationary", 0, 0,
     "stationary: the largest number of processors, as an integer program (lp)"},
    {"encoding", 0, OPTION_CHOICE, false, "sums|words", 0, 0,
     "of the formula (default: sums); programs are always by words"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    OPTION_SPEC_FORCE,
};

struct question {
    const char *format;
    bool words;
    struct slots slots;
};

static enum status write_question(FILE *out, const void *context, struct failure *failure) {
    const struct question *question = context;
    if (strcmp(question->format, "dimacs") == 0)
        return export_dimacs(out, &question->slots, question->words, failure);
    if (strcmp(question->format, "opb") == 0)
        export_opb(out, &question->slots);
    else
        export_lp(out, &question->slots);
    return STATUS_OK;
}

static enum status export_question(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *encoding = option(arguments, "encoding");
    const struct option_value *output = option(arguments, "output");
    struct question question = {.format = option(arguments, "format")->text,
                                .words = encoding->number == 1};
    if (encoding->given && !question.words && strcmp(question.format, "dimacs") != 0)
        return failure_set(failure, STATUS_INPUT, "--encoding sums: %s is written by words only",
                           question.format);
    enum status status =
        slots_init(&question.slots, (int)option(arguments, "latency")->number,
                   (int)option(arguments, "depth")->number, FORMULA_MAX_LETTERS, failure);
    if (status)
        return status;
    status =
        output_file_write(output->given ? output->text : "-", option(arguments, "force")->given,
                          write_question, &question, failure);
    slots_clear(&question.slots);
    return status;
}

static enum status write_circulation(FILE *out, const void *context, struct failure *failure) {
    const struct arguments *arguments = context;
    return circulation_export_lp(out, (int)option(arguments, "latency")->number,
                                 (int)option(arguments, "depth")->number, failure);
}

static enum status export_circulation(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (strcmp(option(arguments, "format")->text, "lp") != 0 ||
        option(arguments, "encoding")->given)
        return failure_set(failure, STATUS_INPUT,
                           "--schedule stationary is written in the format lp, without --encoding");
    return output_file_write(output->given ? output->text : "-", option(arguments, "force")->given,
                             write_circulation, arguments, failure);
}

static int run_export(const struct arguments *arguments) {
    struct failure failure = {0};
    bool circulation = option(arguments, "schedule")->number == 1;
    enum status status = circulation ? export_circulation(arguments, &failure)
                                     : export_question(arguments, &failure);
    return status ? verb_failed(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_export = {
    .name = "export",
    .summary = "Writes the question for (L,t) in the format of another solver",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "dimacs is the very formula that certificates of kind impossible-cnf refer to, for SAT\n"
        "solvers; opb is for pseudo-Boolean solvers, lp for mixed-integer solvers. Satisfiable\n"
        "means that a block-cyclic schedule exists. Comments at the head name the variables.\n"
        "With --schedule stationary the integer program asks for the largest N that any\n"
        "stationary schedule serves (t up to 18).",
    .example = "  steadycast export -L 4 -t 8 --format dimacs -o L4-t8.cnf && cadical L4-t8.cnf\n"
               "  steadycast export -L 5 -t 11 --format opb -o L5-t11.opb && clasp L5-t11.opb\n"
               "  steadycast export -L 5 -t 11 --format lp -o L5-t11.lp && cbc L5-t11.lp solve\n"
               "  steadycast export -L 2 -t 8 --schedule stationary --format lp -o L2-t8.lp\n"
               "  cbc L2-t8.lp solve",
    .run = run_export};
