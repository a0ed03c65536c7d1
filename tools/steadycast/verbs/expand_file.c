/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/items/construction/kept_messages.h"
#include "solver/items/endgame/few_items.h"
#include "solver/items/items_colours.h"
#include "solver/items/items_colours_read.h"
#include "solver/question/outcome_messages.h"
#include "solver/stream/construction/schedule_read.h"
#include "solver/stream/logp/logp_schedule.h"
#include "tools/steadycast/verbs/expand.h"

static struct message_run run_for(const struct expand_target *target, int latency) {
    return target->logp ? logp_message_run(&target->machine, &target->steps)
                        : message_run_postal(latency);
}

enum status expand_schedule(const struct expand_target *target, const struct schedule *periodic,
                            struct items_schedule *schedule, struct failure *failure) {
    struct messages messages;
    struct message_run run = run_for(target, periodic->latency);
    TRY(messages_of_schedule(&messages, periodic, &run, target->items, target->at_once, failure));
    return messages_schedule(&messages, schedule, failure);
}

static enum status check_size(const struct schedule *schedule, struct failure *failure) {
    CLEANUP(big_clear) mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    return messages_check_processors(processors, failure);
}

static enum status read_schedule(const struct expand_target *target,
                                 struct certificate_input *input, struct items_schedule *schedule,
                                 struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule read = {0};
    TRY(schedule_read(&read, input, SCHEDULE_READ_ANY_DEPTH, failure));
    enum status status = check_size(&read, failure);
    if (!status)
        status = schedule_order(&read, failure);
    schedule_sort(&read);
    return status ? status : expand_schedule(target, &read, schedule, failure);
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

static enum status read_every(struct certificate_input *input, struct every_items *every,
                              struct failure *failure) {
    struct items_colours colours;
    TRY(items_colours_read(&colours, input, failure));
    every_items_of_colours(every, &colours);
    return STATUS_OK;
}

/* Without a stream it is one broadcast, of as many items as it has. */
static enum status schedule_of_few(const struct expand_target *target, const char *path,
                                   struct every_items *every, struct items_schedule *schedule,
                                   struct failure *failure) {
    int items = every_items_time(every).first;
    enum status status =
        target->items == items
            ? few_items_schedule(&every->colours, schedule, failure)
            : failure_set(failure, STATUS_INPUT, "%s is for %d items", path, items);
    every_items_clear(every);
    return status;
}

static enum status read_family(const struct expand_target *target, struct certificate_input *input,
                               struct items_schedule *schedule, struct failure *failure) {
    if (target->logp)
        return failure_set(failure, STATUS_INPUT, "%s is for the postal model, without --logp",
                           input->path);
    if (target->stream)
        return failure_set(failure, STATUS_INPUT,
                           "%s is for K items at time 0, without --release stream", input->path);
    FREED struct owned_family *kept = memory_new(1, sizeof *kept);
    struct message_list list;
    if (!kept)
        return failure_memory(failure, "a family");
    TRY(read_every(input, &kept->every, failure));
    enum status status = STATUS_OK;
    if (items_colours_are_few(&kept->every.colours)) {
        status = schedule_of_few(target, input->path, &kept->every, schedule, failure);
        return status;
    }
    status = every_items_list(&kept->every, target->items, &kept->source, &list, NULL, failure);
    if (status) {
        every_items_clear(&kept->every);
        return status;
    }
    *schedule = (struct items_schedule){list, TAKE(kept), release_family};
    return STATUS_OK;
}

static enum status read_logp(const struct expand_target *target, struct certificate_input *input,
                             struct items_schedule *schedule, struct failure *failure) {
    if (target->logp)
        return failure_set(failure, STATUS_INPUT, "%s has its own machine, without --logp",
                           input->path);
    CLEANUP(logp_schedule_clear) struct logp_schedule stream = {0};
    TRY(logp_schedule_read(&stream, input, failure));
    return stream_messages(&stream, target->items, target->at_once, schedule, failure);
}

static enum status read_ports(const struct expand_target *target, struct certificate_input *input,
                              struct items_schedule *schedule, struct failure *failure) {
    if (target->logp || target->stream)
        return failure_set(
            failure, STATUS_INPUT,
            "%s has several ports: it is expanded without --logp, for K items at time "
            "0, without --release stream",
            input->path);
    CLEANUP(schedule_clear) struct schedule stream = {0};
    TRY(schedule_read(&stream, input, SCHEDULE_READ_ANY_DEPTH, failure));
    return port_stream_messages(&stream, target->items, NULL, schedule, failure);
}

enum status expand_file(const char *path, const struct expand_target *target,
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
        return failure_set(failure, STATUS_INPUT,
                           "%s (kind %s) holds no schedule: kinds schedule, logp-schedule, "
                           "family and items-colours are expanded",
                           input.path, input.kind);
    return STATUS_OK;
}
