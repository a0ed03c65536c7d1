#include "solver/build/pruned.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "automata/arrangement.h"
#include "automata/closed_word.h"
#include "automata/memory.h"

void pruned_init(struct pruned *pruned) {
    *pruned = (struct pruned){.receive_only = 0};
}

void pruned_clear(struct pruned *pruned) {
    for (size_t i = 0; i < pruned->class_count; i++) {
        free(pruned->classes[i].leaves);
        mpz_clear(pruned->classes[i].count);
    }
    free(pruned->classes);
    *pruned = (struct pruned){0};
}

static bool make_room(struct pruned *pruned) {
    if (pruned->class_count < pruned->class_room)
        return true;
    size_t room = 2 * pruned->class_room + 64;
    struct pruned_class *classes = memory_resize(pruned->classes, room, sizeof *classes);
    if (!classes)
        return false;
    pruned->classes = classes;
    pruned->class_room = room;
    return true;
}

enum status pruned_add(struct pruned *pruned, int head, int size, const int *leaves, int raised,
                       mpz_srcptr count, struct failure *failure) {
    struct pruned_class class = {.head = head + raised, .size = size};
    class.leaves = memory_new((size_t)size, sizeof *class.leaves);
    if (!class.leaves || !make_room(pruned)) {
        free(class.leaves);
        return failure_memory(failure, "a schedule");
    }
    for (int i = 0; i < size - 1; i++)
        class.leaves[i] = leaves[i] + raised;
    mpz_init_set(class.count, count);
    pruned->classes[pruned->class_count++] = class;
    pruned->places += (size_t)size - 1;
    return STATUS_OK;
}

enum status pruned_add_schedule(struct pruned *pruned, const struct schedule *schedule, int raised,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < schedule->class_count && !status; i++) {
        const struct block_class *class = &schedule->classes[i];
        status = pruned_add(pruned, class->size + schedule->latency - 1, class->size,
                            class->letters, raised, class->count, failure);
    }
    return status;
}

static enum status add_word(const struct pruned_class *class, struct periodic *periodic,
                            struct failure *failure) {
    size_t size = (size_t) class->size;
    int *values = memory_new(size, sizeof *values), *sends = memory_new(size, sizeof *sends);
    enum status status = STATUS_OK;
    if (!values || !sends) {
        status = failure_memory(failure, "a word");
    } else {
        values[0] = class->head;
        memcpy(values + 1, class->leaves, (size - 1) * sizeof *values);
        for (size_t p = 0; p < size; p++)
            sends[p] = class->head - (int)p;
        status = arrangement_order(class->head, values + 1, size - 1, failure);
        if (status == STATUS_INPUT)
            status = STATUS_INTERNAL;
    }
    if (!status)
        status = periodic_add(periodic, class->count, values, sends, size, failure);
    free(values);
    free(sends);
    return status;
}

enum status pruned_words(const struct pruned *pruned, int latency, int depth,
                         struct periodic *periodic, struct failure *failure) {
    struct periodic result;
    int silent = CLOSED_WORD_SILENT;
    enum status status = STATUS_OK;
    mpz_t once;
    periodic_init(&result, latency, depth, 1);
    mpz_init_set_ui(once, 1);
    for (size_t i = 0; i < pruned->class_count && !status; i++)
        status = add_word(&pruned->classes[i], &result, failure);
    if (!status)
        status = periodic_add(&result, once, &pruned->receive_only, &silent, 1, failure);
    mpz_clear(once);
    if (status)
        periodic_clear(&result);
    else
        *periodic = result;
    return status;
}
