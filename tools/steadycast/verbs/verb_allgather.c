/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/write.h"
#include "solver/collective/exchange/allgather.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_MACHINE,
    {"processors", 'P', OPTION_NUMBER, true, "P", 2, INT_MAX, "processors"},
    {"items", 'k', OPTION_NUMBER, false, "K", 1, INT_MAX, "items of each (default: 1)"},
    {"expanded", 0, OPTION_FLAG, false, "", 0, 0,
     "write all messages, not those of processor 0 that stand for all"},
    OPTION_SPEC_OUTPUT("write the list of messages as a certificate"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static enum status write_list(const struct arguments *arguments, const struct limits *limits,
                              const struct allgather *schedule, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    struct message_list list = option(arguments, "expanded")->given ? allgather_expanded(schedule)
                                                                    : allgather_list(schedule);
    return evidence_write(evidence_of_messages(&list), output->text,
                          option(arguments, "force")->given, limits, failure);
}

static enum status print_json(const struct question *question, const struct allgather *schedule,
                              long messages, int64_t paper, double seconds,
                              struct failure *failure) {
    char room[JSON_RANGE_ROOM];
    struct json_answer answer =
        json_answer_range(question, schedule->bound, schedule->finish, seconds, room);
    answer.by = "rotation";
    return json_answer_print(&answer,
                             json_pack("{s:I, s:i, s:i, s:I}", "paper", (json_int_t)paper, "apart",
                                       schedule->apart, "wait", schedule->wait, "messages",
                                       (json_int_t)messages),
                             failure);
}

/* On stdout, unless the list stands there. */
static enum status print(const struct arguments *arguments, const struct question *question,
                         const struct allgather *schedule, double seconds,
                         struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    const struct logp_machine *machine = &schedule->machine;
    bool taken = output->given && strcmp(output->text, "-") == 0;
    long messages = allgather_expanded(schedule).count;
    int64_t paper = logp_machine_transfer(machine) +
                    ((int64_t)schedule->items * (schedule->processors - 1) - 1) * machine->gap;
    if (taken && option(arguments, "quiet")->given)
        return STATUS_OK;
    if (!taken && option(arguments, "json")->given)
        return print_json(question, schedule, messages, paper, seconds, failure);
    FILE *file = taken ? stderr : stdout;
    fprintf(file, "bound %d\nfinish %d\npaper %ld\napart %d\nwait %d\nmessages %ld\n",
            schedule->bound, schedule->finish, (long)paper, schedule->apart, schedule->wait,
            messages);
    return STATUS_OK;
}

static struct question question_of(const struct arguments *arguments,
                                   const struct logp_machine *machine) {
    const struct option_value *items = option(arguments, "items");
    struct question question;
    question_init(&question, SUBJECT_ALLGATHER);
    logp_option_set(&question, machine);
    question_set(&question, KEY_PROCESSORS, option(arguments, "processors")->number);
    question_set(&question, KEY_ITEMS, items->given ? items->number : 1);
    return question;
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    struct logp_machine machine;
    struct question question;
    struct allgather schedule;
    struct limits limits = control_limits(control, arguments);
    const struct option_value *output = option(arguments, "output");
    enum status status = logp_option_machine(arguments, &machine, failure);
    if (!status && !output->given && option(arguments, "expanded")->given)
        status = failure_set(failure, STATUS_INPUT, "--expanded is for --output");
    if (!status && output->given)
        status = locked_file_probe(output->text, option(arguments, "force")->given, failure);
    if (status)
        return status;
    question = question_of(arguments, &machine);
    status = allgather_build(&schedule, &machine, (int)question_number(&question, KEY_PROCESSORS),
                             (int)question_number(&question, KEY_ITEMS), failure);
    if (!status && !allgather_is_legal(&schedule))
        status = failure_set(failure, STATUS_INTERNAL, "the schedule is not legal");
    if (!status && output->given)
        status = write_list(arguments, &limits, &schedule, failure);
    *settled = !status && schedule.bound == schedule.finish;
    return status ? status
                  : print(arguments, &question, &schedule, control_elapsed(control), failure);
}

static int run_allgather(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_allgather = {
    .name = "allgather",
    .summary = "The least time for everybody's items to be with everybody (MPI_Allgather)",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Each of P processors has K items, and all of them are to reach everybody: MPI_Allgather,\n"
        "which Karp et al. 1992, section 5.1, call all-to-all broadcast. Processor i sends each\n"
        "item to i+1, i+2, .., i+P-1 (mod P). Prints\n"
        "  bound B      no schedule ends before\n"
        "  finish F     when everybody has everything, by this schedule\n"
        "  paper N      L + 2o + (K(P-1)-1)g, which is what the paper says\n"
        "  apart A      cycles from one message of a processor to its next\n"
        "  wait W       cycles of each message before it is received\n"
        "  messages M   how many there are\n"
        "In the postal model, and wherever o = 0, all three times are the same. A processor that\n"
        "sends for o cycles can't receive in these; so the paper's time is reached only if no\n"
        "message of the K(P-1) is sent while another is received: if max(g,o) = g and no multiple\n"
        "dg, d < K(P-1), is between L and L+2o. Otherwise no schedule whatever reaches it, and\n"
        "messages are farther apart, or wait.\n"
        "\n"
        "With -o the messages of processor 0 are written, each of which stands for P by rotation;\n"
        "with --expanded all of them. The exit status is 10 if finish is the bound, else 0.",
    .example =
        "  steadycast allgather --logp 6,2,4 -P 8\n"
        "  steadycast allgather -L 3 -P 2000 -k 16 -o all.cert --force; steadycheck all.cert\n"
        "  steadycast allgather --logp 1,1,1 -P 4 --expanded -o four.cert --force; steadycheck "
        "four.cert",
    .run = run_allgather};
