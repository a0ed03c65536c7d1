#include "tools/steadycast/show/shown.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/periodic_read.h"
#include "solver/certificate/pruned_read.h"
#include "solver/certificate/schedule_read.h"
#include "solver/certificate/stationary_family_read.h"
#include "solver/model/sequence.h"

enum { TREE_NODES = 400, MOST_PLACES = 20000000 };

void shown_clear(struct shown *shown) {
    tree_clear(&shown->tree);
    free(shown->receivers);
    reception_clear(&shown->table);
    schedule_clear(&shown->schedule);
    periodic_clear(&shown->periodic);
}

enum status shown_choose(struct shown *shown, long first, int count, int first_time, int last_time,
                         struct failure *failure) {
    struct view *view = &shown->view;
    shown->receivers = memory_new((size_t)count, sizeof *shown->receivers);
    if (!shown->receivers)
        return failure_memory(failure, "the rows");
    view->table = &shown->table;
    view->receivers = shown->receivers;
    view->first_row = first;
    view->receiver_count = receivers_list(&shown->table, first, count, shown->receivers);
    view->first_time = first_time;
    view->last_time = last_time;
    return STATUS_OK;
}

/* Not the tool's fault: the file came from outside. */
static enum status no_schedule(const char *path, const struct failure *fault,
                               struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s does not hold a schedule: %s (see steadycheck)",
                       path, fault->message);
}

static enum status load_block_cyclic(struct shown *shown, const char *path, int depth,
                                     struct failure *failure) {
    enum status status = schedule_read(&shown->schedule, path,
                                       depth >= 0 ? depth : SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    if (schedule_size(&shown->schedule) > MOST_PLACES)
        return failure_set(failure, STATUS_INPUT, "t = %d is too large to be shown",
                           shown->schedule.depth);
    struct failure fault = {0};
    status = schedule_order(&shown->schedule, &fault);
    schedule_sort(&shown->schedule);
    if (!status)
        status = schedule_check(&shown->schedule, &fault);
    if (status == STATUS_INTERNAL)
        return no_schedule(path, &fault, failure);
    if (status)
        return failure_set(failure, status, "%s", fault.message);
    shown->view.schedule = &shown->schedule;
    return reception_of_schedule(&shown->table, &shown->schedule, failure);
}

static enum status load_periodic(struct shown *shown, struct certificate_input *input, int depth,
                                 struct failure *failure) {
    enum status status = STATUS_OK;
    if (stationary_family_read_takes(input->kind))
        status = stationary_family_read(&shown->periodic, input, depth, failure);
    else if (depth >= 0)
        status = failure_set(failure, STATUS_INPUT, "--depth: %s (kind %s) is about one depth only",
                             input->path, input->kind);
    else
        status = periodic_read(&shown->periodic, input, failure);
    if (status)
        return status;
    struct failure fault = {0};
    status = periodic_check(&shown->periodic, &fault);
    if (status == STATUS_INTERNAL)
        return no_schedule(input->path, &fault, failure);
    if (status)
        return failure_set(failure, status, "%s", fault.message);
    shown->view.periodic = &shown->periodic;
    return reception_of_periodic(&shown->table, &shown->periodic, failure);
}

static enum status load_pruned(struct shown *shown, struct certificate_input *input, int depth,
                               struct failure *failure) {
    struct pruned pruned;
    if (depth >= 0)
        return failure_set(failure, STATUS_INPUT, "--depth: %s (kind %s) is about one depth only",
                           input->path, input->kind);
    enum status status = pruned_read(&pruned, input, failure);
    if (status)
        return status;
    if (pruned_places(&pruned) > MOST_PLACES)
        status =
            failure_set(failure, STATUS_INPUT, "t = %d is too large to be shown", pruned.depth);
    if (!status)
        status = pruned_words(&pruned, &shown->periodic, failure);
    if (!status && tree_of_pruned(&shown->tree, &pruned, TREE_NODES, NULL) == STATUS_OK)
        shown->view.tree = &shown->tree;
    pruned_clear(&pruned);
    if (status)
        return status;
    shown->view.periodic = &shown->periodic;
    return reception_of_periodic(&shown->table, &shown->periodic, failure);
}

/* The depth that an induction is about; -1 for other kinds. `input` stands at its kind. */
static enum status own_depth(struct certificate_input *input, long *depth,
                             struct failure *failure) {
    long latency;
    *depth = -1;
    if (strcmp(input->kind, "induction") != 0)
        return STATUS_OK;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    return status ? status
                  : certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, depth, failure);
}

enum status shown_load(struct shown *shown, struct certificate_input *input, int depth,
                       struct failure *failure) {
    *shown = (struct shown){.claimed = -1};
    if (periodic_read_takes(input->kind) || stationary_family_read_takes(input->kind))
        return load_periodic(shown, input, depth, failure);
    if (strcmp(input->kind, "pruned") == 0)
        return load_pruned(shown, input, depth, failure);
    enum status status = own_depth(input, &shown->claimed, failure);
    if (!status)
        status = load_block_cyclic(shown, input->path, depth, failure);
    if (status)
        return status;
    if (tree_init(&shown->tree, shown->schedule.latency, shown->schedule.depth, TREE_NODES, NULL) ==
        STATUS_OK)
        shown->view.tree = &shown->tree;
    return STATUS_OK;
}
