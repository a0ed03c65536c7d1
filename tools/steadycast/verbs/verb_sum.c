/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/question/engines.h"
#include "solver/question/sum_most.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/sum_text.h"

static const struct option_spec specs[] = {
    {"logp", 0, OPTION_TEXT, true, "L,o,g", 0, 0, "the machine: latency, overhead, gap"},
    {"processors", 'P', OPTION_NUMBER, true, "P", 1, INT_MAX, "processors that may help"},
    {"until", 't', OPTION_NUMBER, false, "T", 0, SUMMATION_MOST_TIME,
     "cycles: how many operands can be added up?"},
    {"operands", 'N', OPTION_TEXT, false, "N", 0, 0,
     "in place of --until: how long do N operands take?"},
    {"format", 0, OPTION_CHOICE, false, "tree|schedule", 0, 0,
     "print as well who sends to whom, or what each processor does in each cycle"},
    {"output", 'o', OPTION_TEXT, false, "FOLDER", 0, 0,
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
    enum status status = logp_option_parse(option(arguments, "logp")->text, &machine, failure);
    if (!status && option(arguments, "json")->given && option(arguments, "format")->given)
        status = failure_set(failure, STATUS_INPUT, "--format is not for --json");
    if (!status && until->given == operands->given)
        status =
            failure_set(failure, STATUS_INPUT, "sum needs --until or --operands, and not both");
    if (status)
        return status;
    question_init(question, until->given ? SUBJECT_SUM : SUBJECT_SUM_TIME);
    logp_option_set(question, &machine);
    question_set(question, KEY_PROCESSORS, option(arguments, "processors")->number);
    if (until->given)
        question_set(question, KEY_UNTIL, until->number);
    else if (question_read_value(question, KEY_OPERANDS, operands->text, NULL))
        status = failure_set(failure, STATUS_INPUT,
                             "--operands: '%.40s' is no number from 1 on of at most 18 digits",
                             operands->text);
    return status;
}

static enum status print(const struct arguments *arguments, const struct sum_most *answer,
                         struct failure *failure) {
    const struct option_value *format = option(arguments, "format");
    const struct logp_machine *machine = &answer->machine;
    const struct summation *summation = &answer->summation;
    if (option(arguments, "json")->given)
        return json_line(json_pack("{s:[i,i,i], s:I, s:I, s:I, s:i}", "logp", machine->latency,
                                   machine->overhead, machine->gap, "processors",
                                   (json_int_t)answer->processors, "time", (json_int_t)answer->time,
                                   "operands", (json_int_t)summation->operands, "used",
                                   summation->processors),
                         failure);
    printf("time %lld\noperands %lld\nused %d\n", (long long)answer->time,
           (long long)summation->operands, summation->processors);
    if (!format->given)
        return STATUS_OK;
    return format->number == 0 ? sum_print_tree(summation, failure)
                               : sum_print_chart(summation, failure);
}

static enum status answer(const struct arguments *arguments, struct control *control,
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
    if (!status)
        status = print(arguments, outcome.detail, failure);
    outcome_clear(&outcome);
    return status;
}

static int run_sum(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_sum = {
    .name = "sum",
    .summary = "Adding up operands on a LogP machine: the most in a time, the least time",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Operands are dealt out to P processors as one likes, an addition takes a cycle, and one\n"
        "processor has the sum in the end (Karp et al. 1993, section 5; Shou and Chen 1996). "
        "Prints\n"
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
        "by --time or Ctrl-C ends with `s UNKNOWN` and leaves no files. The exit status is 0.",
    .example = "  steadycast sum --logp 5,2,4 -P 8 -t 28 --format schedule\n"
               "  steadycast sum --logp 5,2,4 -P 7 -N 82 -o sum --force; steadycheck "
               "sum/bound.cert\n"
               "  steadycast sum --logp 3,1,2 -P 1000 -N 1000000 --json",
    .run = run_sum};
