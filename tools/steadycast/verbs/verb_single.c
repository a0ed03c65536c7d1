/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/question/engines.h"
#include "solver/question/single_time.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/message_text.h"
#include "tools/steadycast/verbs/single_text.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_MACHINE,
    {"processors", 'P', OPTION_TEXT, true, "P", 0, 0, "processors, the source included"},
    {"format", 'f', OPTION_CHOICE, false, "tree|activity|messages|dot", 0, 0,
     "print the schedule as well: who sends to whom, what each does in each cycle, or a table; or "
     "only a picture"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "write the certificates: bound.cert, schedule.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static enum status parse(const struct arguments *arguments, struct question *question,
                         struct failure *failure) {
    struct logp_machine machine;
    enum status status = question_read_value(question, KEY_PROCESSORS,
                                             option(arguments, "processors")->text, failure);
    if (status)
        return failure_set(
            failure, STATUS_INPUT,
            "--processors: '%.40s' is not a whole number from 1 on (the source is counted)",
            option(arguments, "processors")->text);
    if (option(arguments, "json")->given && option(arguments, "format")->given)
        return failure_set(failure, STATUS_INPUT, "--json prints no schedule: leave out --format");
    if (option(arguments, "output")->given && question_number(question, KEY_PROCESSORS) == 1)
        return failure_set(failure, STATUS_INPUT,
                           "--output: P = 1 is the source alone, there is nothing to certify");
    status = logp_option_machine(arguments, &machine, failure);
    if (!status)
        logp_option_set(question, &machine);
    return status;
}

/* Larger trees are not built. */
static enum status check_tree(const struct arguments *arguments, const struct single_time *single,
                              struct failure *failure) {
    if (single->has_tree)
        return STATUS_OK;
    if (option(arguments, "format")->given)
        return failure_set(failure, STATUS_INPUT,
                           "--format: a schedule is for at most %d processors",
                           MESSAGES_MOST_PROCESSORS + 1);
    if (!option(arguments, "quiet")->given)
        fprintf(stderr,
                "schedules are for at most %d processors; this is their bound, which the "
                "tree of the smallest labels meets\n",
                MESSAGES_MOST_PROCESSORS + 1);
    return STATUS_OK;
}

static enum status print_schedule(const struct arguments *arguments,
                                  const struct single_time *single, const struct limits *limits,
                                  struct failure *failure) {
    enum { TREE, ACTIVITY, MESSAGES, DOT };
    const struct option_value *format = option(arguments, "format");
    if (!format->given)
        return STATUS_OK;
    if (format->number == TREE)
        return single_text_tree(stdout, &single->tree, failure);
    if (format->number == ACTIVITY)
        return single_text_activity(stdout, &single->tree, failure);
    if (format->number == DOT)
        return single_text_dot(stdout, &single->tree, failure);
    if (single->tree.processors == 1)
        return STATUS_OK;
    struct message_list list = single_tree_list(&single->tree);
    return message_text_table(stdout, &list, limits, failure);
}

static enum status print_json(const struct question *question, const struct outcome *outcome,
                              double seconds, struct failure *failure) {
    const struct single_time *single = outcome->detail;
    const struct json_answer answer = json_answer_of(question, outcome, seconds);
    return json_answer_print(
        &answer,
        json_pack("{s:I, s:o}", "time", (json_int_t)single->time, "sum", json_big(single->sum)),
        failure);
}

static enum status print(const struct arguments *arguments, const struct single_time *single,
                         const struct limits *limits, struct failure *failure) {
    const struct option_value *format = option(arguments, "format");
    if (!format->given || strcmp(format->text, "dot") != 0)
        gmp_printf("time %" PRId64 "\nsum %Zd\n", single->time, single->sum);
    return print_schedule(arguments, single, limits, failure);
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    struct limits limits = control_limits(control, arguments);
    struct answer_folder folder = answer_folder_of_sides(arguments);
    struct question question;
    struct outcome outcome;
    question_init(&question, SUBJECT_SINGLE);
    enum status status = parse(arguments, &question, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = engine_ask(engine_find(&question, "tree"), &question, &(struct engine_options){0},
                            &limits, &outcome, failure);
    if (status) {
        question_clear(&question);
        return status;
    }
    status = check_tree(arguments, outcome.detail, failure);
    if (!status)
        status = answer_folder_write_sides(&folder, &outcome, &limits, failure);
    if (!status && option(arguments, "json")->given)
        status = print_json(&question, &outcome, control_elapsed(control), failure);
    else if (!status)
        status = print(arguments, outcome.detail, &limits, failure);
    *settled = outcome.verdict == OUTCOME_SETTLED;
    question_clear(&question);
    outcome_clear(&outcome);
    return status;
}

static int run_single(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_single = {
    .name = "single",
    .summary = "The least time for one item to reach all processors (MPI_Bcast)",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "One processor has an item at time 0. Sending keeps a processor busy for o cycles, the\n"
        "message is under way for L, receiving takes o again; two sendings of one processor begin\n"
        "at least g apart. Prints\n"
        "  time T       the least time when all P processors have the item\n"
        "  sum S        the least sum, over all processors, of the times when they have it\n"
        "One schedule has both: everybody who has the item sends it on without rest, to those who\n"
        "have it earliest then. P may be of any size; schedules are for at most 1000001.\n"
        "\n"
        "With -o, schedule.cert is the list of messages, which ends at T, and bound.cert proves\n"
        "that fewer than P processors can know the item at time T-1, however they send it.\n"
        "\n"
        "Formats, printed below:\n"
        "  tree      a line for each processor with the time when it has the item, below the one\n"
        "            from which it has it\n"
        "  activity  a line for each processor, a column for each cycle: s sends, r receives, .\n"
        "            does not have the item yet, - has it; o = 0: sends or receives there, x both\n"
        "  messages  a table of all receptions\n"
        "  dot       the tree for Graphviz, and nothing else\n"
        "\n"
        "The exit status is 10: the number is settled; 0 beyond 1000001 processors, where the "
        "bound\n"
        "alone has a certificate.",
    .example = "  steadycast single --logp 6,2,4 -P 8 --format tree\n"
               "  steadycast single --logp 6,2,4 -P 8 --format activity\n"
               "  steadycast single --logp 1,2,1 -P 1000 -o single --force; "
               "steadycheck single/bound.cert\n"
               "  steadycast single --logp 3,0,1 -P 123456789012345678901234567890",
    .run = run_single};
