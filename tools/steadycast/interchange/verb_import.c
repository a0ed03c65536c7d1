/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/files.h"
#include "solver/base/locked_file.h"
#include "solver/model/certificates.h"
#include "solver/network/network_names.h"
#include "tools/steadycast/frame/checker.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/question_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/interchange/foreign_list.h"
#include "tools/steadycast/interchange/msccl_file.h"

/* In the order of --format. */
enum format { FORMAT_CSV, FORMAT_JSON, FORMAT_XML };

static const struct option_spec specs[] = {
    {"format", 'f', OPTION_CHOICE, false, "csv|json|xml", 0, 0,
     "what FILE is (default: as its name ends)"},
    {"latency", 'L', OPTION_NUMBER, false, "L", 1, INT_MAX, "csv: the postal model, this latency"},
    OPTION_SPEC_LOGP,
    {"ports", 'p', OPTION_NUMBER, false, "N", 1, INT_MAX,
     "csv, with --latency or --network: sends, and receptions, of a processor at a time"},
    {"buffered", 0, OPTION_FLAG, false, "", 0, 0, "csv, with --latency: receivers have buffers"},
    {"network", 0, OPTION_TEXT, false, "NETWORK", 0, 0,
     "csv, in place of --latency, and xml: along its links, as in: steadycast help allgather"},
    {"duplex", 'd', OPTION_CHOICE, false, "full|half|links", 0, 0,
     "with --network: what a port does at a time; links: there are none (default: full; xml: "
     "links)"},
    {"processors", 'P', OPTION_NUMBER, false, "P", 2, INT_MAX,
     "csv: processors, the source included (default: as many as are named)"},
    {"items", 'k', OPTION_NUMBER, false, "K", 1, INT_MAX,
     "csv: items of each source (default: as many as are named)"},
    {"origin", 0, OPTION_TEXT, false, "R|all", 0, 0,
     "csv: processor R is the source (default: 0), which but in networks becomes processor 0; or "
     "all are; xml: the root (default: who alone has an input, or output)"},
    {"earliest", 0, OPTION_FLAG, false, "", 0, 0,
     "xml: each message in the earliest step, with the rounds that this needs (default: one round "
     "a step)"},
    {"period", 0, OPTION_NUMBER, false, "G", 0, INT_MAX,
     "csv: the source has item i from time (i-1)G on (default: 0)"},
    {"sends", 0, OPTION_CHOICE, false, "single|any", 0, 0,
     "csv: whether the claim is that sources send each item once (default: if they do)"},
    OPTION_SPEC_OUTPUT("the certificate (default: stdout)"),
    OPTION_SPEC_JSON_WRITTEN,
    {"check", 0, OPTION_FLAG, false, "", 0, 0, "run steadycheck on what was written"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_QUIET,
};

static const struct option_rule rules[] = {{"latency", NULL, "logp|network"},
                                           {"logp", NULL, "network"},
                                           {"ports", "latency|network", "buffered"},
                                           {"buffered", "latency", NULL},
                                           {"duplex", "network", NULL},
                                           {"processors", NULL, "network"},
                                           {"period", NULL, "network|origin=all"},
                                           {"sends", NULL, "network"},
                                           {NULL, NULL, NULL}};

static enum status read_format(const struct arguments *arguments, const char *path,
                               enum format *format, struct failure *failure) {
    const struct option_value *given = option(arguments, "format");
    const char *ending = strrchr(path, '.');
    static const char *const endings[] = {".csv", ".json", ".xml"};
    *format = (enum format)given->number;
    if (given->given)
        return STATUS_OK;
    for (int i = 0; i < 3; i++)
        if (ending && strcmp(ending, endings[i]) == 0) {
            *format = (enum format)i;
            return STATUS_OK;
        }
    return failure_input(
        failure, "%s: its name ends in neither .csv nor .json nor .xml; --format says what it is",
        input_file_name(path));
}

static enum status refuse_options(const struct arguments *arguments, const char *const *names,
                                  const char *why, struct failure *failure) {
    for (; *names; names++)
        if (option(arguments, *names)->given)
            return failure_input(failure, "--%s: %s", *names, why);
    return STATUS_OK;
}

/* In JSON all of this stands in the file. */
static enum status check_json(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"latency", "logp",       "ports", "buffered", "network",
                                        "duplex",  "processors", "items", "origin",   "period",
                                        "sends",   "earliest",   NULL};
    return refuse_options(arguments, names,
                          "with json this stands in the file, not on the command line", failure);
}

static enum status read_network(const struct arguments *arguments, enum network_ports without,
                                struct network *network, struct failure *failure) {
    static const enum network_ports words[] = {NETWORK_PORTS_FULL, NETWORK_PORTS_HALF,
                                               NETWORK_LINKS};
    TRY(network_parse_in(option(arguments, "network")->text, NULL, network, failure));
    const struct option_value *duplex = option(arguments, "duplex");
    return network_limit_ports(network, duplex->given ? words[duplex->number] : without,
                               (int)option_number(arguments, "ports", 1), failure);
}

static enum status read_machine(const struct arguments *arguments, struct foreign_list *foreign,
                                struct failure *failure) {
    const struct option_value *latency = option(arguments, "latency");
    const struct option_value *logp = option(arguments, "logp");
    const struct option_value *ports = option(arguments, "ports");
    bool buffered = option(arguments, "buffered")->given;
    bool network = option(arguments, "network")->given;
    struct logp_machine machine;
    if (latency->given + logp->given + network != 1)
        return failure_input(failure, "import needs one of --latency, --logp and --network");
    foreign->on_network = network;
    if (network)
        return read_network(arguments, NETWORK_PORTS_FULL, &foreign->read.network, failure);
    if (latency->given) {
        foreign->machine = ports->given
                               ? message_machine_ports((int)latency->number, (int)ports->number)
                           : buffered ? message_machine_buffered((int)latency->number)
                                      : message_machine_postal((int)latency->number);
        return STATUS_OK;
    }
    TRY(logp_option_parse(logp->text, &machine, failure));
    foreign->machine = (struct message_machine){
        MESSAGE_LOGP, machine.latency, machine.overhead, machine.gap, 1, CAPACITY_FULL};
    return STATUS_OK;
}

static enum status read_origin(const struct arguments *arguments, struct foreign_list *foreign,
                               struct failure *failure) {
    const struct option_value *origin = option(arguments, "origin");
    if (!origin->given)
        return STATUS_OK;
    foreign->all = strcmp(origin->text, "all") == 0;
    size_t digits = strspn(origin->text, "0123456789");
    if (!foreign->all && (digits == 0 || digits > 9 || origin->text[digits]))
        return failure_input(failure,
                             "--origin: '%.40s' is no processor (at most 999999999), and not all",
                             origin->text);
    foreign->origin = foreign->all ? 0 : atoi(origin->text);
    return STATUS_OK;
}

/* What a file of comma-separated values does not hold. */
static enum status read_options(const struct arguments *arguments, struct foreign_list *foreign,
                                struct failure *failure) {
    const struct option_value *sends = option(arguments, "sends");
    static const char *const names[] = {"earliest", NULL};
    TRY(refuse_options(arguments, names, "this is for xml", failure));
    TRY(read_machine(arguments, foreign, failure));
    foreign->processors = (int)option_number(arguments, "processors", 0);
    foreign->items = (int)option(arguments, "items")->number;
    foreign->period = (int)option(arguments, "period")->number;
    if (sends->given)
        foreign->sends = sends->number == 1 ? FOREIGN_SENDS_ANY : FOREIGN_SENDS_SINGLE;
    return read_origin(arguments, foreign, failure);
}

static bool is_even(const struct arguments *arguments) {
    return !option(arguments, "earliest")->given;
}

/* The schedule comes out. */
static enum status read_xml(const struct arguments *arguments, const struct limits *limits,
                            struct foreign_list *foreign, struct failure *failure) {
    static const char *const names[] = {"latency", "logp",   "buffered", "processors",
                                        "items",   "period", "sends",    NULL};
    const struct option_value *duplex = option(arguments, "duplex");
    bool has_ports = option(arguments, "ports")->given;
    TRY(refuse_options(arguments, names, "this is not for xml", failure));
    if (!option(arguments, "network")->given)
        return failure_input(failure, "xml is imported along the links of --network");
    if (has_ports && (!duplex->given || duplex->number == 2))
        return failure_input(failure, "--ports: with xml --duplex says of which sort");
    TRY(read_origin(arguments, foreign, failure));
    if (foreign->all)
        return failure_input(failure, "--origin: with xml the file says who sends");
    foreign->on_network = true;
    TRY(read_network(arguments, NETWORK_LINKS, &foreign->read.network, failure));
    return msccl_import(foreign->path, option(arguments, "origin")->given ? foreign->origin : -1,
                        is_even(arguments), limits, &foreign->read, failure);
}

static enum status read_file(const struct arguments *arguments, const struct limits *limits,
                             struct foreign_list *foreign, struct failure *failure) {
    enum format format;
    TRY(read_format(arguments, foreign->path, &format, failure));
    if (format == FORMAT_XML)
        return read_xml(arguments, limits, foreign, failure);
    TRY(format == FORMAT_JSON ? check_json(arguments, failure)
                              : read_options(arguments, foreign, failure));
    return format == FORMAT_JSON ? foreign_list_json(foreign, failure)
                                 : foreign_list_csv(foreign, failure);
}

/* How far a schedule is above what is possible. */
static void print_worth(FILE *file, const struct network_schedule *schedule,
                        const struct msccl_worth *worth, bool even) {
    int steps = schedule->task.steps;
    fprintf(file, "%d steps, %d rounds; ", steps, schedule->task.rounds);
    if (!worth->lower)
        fprintf(file, "a limit was reached before the least was known\n");
    else if (worth->lower == worth->own)
        fprintf(file, "no schedule of %s has less\n",
                even ? "one round in each step" : "as many steps");
    else
        fprintf(file,
                "no schedule of %s has less than %d: at most %.0f %% above what is possible\n",
                even ? "one round in each step" : "as many steps", worth->lower,
                100.0 * (worth->own - worth->lower) / worth->lower);
    if (worth->lower && worth->best < worth->own)
        fprintf(file, "there is one of %d %s: steadycast ask finds it\n", worth->best,
                even ? "steps" : "rounds");
}

static enum status compare(const struct arguments *arguments, const char *output,
                           const struct network_read *read, const struct limits *limits,
                           struct msccl_worth *worth, struct failure *failure) {
    bool taken = strcmp(output, "-") == 0;
    TRY(msccl_compare(read, is_even(arguments), limits, worth, failure));
    if (!option(arguments, "json")->given && !(taken && option(arguments, "quiet")->given))
        print_worth(taken ? stderr : stdout, &read->schedule, worth, is_even(arguments));
    return STATUS_OK;
}

/* Below the certificate's own stdout nothing is printed there. */
static void print_summary(const struct arguments *arguments, const char *output,
                          const struct message_list *list) {
    bool taken = strcmp(output, "-") == 0;
    FILE *file = taken ? stderr : stdout;
    if (taken && option(arguments, "quiet")->given)
        return;
    fprintf(file, "delay %d\nfinish %d\n", list->delay, list->finish);
    if (list->machine.model == MESSAGE_BUFFERED)
        fprintf(file, "buffer %d\n", list->buffer);
    fprintf(file, "messages %ld\n", list->count);
    if (!taken && !option(arguments, "check")->given && !option(arguments, "quiet")->given)
        fprintf(stderr, "to verify it: steadycheck %s\n", output);
}

/* What was written, and with --check what steadycheck says of it; `verified` is null without. */
static enum status report(const struct arguments *arguments, const char *output,
                          const struct message_list *list, const struct network_read *read,
                          const struct limits *limits, struct failure *failure) {
    struct msccl_worth worth = {0};
    bool checked = option(arguments, "check")->given, json = option(arguments, "json")->given;
    struct checker_verdict said = {.verified = true};
    if (!json)
        print_summary(arguments, output, list);
    TRY(read ? compare(arguments, output, read, limits, &worth, failure) : STATUS_OK);
    if (checked) {
        char checker[4096];
        TRY(checker_find(checker, sizeof checker, failure));
        TRY(checker_run(checker, output, limits, &said, failure));
    }
    enum status status = STATUS_OK;
    if (json)
        status =
            json_written(arguments,
                         json_pack("{s:i, s:i, s:I, s:o, s:o*, s:o*}", "delay", list->delay,
                                   "finish", list->finish, "messages", (json_int_t)list->count,
                                   "verified", checked ? json_boolean(said.verified) : json_null(),
                                   "rounds", read ? json_integer(read->schedule.task.rounds) : NULL,
                                   "least", worth.lower ? json_integer(worth.lower) : NULL),
                         failure);
    else if (checked)
        puts(said.line);
    return status || said.verified ? status
                                   : failure_internal(failure, "%s was not verified", output);
}

static enum status write_list(struct foreign_list *foreign, const char *output, bool force,
                              const struct limits *limits, struct message_list *list,
                              struct failure *failure) {
    TRY(foreign_list_finish(foreign, list, failure));
    return evidence_write(evidence_of_messages(list), output, force, limits, failure);
}

/* What is told of `list` comes out. */
static enum status write_schedule(struct foreign_list *foreign, const char *output, bool force,
                                  const struct limits *limits, struct message_list *list,
                                  struct failure *failure) {
    struct network_schedule *schedule = &foreign->read.schedule;
    if (!foreign->read.has_schedule)
        TRY(foreign_list_network(foreign, limits, failure));
    *list = (struct message_list){.delay = schedule->task.steps,
                                  .finish = schedule->task.steps,
                                  .count = (long)schedule->count};
    return evidence_write(
        evidence_borrowed("network-schedule", certificate_put_network_schedule, schedule), output,
        force, limits, failure);
}

static enum status answer(const struct arguments *arguments, struct control *control,
                          struct foreign_list *foreign, struct failure *failure) {
    const char *output = option_text(arguments, "output", "-");
    bool force = option(arguments, "force")->given, checked = option(arguments, "check")->given;
    struct limits limits = control_limits(control, arguments);
    struct message_list list;
    if (checked && strcmp(output, "-") == 0)
        return failure_input(failure, "--check is for --output FILE");
    TRY(json_written_check(arguments, failure));
    TRY(locked_file_probe(output, force, failure));
    TRY(read_file(arguments, &limits, foreign, failure));
    const struct network_read *program = foreign->read.has_schedule ? &foreign->read : NULL;
    TRY((foreign->on_network ? write_schedule : write_list)(foreign, output, force, &limits, &list,
                                                            failure));
    return report(arguments, output, &list, program, &limits, failure);
}

static int run_import(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct foreign_list foreign;
    control_init(&control, arguments);
    foreign_list_init(&foreign, arguments->operands[0]);
    enum status status = answer(arguments, &control, &foreign, &failure);
    control_end_line(&control);
    foreign_list_clear(&foreign);
    return status ? verb_failed(&failure) : EXIT_DONE;
}

VERB(import, "Makes a certificate of a list of messages of another program", "FILE",
     .counted = {1, 1, "takes one file"}, .rules = rules, .run = run_import);
