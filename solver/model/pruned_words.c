#include <stdlib.h>

#include "automata/arrangement.h"
#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/model/pruned.h"

static void write_leaves(const struct pruned *pruned, const struct pruned_class *class,
                         int *leaves) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &pruned->ranges[i];
        for (int value = range->first; value <= range->last; value++)
            for (int copy = 0; copy < range->copies; copy++)
                *leaves++ = value;
    }
}

static enum status add_word(const struct pruned *pruned, const struct pruned_class *class,
                            struct periodic *periodic, struct failure *failure) {
    size_t size = (size_t) class->size;
    int *values = memory_new(size, sizeof *values), *sends = memory_new(size, sizeof *sends);
    enum status status = STATUS_OK;
    if (!values || !sends) {
        status = failure_memory(failure, "a word");
    } else {
        values[0] = class->head;
        write_leaves(pruned, class, values + 1);
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

static enum status add_words(const struct pruned *pruned, struct periodic *periodic,
                             struct failure *failure) {
    int silent = CLOSED_WORD_SILENT;
    enum status status = STATUS_OK;
    mpz_t once;
    mpz_init_set_ui(once, 1);
    for (size_t i = 0; i < pruned->class_count && !status; i++)
        status = add_word(pruned, &pruned->classes[i], periodic, failure);
    if (!status)
        status = periodic_add(periodic, once, &pruned->receive_only, &silent, 1, failure);
    mpz_clear(once);
    return status;
}

enum status pruned_words(const struct pruned *pruned, struct periodic *periodic,
                         struct failure *failure) {
    struct periodic result;
    mpz_t processors;
    if (pruned_places(pruned) > PRUNED_MAX_PLACES)
        return failure_set(failure, STATUS_LIMIT, "the words would have more than %d letters",
                           PRUNED_MAX_PLACES);
    periodic_init(&result, pruned->latency, pruned->depth, 1);
    enum status status = add_words(pruned, &result, failure);
    if (status) {
        periodic_clear(&result);
        return status;
    }
    mpz_init(processors);
    pruned_processors(pruned, processors);
    status = periodic_finish(&result, processors, failure);
    mpz_clear(processors);
    if (!status)
        *periodic = result;
    return status;
}

/* What is received first is sent at every position. */
static bool is_block(const struct word_class *class) {
    for (size_t p = 0; p < class->length; p++)
        if (class->sends[p] != class->values[0] - (int)p)
            return false;
    return true;
}

/* The word from where its processor sends what it receives and then what is left of it; false if
 * there is no such place. `values` and `sends` have room for the word. */
static bool begin_with_head(const struct word_class *class, int *values, int *sends) {
    for (size_t start = 0; start < class->length; start++) {
        for (size_t p = 0; p < class->length; p++) {
            values[p] = class->values[(start + p) % class->length];
            sends[p] = class->sends[(start + p) % class->length];
        }
        struct word_class turned = {.length = class->length, .values = values, .sends = sends};
        if (is_block(&turned))
            return true;
    }
    return false;
}

static enum status add_block(const struct word_class *class, bool *block, struct pruned *pruned,
                             struct failure *failure) {
    int *values = memory_new(class->length, sizeof *values);
    int *sends = memory_new(class->length, sizeof *sends);
    enum status status = STATUS_OK;
    if (!values || !sends)
        status = failure_memory(failure, "a word");
    *block = !status && begin_with_head(class, values, sends);
    if (*block)
        status =
            pruned_add(pruned, values[0], (int)class->length, values + 1, class->count, failure);
    free(values);
    free(sends);
    return status;
}

static bool is_receive_only(const struct word_class *class) {
    return class->length == 1 && class->sends[0] == CLOSED_WORD_SILENT &&
           mpz_cmp_ui(class->count, 1) == 0;
}

enum status pruned_of_words(const struct periodic *periodic, bool *blocks, struct pruned *pruned,
                            struct failure *failure) {
    struct pruned result;
    bool good = periodic->period == 1, silent = false;
    enum status status = STATUS_OK;
    mpz_t processors;
    pruned_init(&result, periodic->latency, periodic->depth);
    for (size_t i = 0; i < periodic->class_count && good && !status; i++) {
        const struct word_class *class = &periodic->classes[i];
        if (!silent && is_receive_only(class)) {
            silent = true;
            result.receive_only = class->values[0];
        } else {
            status = add_block(class, &good, &result, failure);
        }
    }
    if (status || !good || !silent) {
        pruned_clear(&result);
        *blocks = status ? *blocks : false;
        return status;
    }
    mpz_init(processors);
    periodic_processors(periodic, processors);
    status = pruned_finish(&result, processors, failure);
    mpz_clear(processors);
    if (!status) {
        *pruned = result;
        *blocks = true;
    }
    return status;
}
