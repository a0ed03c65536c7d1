/* SPDX-License-Identifier: MIT */
/*
 * Minimisation by Moore's partition refinement. Two states stay in one class while they have
 * had the same class and successors in the same classes; when no class splits any more, the classes
 * are the states of the minimal automaton.
 *
 * The states are taken in breadth-first order from the start, that is, by their shortlex-least
 * access word; a class gets its number from its first state. So the classes are numbered by their
 * shortlex-least access words too, and equal languages give identical automata.
 */
#include "automata/language.h"
#include "automata/memory.h"
#include "automata/require.h"
#include "automata/tuple_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct refinement {
    const struct language *language;
    size_t *order; /* reachable states, breadth first */
    size_t reachable;
    size_t *class; /* of a state */
    size_t *finer; /* the classes of the next round */
    uint64_t *tuple;
    size_t class_count;
};

static size_t successor(const struct language *language, size_t state, size_t letter) {
    return language->successors[state * (size_t)language->letters + letter];
}

/* Fills `order`; uses `finer` as marks. */
static void reach(struct refinement *work, size_t start) {
    const struct language *language = work->language;
    memset(work->finer, 0, language->state_count * sizeof *work->finer);
    work->order[0] = start;
    work->finer[start] = 1;
    work->reachable = 1;
    for (size_t index = 0; index < work->reachable; index++)
        for (size_t letter = 0; letter < (size_t)language->letters; letter++) {
            const size_t next = successor(language, work->order[index], letter);
            if (work->finer[next])
                continue;
            work->finer[next] = 1;
            work->order[work->reachable++] = next;
        }
}

static enum status refine_once(struct refinement *work, struct failure *failure) {
    const struct language *language = work->language;
    const size_t letters = (size_t)language->letters;
    struct tuple_table table;
    size_t *const coarser = work->class;
    enum status status = tuple_table_init(&table, letters + 1, failure);
    if (status != STATUS_OK)
        return status;
    for (size_t index = 0; index < work->reachable && status == STATUS_OK; index++) {
        const size_t state = work->order[index];
        work->tuple[letters] = coarser[state];
        for (size_t letter = 0; letter < letters; letter++)
            work->tuple[letter] = coarser[successor(language, state, letter)];
        status = tuple_table_number(&table, work->tuple, &work->finer[state], failure);
    }
    assert(table.count <= work->reachable);
    work->class_count = table.count;
    tuple_table_clear(&table);
    work->class = work->finer;
    work->finer = coarser;
    return status;
}

static enum status refine(struct refinement *work, struct failure *failure) {
    enum status status = STATUS_OK;
    size_t before = 0;
    for (size_t state = 0; state < work->language->state_count; state++)
        work->class[state] = work->language->accepts[state];
    do {
        before = work->class_count;
        status = refine_once(work, failure);
    } while (status == STATUS_OK && work->class_count != before);
    return status;
}

/* The automaton of the classes. */
static enum status merge(const struct refinement *work, struct language *result,
                         struct failure *failure) {
    const struct language *language = work->language;
    const size_t letters = (size_t)language->letters;
    struct language merged = {.letters = language->letters, .state_count = work->class_count};
    merged.successors = memory_new(merged.state_count, letters * sizeof *merged.successors);
    merged.accepts = memory_new(merged.state_count, sizeof *merged.accepts);
    if (merged.successors == NULL || merged.accepts == NULL) {
        language_clear(&merged);
        return failure_memory(failure, "a minimal automaton");
    }
    for (size_t index = 0; index < work->reachable; index++) {
        const size_t state = work->order[index];
        const size_t class = work->class[state];
        merged.accepts[class] = language->accepts[state];
        for (size_t letter = 0; letter < letters; letter++)
            merged.successors[class * letters + letter] =
                (uint32_t)work->class[successor(language, state, letter)];
    }
    *result = merged;
    return STATUS_OK;
}

enum status language_minimise(const struct language *language, size_t start,
                              struct language *result, struct failure *failure) {
    require(start < language->state_count);
    struct refinement work = {.language = language};
    const size_t count = language->state_count;
    enum status status = STATUS_OK;
    work.order = memory_new(count, sizeof *work.order);
    work.class = memory_new(count, sizeof *work.class);
    work.finer = memory_new(count, sizeof *work.finer);
    work.tuple = memory_new((size_t)language->letters + 1, sizeof *work.tuple);
    if (work.order == NULL || work.class == NULL || work.finer == NULL || work.tuple == NULL) {
        status = failure_memory(failure, "minimising an automaton");
    } else {
        reach(&work, start);
        status = refine(&work, failure);
    }
    if (status == STATUS_OK)
        status = merge(&work, result, failure);
    free(work.order);
    free(work.class);
    free(work.finer);
    free(work.tuple);
    return status;
}
