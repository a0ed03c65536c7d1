/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <string.h>

#include "automata/numbers.h"
#include "solver/model/sequence.h"
#include "solver/proof/sat/export.h"
#include "solver/proof/sat/formula.h"
#include "solver/proof/sat/periodic_formula.h"
#include "solver/question/serve.h"
#include "solver/stream/logp/circulation.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/question_option.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"depth", 't', OPTION_NUMBER, true, "T", 0, SEQUENCE_MAX_INDEX,
     "depth of the broadcast tree: delay L+T, or L+2o+T cycles"},
    {"format", 'f', OPTION_CHOICE, true, "dimacs|opb|lp", 0, 0,
     "formula for SAT solvers, or program for pseudo-Boolean or integer solvers"},
    {"schedule", 0, OPTION_TEXT, false, "CLASS", 0, 0,
     "block-cyclic (default), stationary or periodic:T"},
    {"processors", 'N', OPTION_NUMBER, false, "N", 1, INT_MAX,
     "how many must be served; dimacs: P(T) without it, and block-cyclic: on a pruned tree; lp, "
     "stationary or periodic: the largest number without it"},
    {"keep-roles", 0, OPTION_FLAG, false, "", 0, 0,
     "periodic:T: after a period every processor has its own role again"},
    {"encoding", 0, OPTION_CHOICE, false, "sums|words", 0, 0,
     "of the formula (default: sums); programs are always by words"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_JSON_WRITTEN,
};

static const struct option_rule rules[] = {{"encoding=sums", NULL, "format=opb|format=lp"},
                                           {"keep-roles", "format=dimacs", NULL},
                                           {NULL, NULL, NULL}};

static enum status export_question(const struct arguments *arguments, struct failure *failure) {
    bool words = option(arguments, "encoding")->number == 1;
    const char *format = option(arguments, "format")->text;
    CLEANUP(slots_clear) struct slots slots = {0};
    struct output_file file;
    enum status status = STATUS_OK;
    TRY(slots_init(&slots, (int)option(arguments, "latency")->number,
                   (int)option(arguments, "depth")->number, FORMULA_MAX_LETTERS, failure));
    TRY(output_file_asked(&file, arguments, failure));
    if (strcmp(format, "dimacs") == 0)
        status = export_dimacs(file.stream, &slots, words, failure);
    else if (strcmp(format, "opb") == 0)
        export_opb(file.stream, &slots);
    else
        export_lp(file.stream, &slots);
    return output_file_close(&file, status, failure);
}

/* Streams of any machine; the postal model is one with o = 0 and g = 1. */
static enum status export_circulation(const struct arguments *arguments,
                                      const struct stream_asked *class, struct failure *failure) {
    long depth = option(arguments, "depth")->number;
    struct stream_question question = {
        .machine = class->machine.logp,
        .capacity = class->machine.capacity,
        .depth = depth < LOGP_MAX_DEPTH ? (int)depth : LOGP_MAX_DEPTH,
        .processors = (int)option(arguments, "processors")->number,
        .period = class->class == CLASS_PERIODIC ? class->period : 1};
    TRY(circulation_check(&question, CIRCULATION_MOST_WRITTEN, failure));
    struct output_file file;
    TRY(output_file_asked(&file, arguments, failure));
    circulation_write(file.stream, &question);
    return output_file_close(&file, STATUS_OK, failure);
}

/* -N, or P(t) without it. */
static enum status parse_processors(const struct arguments *arguments, int *processors,
                                    struct failure *failure) {
    const struct option_value *given = option(arguments, "processors");
    int deepest; /* that may have few enough: P(t) of a large t is a long number */
    *processors = (int)given->number;
    if (given->given)
        return STATUS_OK;
    if (sequence_depth((int)option(arguments, "latency")->number, INT_MAX, &deepest, NULL) ==
            STATUS_OK &&
        option(arguments, "depth")->number > deepest)
        return failure_limit(failure, "P(T) processors are too many for a formula");
    BIG(tree);
    TRY(sequence_term(tree, (int)option(arguments, "latency")->number,
                      option(arguments, "depth")->number, NULL, failure));
    if (!mpz_fits_sint_p(tree))
        return failure_limit(failure, "P(T) processors are too many for a formula");
    *processors = (int)mpz_get_si(tree);
    return STATUS_OK;
}

static enum status export_periodic(const struct arguments *arguments,
                                   const struct stream_asked *class, struct failure *failure) {
    bool periodic = class->class == CLASS_PERIODIC, blocks = class->class == CLASS_BLOCK_CYCLIC;
    struct periodic_question question = {.latency = (int)option(arguments, "latency")->number,
                                         .depth = (int)option(arguments, "depth")->number,
                                         .period = periodic ? class->period : 1,
                                         .roles = blocks ? ROLES_BLOCKS
                                                  : option(arguments, "keep-roles")->given
                                                      ? ROLES_KEEP
                                                      : ROLES_PERMUTE};
    TRY(parse_processors(arguments, &question.processors, failure));
    struct output_file file;
    TRY(output_file_asked(&file, arguments, failure));
    return output_file_close(&file, export_periodic_dimacs(file.stream, &question, failure),
                             failure);
}

/* What a format does not have: `general`, a question about another class of schedules, or about
 * another number of processors than P(T). */
static enum status check_class(const struct arguments *arguments, bool general,
                               const struct stream_asked *class, struct failure *failure) {
    const char *format = option(arguments, "format")->text, *wrong = NULL;
    bool dimacs = strcmp(format, "dimacs") == 0, lp = strcmp(format, "lp") == 0;
    bool blocks = class->class == CLASS_BLOCK_CYCLIC;
    if (option(arguments, "keep-roles")->given && class->class != CLASS_PERIODIC)
        wrong = "--keep-roles is for --schedule periodic:T";
    else if (option(arguments, "processors")->given && !dimacs && (!lp || blocks))
        wrong = "--processors is for --format dimacs, or lp of stationary and periodic:T";
    else if (!option(arguments, "latency")->given && (!lp || blocks))
        wrong = "such a machine is for --format lp with --schedule stationary or periodic:T";
    else if (general && option(arguments, "encoding")->given)
        wrong = "--encoding is for block-cyclic schedules without --processors";
    else if (general && class->class == CLASS_ANY)
        wrong = "--schedule any: only block-cyclic, stationary and periodic:T can be exported";
    else if (general && !lp && !dimacs)
        wrong = "such schedules are written in the formats dimacs and lp";
    return wrong ? failure_input(failure, "%s", wrong) : STATUS_OK;
}

static enum status export_asked(const struct arguments *arguments, const struct stream_asked *asked,
                                struct failure *failure) {
    bool general = asked->class != CLASS_BLOCK_CYCLIC || option(arguments, "processors")->given;
    TRY(check_class(arguments, general, asked, failure));
    if (!general)
        return export_question(arguments, failure);
    return strcmp(option(arguments, "format")->text, "lp") == 0
               ? export_circulation(arguments, asked, failure)
               : export_periodic(arguments, asked, failure);
}

static enum status export_any(const struct arguments *arguments, struct failure *failure) {
    CLEANUP(question_clear) struct question question;
    int given = 1 << subject_place(SUBJECT_SERVE, KEY_SERVED) |
                1 << subject_place(SUBJECT_SERVE, KEY_SCHEDULE);
    question_init(&question, SUBJECT_SERVE);
    question_set(&question, KEY_ROLES, option(arguments, "keep-roles")->given);
    question_set(&question, KEY_SERVED, 1); /* or none, or P(T) */
    TRY(question_option_value(&question, KEY_SCHEDULE, "schedule",
                              option_text(arguments, "schedule", "block-cyclic"), failure));
    TRY(question_option_read(arguments, "processors", &question, &given, failure));
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(&question);
    return export_asked(arguments, &asked, failure);
}

static enum status export_file(const struct arguments *arguments, struct failure *failure) {
    TRY(json_written_check(arguments, failure));
    TRY(export_any(arguments, failure));
    return json_written(arguments, json_pack("{s:s}", "format", option(arguments, "format")->text),
                        failure);
}

VERB(export, "Writes the question for (L,t) in the format of another solver", "", .rules = rules,
     .act = export_file);
