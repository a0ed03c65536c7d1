/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/write_combining.h"
#include "solver/question/allreduce_time.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_NUMBER, true, "L", 1, ALLREDUCE_MOST_LATENCY, "latency of a message"},
    {"processors", 'P', OPTION_NUMBER, false, "P", 1, ALLREDUCE_MOST_PROCESSORS, "processors"},
    {"until", 'T', OPTION_NUMBER, false, "T", 0, SEQUENCE_MAX_INDEX,
     "in place of --processors: as many as there can be at time T, P(T)"},
    {"list", 0, OPTION_FLAG, false, "", 0, 0, "print what each processor sends"},
    {"expanded", 0, OPTION_FLAG, false, "", 0, 0,
     "write all messages, not those of processor 0 that stand for all"},
    OPTION_SPEC_OUTPUT("write the messages as a certificate"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static enum status build(const struct arguments *arguments, struct allreduce *schedule,
                         struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    const struct option_value *processors = option(arguments, "processors");
    const struct option_value *until = option(arguments, "until");
    if (processors->given == until->given)
        return failure_set(failure, STATUS_INPUT,
                           "allreduce needs -P, --processors or -T, --until, and not both");
    return until->given ? allreduce_build_depth(schedule, latency, (int)until->number, failure)
                        : allreduce_build(schedule, latency, (int)processors->number, failure);
}

static void print_list(FILE *file, const struct allreduce *schedule) {
    for (int i = 0; i < schedule->count; i++) {
        const struct allreduce_message *message = &schedule->messages[i];
        fprintf(file, "time %d: i sends to i+%d%s\n", message->time, message->to,
                message->own ? "" : ", without its own operand");
    }
}

static enum status print_json(const struct allreduce *schedule, double seconds,
                              struct failure *failure) {
    char room[JSON_RANGE_ROOM];
    struct question question;
    question_init(&question, SUBJECT_ALLREDUCE);
    question_set(&question, KEY_LATENCY, schedule->latency);
    question_set(&question, KEY_PROCESSORS, schedule->processors);
    struct json_answer answer =
        json_answer_range(&question, schedule->finish, schedule->finish, seconds, room);
    answer.by = "window";
    return json_answer_print(
        &answer,
        json_pack("{s:i, s:b}", "messages", schedule->count, "own_operands", schedule->plain),
        failure);
}

/* On stdout, unless the certificate stands there. */
static enum status print(const struct arguments *arguments, const struct allreduce *schedule,
                         double seconds, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    bool taken = output->given && strcmp(output->text, "-") == 0;
    FILE *file = taken ? stderr : stdout;
    if (taken && option(arguments, "quiet")->given)
        return STATUS_OK;
    if (!taken && option(arguments, "json")->given)
        return print_json(schedule, seconds, failure);
    if (option(arguments, "list")->given)
        print_list(file, schedule);
    fprintf(file, "processors %d\nfinish %d\nmessages %d\n", schedule->processors, schedule->finish,
            schedule->count);
    return STATUS_OK;
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    struct limits limits = control_limits(control, arguments);
    const struct option_value *output = option(arguments, "output");
    bool force = option(arguments, "force")->given, expanded = option(arguments, "expanded")->given;
    struct allreduce schedule;
    struct allreduce_time found;
    enum status status = STATUS_OK;
    if (!output->given && expanded)
        return failure_set(failure, STATUS_INPUT, "--expanded is for --output");
    if (output->given)
        status = locked_file_probe(output->text, force, failure);
    if (!status)
        status = build(arguments, &schedule, failure);
    if (!status)
        status = allreduce_time_play(&schedule, &limits, &found, failure);
    if (status)
        return status;
    if (!found.played && !option(arguments, "quiet")->given)
        fprintf(stderr, "not played: too many processors or messages\n");
    if (output->given)
        status = certificate_write_combining(output->text, force, &found.schedule, expanded,
                                             &limits, failure);
    if (!status)
        status = print(arguments, &found.schedule, control_elapsed(control), failure);
    allreduce_time_clear(&found);
    *settled = true;
    return status;
}

static int run_allreduce(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_allreduce = {
    .name = "allreduce",
    .summary = "The least time to combine everybody's operands for everybody (MPI_Allreduce)",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Each of P processors has an operand; all are to have the sum, or what another\n"
        "commutative and associative operation makes of all operands: MPI_Allreduce, which Karp\n"
        "et al. 1992, section 5.2, call combining. In the postal model, where combining takes no\n"
        "time. Prints\n"
        "  processors P\n"
        "  finish F     when all have the result: B(P), which is the least, for every P\n"
        "  messages M   of each processor\n"
        "For P = P(T) this is the algorithm of the paper: at time j = 0..T-L processor i sends\n"
        "what it has to i + f_(j+L-1). For other P some messages go without the operand of their\n"
        "sender, in certificates `others`. Up to some 10^7 processors the messages are played\n"
        "before anything is printed: everybody combines every operand once. steadycheck takes\n"
        "20000 processors. With -o the list of messages goes on to `convert` and\n"
        "steadycast-perform. What is stopped by --time or Ctrl-C ends with `s UNKNOWN` and leaves\n"
        "no file. The exit status is 10: the number is settled.",
    .example = "  steadycast allreduce -L 3 -T 9 -o nine.cert --force; steadycheck nine.cert\n"
               "  steadycast allreduce -L 3 -P 12 --list -o twelve.cert --force; steadycheck "
               "twelve.cert\n"
               "  steadycast allreduce -L 1 -P 1000000 --json",
    .run = run_allreduce};
