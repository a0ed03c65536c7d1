/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/question/engines.h"
#include "solver/question/reduce_most.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/reduce_text.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_MACHINE,
    {"processors", 'P', OPTION_NUMBER, true, "P", 1, INT_MAX, "processors that may help"},
    {"until", 'T', OPTION_NUMBER, false, "T", 0, SUMMATION_MOST_TIME,
     "cycles: how many operands can be added up?"},
    {"operands", 'n', OPTION_TEXT, false, "N", 0, 0,
     "in place of --until: how long do N operands take?"},
    {"format", 'f', OPTION_CHOICE, false, "tree|schedule", 0, 0,
     "print as well who sends to whom, or what each processor does in each cycle"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "write the certificates: schedule.cert, bound.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

/* The most in a time, or the least time for so many. */
static enum status parse(const struct arguments *arguments, struct question *question,
                         struct failure *failure) {
    const struct option_value *until = option(arguments, "until");
    const struct option_value *operands = option(arguments, "operands");
    struct logp_machine machine;
    enum status status = logp_option_machine(arguments, &machine, failure);
    if (!status && option(arguments, "json")->given && option(arguments, "format")->given)
        status =
            failure_set(failure, STATUS_INPUT, "--json prints no schedule: leave out --format");
    if (!status && until->given == operands->given)
        status = failure_set(failure, STATUS_INPUT,
                             "reduce needs -T, --until or -n, --operands, and not both");
    if (status)
        return status;
    question_init(question, until->given ? SUBJECT_REDUCE : SUBJECT_REDUCE_TIME);
    logp_option_set(question, &machine);
    question_set(question, KEY_PROCESSORS, option(arguments, "processors")->number);
    if (until->given)
        question_set(question, KEY_UNTIL, until->number);
    else if (question_read_value(question, KEY_OPERANDS, operands->text, NULL))
        status = failure_set(failure, STATUS_INPUT,
                             "--operands: '%.40s' is not a whole number in 1..999999999999999999",
                             operands->text);
    return status;
}

static enum status print_json(const struct question *question, const struct outcome *outcome,
                              double seconds, struct failure *failure) {
    const struct reduce_most *found = outcome->detail;
    const struct json_answer answer = json_answer_of(question, outcome, seconds);
    return json_answer_print(&answer,
                             json_pack("{s:I, s:I, s:i}", "time", (json_int_t)found->time,
                                       "operands", (json_int_t)found->summation.operands, "used",
                                       found->summation.processors),
                             failure);
}

static enum status print(const struct arguments *arguments, const struct reduce_most *answer,
                         struct failure *failure) {
    const struct option_value *format = option(arguments, "format");
    const struct summation *summation = &answer->summation;
    printf("time %lld\noperands %lld\nused %d\n", (long long)answer->time,
           (long long)summation->operands, summation->processors);
    if (!format->given)
        return STATUS_OK;
    return format->number == 0 ? sum_print_tree(summation, failure)
                               : sum_print_chart(summation, failure);
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    struct limits limits = control_limits(control, arguments);
    struct answer_folder folder = answer_folder_of_sides(arguments);
    struct question question;
    struct outcome outcome;
    enum status status = parse(arguments, &question, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = engine_ask(engine_find(&question, "tree"), &question, &(struct engine_options){0},
                            &limits, &outcome, failure);
    if (status)
        return status;
    status = answer_folder_write_sides(&folder, &outcome, &limits, failure);
    if (!status && option(arguments, "json")->given)
        status = print_json(&question, &outcome, control_elapsed(control), failure);
    else if (!status)
        status = print(arguments, outcome.detail, failure);
    *settled = outcome.verdict == OUTCOME_SETTLED;
    outcome_clear(&outcome);
    return status;
}

static int run_reduce(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_reduce = {
    .name = "reduce",
    .summary =
        "The least time to combine operands at one processor, or the most in a time (MPI_Reduce)",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Operands are dealt out to P processors as one likes, an addition takes a cycle, and one\n"
        "processor has the sum in the end: MPI_Reduce on a machine whose additions take time,\n"
        "which Karp et al. 1993, section 5, and Shou and Chen 1996 call summation. Prints\n"
        "  time T       cycles\n"
        "  operands N   the most that any schedule adds up in T cycles on P processors\n"
        "  used U       processors that take part; one more would cost its parent more than it "
        "brings\n"
        "With --operands T is the least time for that many, and N all that fit into it. Operands\n"
        "keep their order, so that addition need not be commutative.\n"
        "\n"
        "--format tree has a line for each processor, below the one that it sends to.\n"
        "--format schedule has a letter for each cycle: + an addition of an operand of its own, R "
        "a\n"
        "reception, A the addition of what was received, S a sending, . nothing.\n"
        "\n"
        "With -o, schedule.cert is the schedule, and bound.cert proves that nobody adds up more "
        "in\n"
        "time T, or with --operands, as many in time T-1. Times are up to 10^7. What is stopped\n"
        "by --time or Ctrl-C ends with `s UNKNOWN` and leaves no files. The exit status is 10: "
        "the\n"
        "number is settled.",
    .example = "  steadycast reduce --logp 5,2,4 -P 8 -T 28 --format schedule\n"
               "  steadycast reduce --logp 5,2,4 -P 7 -n 82 -o reduce --force; steadycheck "
               "reduce/bound.cert\n"
               "  steadycast reduce --logp 3,1,2 -P 1000 -n 1000000 --json",
    .run = run_reduce};
