#include "tools/steadycast/interchange/schedule_source.h"

#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/certificate/periodic_read.h"
#include "solver/certificate/pruned_read.h"
#include "solver/certificate/schedule_read.h"

bool schedule_source_takes(const char *kind) {
    return strcmp(kind, "block-cyclic") == 0 || strcmp(kind, "pruned") == 0 ||
           periodic_read_takes(kind);
}

/* Not the tool's fault: the file came from outside. */
static enum status no_schedule(const char *path, enum status status, const struct failure *fault,
                               struct failure *failure) {
    if (status != STATUS_INTERNAL)
        return failure_set(failure, status, "%s", fault->message);
    return failure_set(failure, STATUS_INPUT, "%s does not hold a schedule: %s (see steadycheck)",
                       path, fault->message);
}

/* A block of size r has a head of the value r+L-1, which it sends at all positions; r = 1 without a
 * head is the receive-only processor. */
static enum status add_block(struct periodic *periodic, mpz_srcptr count, int head, size_t size,
                             const int *letters, struct failure *failure) {
    int *values = memory_new(size, sizeof *values), *sends = memory_new(size, sizeof *sends);
    enum status status = values && sends ? STATUS_OK : failure_memory(failure, "a word");
    for (size_t p = 0; p < size && !status; p++) {
        values[p] = p ? letters[p - 1] : head;
        sends[p] = letters ? head - (int)p : CLOSED_WORD_SILENT;
    }
    if (!status)
        status = periodic_add(periodic, count, values, sends, size, failure);
    free(values);
    free(sends);
    return status;
}

static enum status words_of_schedule(struct periodic *periodic, const struct schedule *schedule,
                                     struct failure *failure) {
    static const int none = 0;
    enum status status = STATUS_OK;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    periodic_init(periodic, schedule->latency, schedule->depth, 1);
    for (size_t i = schedule->class_count; i-- > 0 && !status;) {
        const struct block_class *class = &schedule->classes[i];
        status = add_block(periodic, class->count, class->size + schedule->latency - 1,
                           (size_t) class->size, class->size > 1 ? class->letters : &none, failure);
    }
    if (!status)
        status = add_block(periodic, one, schedule->receive_only, 1, NULL, failure);
    mpz_clear(one);
    if (status)
        periodic_clear(periodic);
    return status;
}

static enum status read_block_cyclic(struct schedule_source *source, const char *path,
                                     struct failure *failure) {
    struct schedule schedule;
    struct failure fault = {0};
    enum status status = schedule_read(&schedule, path, SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    if (schedule_size(&schedule) > SCHEDULE_MOST_PLACES)
        status = failure_set(failure, STATUS_LIMIT, "words of more than %d places in all",
                             SCHEDULE_MOST_PLACES);
    if (!status) {
        status = schedule_order(&schedule, &fault);
        schedule_sort(&schedule);
        if (!status)
            status = schedule_check(&schedule, &fault);
        if (status)
            no_schedule(path, status, &fault, failure);
        if (status == STATUS_INTERNAL)
            status = STATUS_INPUT;
    }
    if (!status)
        status = words_of_schedule(&source->periodic, &schedule, failure);
    if (!status)
        source->has_tree = tree_init(&source->tree, schedule.latency, schedule.depth,
                                     SCHEDULE_MOST_NODES, NULL) == STATUS_OK;
    schedule_clear(&schedule);
    return status;
}

static enum status read_pruned(struct schedule_source *source, struct certificate_input *input,
                               struct failure *failure) {
    struct pruned pruned;
    enum status status = pruned_read(&pruned, input, failure);
    if (status)
        return status;
    if (pruned_places(&pruned) > SCHEDULE_MOST_PLACES)
        status = failure_set(failure, STATUS_LIMIT, "words of more than %d places in all",
                             SCHEDULE_MOST_PLACES);
    if (!status)
        status = pruned_words(&pruned, &source->periodic, failure);
    if (!status)
        source->has_tree =
            tree_of_pruned(&source->tree, &pruned, SCHEDULE_MOST_NODES, NULL) == STATUS_OK;
    pruned_clear(&pruned);
    return status;
}

enum status schedule_source_read(struct schedule_source *source, struct certificate_input *input,
                                 struct failure *failure) {
    struct failure fault = {0};
    *source = (struct schedule_source){.kind = input->kind};
    if (strcmp(input->kind, "block-cyclic") == 0)
        return read_block_cyclic(source, input->path, failure);
    if (strcmp(input->kind, "pruned") == 0)
        return read_pruned(source, input, failure);
    enum status status = periodic_read(&source->periodic, input, failure);
    if (status)
        return status;
    status = periodic_check(&source->periodic, &fault);
    if (!status)
        return STATUS_OK;
    periodic_clear(&source->periodic);
    return no_schedule(input->path, status, &fault, failure);
}

void schedule_source_clear(struct schedule_source *source) {
    periodic_clear(&source->periodic);
    if (source->has_tree)
        tree_clear(&source->tree);
}
