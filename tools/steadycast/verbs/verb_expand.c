#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/build/best.h"
#include "solver/build/logp.h"
#include "solver/certificate/locked_file.h"
#include "solver/certificate/periodic_read.h"
#include "solver/certificate/pruned_read.h"
#include "solver/certificate/schedule_read.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/verb.h"
#include "tools/steadycast/verbs/message_text.h"

enum { MOST_PRINTED = 10000 };

static const struct option_spec specs[] = {
    {"items", 'k', OPTION_NUMBER, true, "K", 1, INT_MAX, "how many items are broadcast"},
    {"latency", 'L', OPTION_NUMBER, false, "L", 1, SEQUENCE_MAX_LATENCY,
     "without FILE: latency of a message"},
    {"processors", 'P', OPTION_NUMBER, false, "P", 2, MESSAGES_MOST_PROCESSORS + 1,
     "without FILE: processors, the source included"},
    OPTION_SPEC_LOGP("a LogP machine in place of the postal model: latency, overhead, gap"),
    {"format", 'f', OPTION_CHOICE, false, "certificate|table|csv", 0, 0,
     "certificate (default), table by processors, or csv by time"},
    {"release", 0, OPTION_CHOICE, false, "stream|all", 0, 0,
     "stream (default): the source has item i at time i-1; all: all items at time 0"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    {"force", 0, OPTION_FLAG, false, "", 0, 0,
     "overwrite existing files; print more than 10000 messages on stdout"},
    OPTION_SPEC_TIME,
    OPTION_SPEC_QUIET,
};

/* The machine that the options ask for, and the latency in steps of the schedules that run on it;
 * without --logp the schedule tells. */
struct target {
    bool logp;
    struct logp_machine machine;
    struct logp_steps steps;
    int items;
    bool at_once;
};

static enum status read_target(const struct arguments *arguments, struct target *target,
                               struct failure *failure) {
    const struct option_value *logp = option(arguments, "logp");
    *target = (struct target){.logp = logp->given,
                              .items = (int)option(arguments, "items")->number,
                              .at_once = option(arguments, "release")->number == 1};
    if (!logp->given)
        return STATUS_OK;
    enum status status = logp_option_parse(logp->text, &target->machine, failure);
    return status ? status : logp_reduce(&target->machine, &target->steps, failure);
}

static struct message_run run_for(const struct target *target, int latency) {
    return target->logp ? logp_message_run(&target->machine, &target->steps)
                        : message_run_postal(latency);
}

static enum status from_periodic(const struct target *target, const struct periodic *periodic,
                                 struct messages *messages, struct failure *failure) {
    struct message_run run = run_for(target, periodic->latency);
    return messages_of_periodic(messages, periodic, &run, target->items, target->at_once, failure);
}

static enum status build(const struct arguments *arguments, const struct target *target,
                         const struct limits *limits, struct messages *messages,
                         struct failure *failure) {
    int latency = target->logp ? target->steps.latency : (int)option(arguments, "latency")->number;
    struct periodic periodic;
    mpz_t processors;
    mpz_init_set_si(processors, option(arguments, "processors")->number - 1);
    enum status status = best_schedule(&periodic, latency, processors, limits, failure);
    mpz_clear(processors);
    if (status)
        return status;
    status = from_periodic(target, &periodic, messages, failure);
    periodic_clear(&periodic);
    return status;
}

/* Not the tool's fault: the file came from outside. */
static enum status no_schedule(const char *path, enum status status, const struct failure *fault,
                               struct failure *failure) {
    if (status != STATUS_INTERNAL)
        return failure_set(failure, status, "%s", fault->message);
    return failure_set(failure, STATUS_INPUT, "%s does not hold a schedule: %s (see steadycheck)",
                       path, fault->message);
}

static enum status read_periodic(const struct target *target, struct certificate_input *input,
                                 struct messages *messages, struct failure *failure) {
    struct periodic periodic;
    struct failure fault = {0};
    enum status status = periodic_read(&periodic, input, failure);
    if (status)
        return status;
    status = periodic_check(&periodic, &fault);
    status = status ? no_schedule(input->path, status, &fault, failure)
                    : from_periodic(target, &periodic, messages, failure);
    periodic_clear(&periodic);
    return status;
}

static enum status read_pruned(const struct target *target, struct certificate_input *input,
                               struct messages *messages, struct failure *failure) {
    struct pruned pruned;
    struct periodic periodic;
    mpz_t processors;
    enum status status = pruned_read(&pruned, input, failure);
    if (status)
        return status;
    mpz_init(processors);
    pruned_processors(&pruned, processors);
    status = messages_check_processors(processors, failure);
    mpz_clear(processors);
    if (!status)
        status = pruned_words(&pruned, &periodic, failure);
    pruned_clear(&pruned);
    if (status)
        return status;
    status = from_periodic(target, &periodic, messages, failure);
    periodic_clear(&periodic);
    return status;
}

static enum status check_size(const struct schedule *schedule, struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    enum status status = messages_check_processors(processors, failure);
    mpz_clear(processors);
    return status;
}

static enum status read_block_cyclic(const struct target *target,
                                     const struct certificate_input *input,
                                     struct messages *messages, struct failure *failure) {
    struct schedule schedule;
    struct failure fault = {0};
    enum status status = schedule_read(&schedule, input->path, SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    status = check_size(&schedule, &fault);
    if (!status)
        status = schedule_order(&schedule, &fault);
    schedule_sort(&schedule);
    if (!status)
        status = schedule_check(&schedule, &fault);
    struct message_run run = run_for(target, schedule.latency);
    status = status ? no_schedule(input->path, status, &fault, failure)
                    : messages_of_schedule(messages, &schedule, &run, target->items,
                                           target->at_once, failure);
    schedule_clear(&schedule);
    return status;
}

static enum status read_file(const char *path, const struct target *target,
                             struct messages *messages, struct failure *failure) {
    struct certificate_input input;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    if (periodic_read_takes(input.kind))
        status = read_periodic(target, &input, messages, failure);
    else if (strcmp(input.kind, "block-cyclic") == 0)
        status = read_block_cyclic(target, &input, messages, failure);
    else if (strcmp(input.kind, "pruned") == 0)
        status = read_pruned(target, &input, messages, failure);
    else
        status = failure_set(failure, STATUS_INPUT,
                             "%s (kind %s) is not one schedule: block-cyclic, pruned, stationary "
                             "and periodic ones are expanded",
                             input.path, input.kind);
    certificate_unload(&input);
    return status;
}

static enum status check_options(const struct arguments *arguments, struct failure *failure) {
    bool latency = option(arguments, "latency")->given, logp = option(arguments, "logp")->given;
    bool processors = option(arguments, "processors")->given;
    if (arguments->operand_count > 1)
        return failure_set(failure, STATUS_INPUT, "expand takes one file, not '%s' as well",
                           arguments->operands[1]);
    if (arguments->operand_count == 1 && (latency || processors))
        return failure_set(failure, STATUS_INPUT,
                           "--%s is for a schedule that is built: %s has one",
                           latency ? "latency" : "processors", arguments->operands[0]);
    if (latency && logp)
        return failure_set(failure, STATUS_INPUT,
                           "--latency is for the postal model, --logp has one of its own");
    if (arguments->operand_count == 0 && !((latency || logp) && processors))
        return failure_set(failure, STATUS_INPUT,
                           "expand needs a file with a schedule, or --latency (or --logp) and "
                           "--processors (see: steadycast help expand)");
    const struct option_value *output = option(arguments, "output");
    return locked_file_probe(output->given ? output->text : "-", option(arguments, "force")->given,
                             failure);
}

/* What a text is written from. */
struct text {
    const struct message_list *list;
    const struct limits *limits;
    bool csv;
};

static enum status write_text(FILE *file, const void *context, struct failure *failure) {
    const struct text *text = context;
    return text->csv ? message_text_csv(file, text->list, text->limits, failure)
                     : message_text_table(file, text->list, text->limits, failure);
}

static enum status write_list(const struct arguments *arguments, const struct message_list *list,
                              const struct limits *limits, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    const char *path = output->given ? output->text : "-";
    bool force = option(arguments, "force")->given;
    long format = option(arguments, "format")->number;
    if (strcmp(path, "-") == 0 && list->count > MOST_PRINTED && !force)
        return failure_set(failure, STATUS_INPUT,
                           "%ld messages, a line each, are more than %d: -o FILE writes them to a "
                           "file, --force prints them all the same",
                           list->count, MOST_PRINTED);
    if (format == 0)
        return certificate_write_messages(path, force, list, limits, failure);
    struct text text = {list, limits, format == 2};
    return output_file_write(path, force, write_text, &text, failure);
}

/* On stdout, unless the list stands there. */
static void print_times(const struct arguments *arguments, const struct messages *messages) {
    const struct option_value *output = option(arguments, "output");
    bool taken = !output->given || strcmp(output->text, "-") == 0;
    if (!taken || !option(arguments, "quiet")->given)
        fprintf(taken ? stderr : stdout, "delay %d\nfinish %d\nmessages %ld\n", messages->delay,
                messages->finish, messages->count);
}

static int run_expand(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct target target;
    struct messages messages;
    control_init(&control, arguments);
    struct limits limits = control_limits(&control, arguments);
    enum status status = check_options(arguments, &failure);
    if (!status)
        status = read_target(arguments, &target, &failure);
    if (!status)
        status = arguments->operand_count == 1
                     ? read_file(arguments->operands[0], &target, &messages, &failure)
                     : build(arguments, &target, &limits, &messages, &failure);
    if (status)
        return verb_failed(&failure);
    struct message_list list = messages_list(&messages);
    status = write_list(arguments, &list, &limits, &failure);
    control_end_line(&control);
    if (!status)
        print_times(arguments, &messages);
    messages_clear(&messages);
    return status ? verb_failed(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_expand = {
    .name = "expand",
    .summary = "Lists all messages of the broadcast of K items, from a schedule",
    .operands = "[FILE]",
    VERB_SPECS(specs),
    .details =
        "The schedule of an endless stream, cut to the items 1..K: who sends which item to whom\n"
        "at which time. FILE is a certificate of kind block-cyclic, pruned, stationary or\n"
        "periodic; without one the schedule with the least delay is built, for every L and P.\n"
        "Processor 0 is the source and sends each item once; a message sent at time s is there at\n"
        "s+L.\n"
        "  certificate  kind messages, which steadycheck plays through message by message\n"
        "  table        a line for each reception: by processors, then by time\n"
        "  csv          sent,received,item,from,to: by time, then by sender\n"
        "Prints, on stderr if the list itself goes to stdout,\n"
        "  delay D      longest time from when the source has an item until all have it\n"
        "  finish F     when the last processor has its last item\n"
        "  messages M   how many there are: K for each of the P-1 processors\n"
        "\n"
        "With --release all this is the broadcast of K items that the source has from the\n"
        "beginning (Karp et al. 1993, section 3.4). For every P, and every L but 2, what is\n"
        "built ends at L + B(P-1) + K-1, which is the least possible if the source sends each\n"
        "item once; the delay is then counted from time 0, too. For L = 2 it ends one step later\n"
        "where the capacity Q(B(P-1)) is below P-1.\n"
        "\n"
        "On a LogP machine a step takes G = max(g,2o) cycles and the schedule is one for the "
        "postal\n"
        "model of latency ceil((L+2o)/G); messages may have to wait for their receivers. Times "
        "are\n"
        "cycles; `received` is when the receiver has the item.\n"
        "\n"
        "A list that is stopped leaves no file; the exit status is then 1, else 0.",
    .example = "  steadycast expand -L 3 -P 10 -k 8 --format table\n"
               "  steadycast expand -L 3 -P 1000 -k 50 --release all -o k50.cert\n"
               "  steadycheck k50.cert\n"
               "  steadycast expand --logp 6,2,4 -P 9 -k 5 -f table\n"
               "  steadycast solve -L 4 -t 9 -o L4-t9.cert; "
               "steadycast expand L4-t9.cert -k 5 -f csv",
    .run = run_expand};
