/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/items_colours.h"

static enum status copy_words(const struct schedule *from, struct schedule *to,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t w = 0; w < from->word_count && !status; w++) {
        const struct word_class *class = &from->words[w];
        status = schedule_add_word(to, class->count, class->values, class->sends, class->length,
                                   failure);
    }
    return status;
}

static enum status start(const struct items_colours *colours, struct items_family *family,
                         struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(&colours->words, processors);
    enum status status = messages_check_processors(processors, failure);
    items_family_init(family, colours->words.latency, colours->words.depth);
    family->processors = status ? 0 : (int)mpz_get_si(processors);
    mpz_clear(processors);
    family->endgame = colours->plan.colours;
    family->stream = colours->words.depth;
    family->finish = colours->words.latency + colours->words.depth - 1;
    return status ? status : copy_words(&colours->words, &family->words, failure);
}

static enum status expand(const struct items_colours *colours, struct items_family *family,
                          struct failure *failure) {
    int *class_of = memory_new((size_t)family->processors, sizeof *class_of);
    if (!class_of)
        return failure_memory(failure, "the endgame of a broadcast");
    enum status status =
        slot_classes_of_rows(&colours->plan.classes, &family->words, class_of, failure);
    if (!status)
        status = colour_plan_messages(&colours->plan, class_of, family->processors,
                                      &family->messages, failure);
    free(class_of);
    return status;
}

enum status items_colours_family(const struct items_colours *colours, struct items_family *family,
                                 struct failure *failure) {
    struct items_family result;
    enum status status = start(colours, &result, failure);
    if (!status)
        status = expand(colours, &result, failure);
    if (status) {
        items_family_clear(&result);
        return status;
    }
    status = items_family_finish(&result, failure); /* clears on failure */
    if (!status)
        *family = result;
    return status;
}
