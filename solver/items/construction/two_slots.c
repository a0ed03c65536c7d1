/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/two_slots.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/construction/two.h"

enum { LATENCY = 2 };

static int compare(const void *left, const void *right) {
    const struct two_slots *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->loop != b->loop)
        return a->loop ? -1 : 1;
    if (a->last != b->last)
        return a->last < b->last ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* A value v at TIME y is one of the last items, or behind them, if v + y > T. */
static enum status find_row(const struct word_class *class, int place, int end,
                            struct two_slots *slots, struct failure *failure) {
    int count = 0;
    size_t length = class->length;
    for (int y = 0; y <= end; y++)
        if (class->values[((size_t)place + (size_t)y) % length] + y > end) {
            slots->first = count ? slots->first : y;
            slots->last = y;
            count++;
        }
    slots->loop = count > 2;
    if (count < 2 || slots->last < end - 1 || (slots->loop && count != end + 1 - slots->first))
        return failure_set(failure, STATUS_INTERNAL, "a word of length %zu has other slots",
                           length);
    return STATUS_OK;
}

static enum status find_slots(const struct schedule *words, int count, struct two_slots **slots,
                              struct failure *failure) {
    struct two_slots *result = memory_new((size_t)count, sizeof *result), *next = result;
    enum status status = STATUS_OK;
    if (!result)
        return failure_memory(failure, "the endgame of a broadcast");
    for (size_t w = 0; w < words->word_count; w++)
        for (size_t p = 0; p < words->words[w].length; p++)
            for (unsigned long i = mpz_get_ui(words->words[w].count); i > 0 && !status; i--) {
                next->row = (int)(next - result) + 1;
                status = find_row(&words->words[w], (int)p, words->depth + 1, next++, failure);
            }
    if (status) {
        free(result);
        return status;
    }
    qsort(result, (size_t)count, sizeof *result, compare);
    *slots = result;
    return STATUS_OK;
}

static enum status make_words(struct items_family *family, mpz_srcptr processors,
                              struct failure *failure) {
    int depth;
    enum status status = messages_check_processors(processors, failure);
    if (!status)
        status = two_balls_depth(processors, &depth, failure);
    if (status)
        return status;
    items_family_init(family, LATENCY, depth);
    return two_balls_schedule(&family->words, processors, failure);
}

enum status two_slots_family(struct items_family *family, int processors, int endgame,
                             struct two_slots **slots, struct failure *failure) {
    struct items_family result;
    mpz_t number;
    mpz_init_set_si(number, processors);
    enum status status = make_words(&result, number, failure);
    mpz_clear(number);
    if (status)
        return status;
    result.processors = processors;
    result.endgame = endgame;
    result.finish = result.words.depth + 1;
    status = find_slots(&result.words, processors, slots, failure);
    if (status)
        items_family_clear(&result);
    else
        *family = result;
    return status;
}
