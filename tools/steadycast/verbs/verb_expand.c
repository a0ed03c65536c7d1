/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/locked_file.h"
#include "solver/items/construction/kept_messages.h"
#include "solver/items/endgame/few_items.h"
#include "solver/items/items_colours.h"
#include "solver/items/items_colours_read.h"
#include "solver/model/certificates.h"
#include "solver/question/outcome_messages.h"
#include "solver/stream/construction/schedule_read.h"
#include "solver/stream/logp/logp_schedule.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"

enum { MOST_PRINTED = 10000 };

static const struct option_spec specs[] = {
    {"items", 'k', OPTION_NUMBER, true, "K", 1, INT_MAX, "how many items are broadcast"},
    {"release", 0, OPTION_CHOICE, false, "stream|all", 0, 0,
     "of a stream: the source has item i at time i-1 (stream, default), or all at time 0"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    {"force", 0, OPTION_FLAG, false, "", 0, 0,
     "overwrite existing files; print more than 10000 messages on stdout"},
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON_WRITTEN,
    OPTION_SPEC_QUIET,
};

/* What is asked of the schedule in a file. */
struct target {
    int items;
    bool at_once; /* all items are at the source at time 0 */
    bool stream;  /* item i from step i-1 on was asked for, not just taken as the default */
};

static enum status check_size(const struct schedule *schedule, struct failure *failure) {
    BIG(processors);
    schedule_processors(schedule, processors);
    return messages_check_processors(processors, failure);
}

static enum status read_schedule(const struct target *target, struct certificate_input *input,
                                 struct items_schedule *schedule, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule read = {0};
    TRY(schedule_read(&read, input, SCHEDULE_READ_ANY_DEPTH, failure));
    TRY(check_size(&read, failure));
    TRY(schedule_order(&read, failure));
    schedule_sort(&read);
    struct messages messages;
    struct message_run run = message_run_postal(read.latency);
    TRY(messages_of_schedule(&messages, &read, &run, target->items, target->at_once, failure));
    return messages_schedule(&messages, schedule, failure);
}

/* A family and the source of its messages. */
struct owned_family {
    struct every_items every;
    struct items_message_source *source;
};

static void release_family(void *owned) {
    struct owned_family *kept = owned;
    items_message_source_free(kept->source);
    every_items_clear(&kept->every);
    free(kept);
}

/* Without a stream it is one broadcast, of as many items as it has. */
static enum status schedule_of_few(const struct target *target, const char *path,
                                   struct every_items *every, struct items_schedule *schedule,
                                   struct failure *failure) {
    int items = every_items_time(every).first;
    enum status status = target->items == items
                             ? few_items_schedule(&every->colours, schedule, failure)
                             : failure_input(failure, "%s is for %d items", path, items);
    every_items_clear(every);
    return status;
}

static enum status read_family(const struct target *target, struct certificate_input *input,
                               struct items_schedule *schedule, struct failure *failure) {
    if (target->stream)
        return failure_input(failure, "%s is for K items at time 0, without --release stream",
                             input->path);
    FREED struct owned_family *kept = memory_new(1, sizeof *kept);
    struct message_list list;
    struct items_colours colours;
    TRY(memory_check(kept, failure, "a family"));
    TRY(items_colours_read(&colours, input, failure));
    every_items_of_colours(&kept->every, &colours);
    if (items_colours_are_few(&kept->every.colours))
        return schedule_of_few(target, input->path, &kept->every, schedule, failure);
    enum status status =
        every_items_list(&kept->every, target->items, &kept->source, &list, NULL, failure);
    if (status) {
        every_items_clear(&kept->every);
        return status;
    }
    *schedule = (struct items_schedule){list, TAKE(kept), release_family};
    return STATUS_OK;
}

static enum status read_logp(const struct target *target, struct certificate_input *input,
                             struct items_schedule *schedule, struct failure *failure) {
    CLEANUP(logp_schedule_clear) struct logp_schedule stream = {0};
    TRY(logp_schedule_read(&stream, input, failure));
    return stream_messages(&stream, target->items, target->at_once, schedule, failure);
}

static enum status read_ports(const struct target *target, struct certificate_input *input,
                              struct items_schedule *schedule, struct failure *failure) {
    if (target->stream)
        return failure_input(
            failure,
            "%s has several ports: it is expanded for K items at time 0, without --release stream",
            input->path);
    CLEANUP(schedule_clear) struct schedule stream = {0};
    TRY(schedule_read(&stream, input, SCHEDULE_READ_ANY_DEPTH, failure));
    return port_stream_messages(&stream, target->items, NULL, schedule, failure);
}

static enum status expand_file(const char *path, const struct target *target,
                               struct items_schedule *schedule, struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, path, failure));
    if (schedule_read_takes(&input))
        TRY(read_schedule(target, &input, schedule, failure));
    else if (schedule_read_has_ports(&input))
        TRY(read_ports(target, &input, schedule, failure));
    else if (strcmp(input.kind, "items-colours") == 0)
        TRY(read_family(target, &input, schedule, failure));
    else if (strcmp(input.kind, "logp-schedule") == 0)
        TRY(read_logp(target, &input, schedule, failure));
    else
        return failure_input(failure,
                             "%s (kind %s) holds no schedule: kinds schedule, logp-schedule, "
                             "family and items-colours are expanded",
                             input.path, input.kind);
    return STATUS_OK;
}

static enum status write_list(const struct arguments *arguments, const struct message_list *list,
                              const struct limits *limits, struct failure *failure) {
    const char *path = option_text(arguments, "output", "-");
    bool force = option(arguments, "force")->given;
    if (strcmp(path, "-") == 0 && list->count > MOST_PRINTED && !force)
        return failure_input(failure,
                             "%ld messages, a line each, are more than %d: -o FILE writes them to "
                             "a file, --force prints them all the same",
                             list->count, MOST_PRINTED);
    return evidence_write(evidence_of_messages(list), path, force, limits, failure);
}

/* On stdout, unless the list stands there. */
static void print_times(const struct arguments *arguments, const struct message_list *list) {
    bool taken = strcmp(option_text(arguments, "output", "-"), "-") == 0;
    FILE *file = taken ? stderr : stdout;
    if (taken && option(arguments, "quiet")->given)
        return;
    fprintf(file, "delay %d\nfinish %d\n", list->delay, list->finish);
    fprintf(file, "messages %ld\n", list->count);
}

static enum status expand(const struct arguments *arguments, struct failure *failure) {
    struct control control;
    control_init(&control, arguments);
    const struct option_value *release = option(arguments, "release");
    const struct target target = {.items = (int)option(arguments, "items")->number,
                                  .at_once = release->number == 1,
                                  .stream = release->given && release->number == 0};
    const struct limits limits = control_limits(&control, arguments);
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    TRY(json_written_check(arguments, failure));
    TRY(locked_file_probe(option_text(arguments, "output", "-"), option(arguments, "force")->given,
                          failure));
    TRY(expand_file(arguments->operands[0], &target, &schedule, failure));
    enum status status = write_list(arguments, &schedule.list, &limits, failure);
    control_end_line(&control);
    const struct message_list *list = &schedule.list;
    if (!status && option(arguments, "json")->given)
        return json_written(arguments,
                            json_pack("{s:i, s:i, s:I}", "delay", list->delay, "finish",
                                      list->finish, "messages", (json_int_t)list->count),
                            failure);
    if (!status)
        print_times(arguments, list);
    return status;
}

VERB(expand, "Lists all messages of the broadcast of K items, from a schedule", "FILE",
     .counted = {1, 1, "takes one file with a schedule"}, .act = expand);
