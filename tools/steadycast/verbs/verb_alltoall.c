/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/write.h"
#include "solver/collective/exchange/all_to_all.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_NUMBER, false, "L", 1, SEQUENCE_MAX_LATENCY,
     "latency of a message in the postal model"},
    OPTION_SPEC_LOGP("in place of --latency: a LogP machine"),
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

static enum status read_machine(const struct arguments *arguments, struct logp_machine *machine,
                                struct failure *failure) {
    const struct option_value *latency = option(arguments, "latency");
    const struct option_value *logp = option(arguments, "logp");
    if (latency->given == logp->given)
        return failure_set(failure, STATUS_INPUT,
                           "alltoall needs --latency or --logp, and not both");
    if (logp->given)
        return logp_option_parse(logp->text, machine, failure);
    *machine = (struct logp_machine){(int)latency->number, 0, 1};
    return STATUS_OK;
}

static enum status write_list(const struct arguments *arguments, const struct limits *limits,
                              const struct all_to_all *schedule, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    struct message_list list = option(arguments, "expanded")->given ? all_to_all_expanded(schedule)
                                                                    : all_to_all_list(schedule);
    return evidence_write(evidence_of_messages(&list), output->text,
                          option(arguments, "force")->given, limits, failure);
}

/* On stdout, unless the list stands there. */
static enum status print(const struct arguments *arguments, const struct all_to_all *schedule,
                         struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    const struct logp_machine *machine = &schedule->machine;
    bool taken = output->given && strcmp(output->text, "-") == 0;
    long messages = all_to_all_expanded(schedule).count;
    int64_t paper = logp_machine_transfer(machine) +
                    ((int64_t)schedule->items * (schedule->processors - 1) - 1) * machine->gap;
    if (taken && option(arguments, "quiet")->given)
        return STATUS_OK;
    if (!taken && option(arguments, "json")->given)
        return json_line(json_pack("{s:[i,i,i], s:i, s:i, s:i, s:i, s:I, s:i, s:i, s:I}", "logp",
                                   machine->latency, machine->overhead, machine->gap, "processors",
                                   schedule->processors, "items", schedule->items, "bound",
                                   schedule->bound, "finish", schedule->finish, "paper",
                                   (json_int_t)paper, "apart", schedule->apart, "wait",
                                   schedule->wait, "messages", (json_int_t)messages),
                         failure);
    FILE *file = taken ? stderr : stdout;
    fprintf(file, "bound %d\nfinish %d\npaper %ld\napart %d\nwait %d\nmessages %ld\n",
            schedule->bound, schedule->finish, (long)paper, schedule->apart, schedule->wait,
            messages);
    return STATUS_OK;
}

static enum status answer(const struct arguments *arguments, struct control *control,
                          struct failure *failure) {
    struct logp_machine machine;
    struct all_to_all schedule;
    struct limits limits = control_limits(control, arguments);
    const struct option_value *items = option(arguments, "items");
    const struct option_value *output = option(arguments, "output");
    enum status status = read_machine(arguments, &machine, failure);
    if (!status && !output->given && option(arguments, "expanded")->given)
        status = failure_set(failure, STATUS_INPUT, "--expanded is for --output");
    if (!status && output->given)
        status = locked_file_probe(output->text, option(arguments, "force")->given, failure);
    if (!status)
        status = all_to_all_build(&schedule, &machine, (int)option(arguments, "processors")->number,
                                  items->given ? (int)items->number : 1, failure);
    if (!status && !all_to_all_is_legal(&schedule))
        status = failure_set(failure, STATUS_INTERNAL, "the schedule is not legal");
    if (!status && output->given)
        status = write_list(arguments, &limits, &schedule, failure);
    return status ? status : print(arguments, &schedule, failure);
}

static int run_alltoall(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_alltoall = {
    .name = "alltoall",
    .summary = "Everybody's items to everybody",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Each of P processors has K items, and all of them are to reach everybody (Karp et al.\n"
        "1992, section 5.1). Processor i sends each item to i+1, i+2, .., i+P-1 (mod P). Prints\n"
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
        "with --expanded all of them. The exit status is 0.",
    .example =
        "  steadycast alltoall --logp 6,2,4 -P 8\n"
        "  steadycast alltoall -L 3 -P 2000 -k 16 -o all.cert --force; steadycheck all.cert\n"
        "  steadycast alltoall --logp 1,1,1 -P 4 --expanded -o four.cert --force; steadycheck "
        "four.cert",
    .run = run_alltoall};
