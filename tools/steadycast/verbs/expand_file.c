#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/items_family_read.h"
#include "solver/certificate/periodic_read.h"
#include "solver/certificate/pruned_read.h"
#include "solver/certificate/schedule_read.h"
#include "solver/items/construction/messages_schedule.h"
#include "tools/steadycast/verbs/expand.h"

static struct message_run run_for(const struct expand_target *target, int latency) {
    return target->logp ? logp_message_run(&target->machine, &target->steps)
                        : message_run_postal(latency);
}

enum status expand_periodic(const struct expand_target *target, const struct periodic *periodic,
                            struct items_schedule *schedule, struct failure *failure) {
    struct messages messages;
    struct message_run run = run_for(target, periodic->latency);
    enum status status =
        messages_of_periodic(&messages, periodic, &run, target->items, target->at_once, failure);
    return status ? status : messages_schedule(&messages, schedule, failure);
}

/* Not the tool's fault: the file came from outside. */
static enum status no_schedule(const char *path, enum status status, const struct failure *fault,
                               struct failure *failure) {
    if (status != STATUS_INTERNAL)
        return failure_set(failure, status, "%s", fault->message);
    return failure_set(failure, STATUS_INPUT, "%s does not hold a schedule: %s (see steadycheck)",
                       path, fault->message);
}

static enum status read_periodic(const struct expand_target *target,
                                 struct certificate_input *input, struct items_schedule *schedule,
                                 struct failure *failure) {
    struct periodic periodic;
    struct failure fault = {0};
    enum status status = periodic_read(&periodic, input, failure);
    if (status)
        return status;
    status = periodic_check(&periodic, &fault);
    status = status ? no_schedule(input->path, status, &fault, failure)
                    : expand_periodic(target, &periodic, schedule, failure);
    periodic_clear(&periodic);
    return status;
}

static enum status read_pruned(const struct expand_target *target, struct certificate_input *input,
                               struct items_schedule *schedule, struct failure *failure) {
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
    status = expand_periodic(target, &periodic, schedule, failure);
    periodic_clear(&periodic);
    return status;
}

/* A family and what it is told from. */
struct family_telling {
    struct items_family family;
    struct items_telling *told;
};

static void release_family(void *owned) {
    struct family_telling *telling = owned;
    items_telling_free(telling->told);
    items_family_clear(&telling->family);
    free(telling);
}

static enum status read_family(const struct expand_target *target, struct certificate_input *input,
                               struct items_schedule *schedule, struct failure *failure) {
    if (target->logp)
        return failure_set(failure, STATUS_INPUT, "%s is for the postal model, without --logp",
                           input->path);
    if (target->stream)
        return failure_set(failure, STATUS_INPUT,
                           "%s is for K items at time 0, without --release stream", input->path);
    struct family_telling *telling = memory_new(1, sizeof *telling);
    struct message_list list;
    if (!telling)
        return failure_memory(failure, "a family");
    enum status status = items_family_read(&telling->family, input, failure);
    if (status) {
        free(telling);
        return status;
    }
    status = items_family_list(&telling->family, target->items, &telling->told, &list, failure);
    if (status) {
        items_family_clear(&telling->family);
        free(telling);
        return status;
    }
    *schedule = (struct items_schedule){list, telling, release_family};
    return STATUS_OK;
}

static enum status check_size(const struct schedule *schedule, struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    enum status status = messages_check_processors(processors, failure);
    mpz_clear(processors);
    return status;
}

static enum status read_block_cyclic(const struct expand_target *target,
                                     const struct certificate_input *input,
                                     struct items_schedule *schedule, struct failure *failure) {
    struct schedule blocks;
    struct failure fault = {0};
    enum status status = schedule_read(&blocks, input->path, SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    status = check_size(&blocks, &fault);
    if (!status)
        status = schedule_order(&blocks, &fault);
    schedule_sort(&blocks);
    if (!status)
        status = schedule_check(&blocks, &fault);
    struct message_run run = run_for(target, blocks.latency);
    struct messages messages;
    status = status ? no_schedule(input->path, status, &fault, failure)
                    : messages_of_schedule(&messages, &blocks, &run, target->items, target->at_once,
                                           failure);
    schedule_clear(&blocks);
    return status ? status : messages_schedule(&messages, schedule, failure);
}

enum status expand_file(const char *path, const struct expand_target *target,
                        struct items_schedule *schedule, struct failure *failure) {
    struct certificate_input input;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    if (periodic_read_takes(input.kind))
        status = read_periodic(target, &input, schedule, failure);
    else if (strcmp(input.kind, "block-cyclic") == 0)
        status = read_block_cyclic(target, &input, schedule, failure);
    else if (strcmp(input.kind, "pruned") == 0)
        status = read_pruned(target, &input, schedule, failure);
    else if (strcmp(input.kind, "items-family") == 0)
        status = read_family(target, &input, schedule, failure);
    else
        status = failure_set(failure, STATUS_INPUT,
                             "%s (kind %s) is not one schedule: block-cyclic, pruned, stationary "
                             "and periodic ones are expanded, and items-family",
                             input.path, input.kind);
    certificate_unload(&input);
    return status;
}
