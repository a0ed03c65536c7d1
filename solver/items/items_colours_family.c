/* SPDX-License-Identifier: MIT */
/* From classes to processors: the rows of a class take its deals one after the other, and at each
 * TIME those who receive a colour take it from those who send it in the order of their numbers. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/items_colours.h"

struct expansion {
    const struct items_colours *colours;
    struct items_family *family;
    int *class_of;                  /* [row - 1] */
    const struct colour_deal **has; /* [row - 1]: what the row is dealt */
    int *senders;                   /* of one colour at one TIME */
    int sender_count;
};

static void expansion_clear(struct expansion *expansion) {
    free(expansion->class_of);
    free(expansion->has);
    free(expansion->senders);
}

static enum status expansion_init(struct expansion *expansion, const struct items_colours *colours,
                                  struct items_family *family, struct failure *failure) {
    size_t rows = (size_t)family->processors;
    *expansion = (struct expansion){.colours = colours,
                                    .family = family,
                                    .class_of = memory_new(rows, sizeof(int)),
                                    .has = memory_new(rows, sizeof(void *)),
                                    .senders = memory_new(rows + 1, sizeof(int))};
    if (expansion->class_of && expansion->has && expansion->senders)
        return STATUS_OK;
    expansion_clear(expansion);
    return failure_memory(failure, "the endgame of a broadcast");
}

/* Of each class the deal that is being given out, and to how many rows more. */
static enum status deal_rows(struct expansion *expansion, struct failure *failure) {
    const struct items_colours *colours = expansion->colours;
    size_t count = colours->classes.count;
    size_t *next = memory_new(count, sizeof *next);
    long *left = memory_new(count, sizeof *left);
    if (!next || !left) {
        free(next);
        free(left);
        return failure_memory(failure, "the endgame of a broadcast");
    }
    for (size_t i = colours->deal_count; i-- > 0;)
        next[colours->deals[i].class] = i;
    for (size_t c = 0; c < count; c++)
        left[c] = mpz_get_si(colours->deals[next[c]].rows);
    for (int row = 0; row < expansion->family->processors; row++) {
        int class = expansion->class_of[row];
        if (left[class] == 0)
            left[class] = mpz_get_si(colours->deals[++next[class]].rows);
        left[class]--;
        expansion->has[row] = &colours->deals[next[class]];
    }
    free(next);
    free(left);
    return STATUS_OK;
}

static void find_senders(struct expansion *expansion, int colour, int x) {
    const struct items_colours *colours = expansion->colours;
    expansion->sender_count = 0;
    if (colours->source[x] == colour)
        expansion->senders[expansion->sender_count++] = 0;
    for (int row = 0; row < expansion->family->processors; row++) {
        const struct colour_deal *deal = expansion->has[row];
        const struct slot_class *class = &colours->classes.classes[deal->class];
        int first = 0;
        while (!deal->colours[first])
            first++;
        if (deal->colours[first] == colour && class->times[first] <= x && x < class->until)
            expansion->senders[expansion->sender_count++] = row + 1;
    }
}

/* There are senders enough: that was checked. */
static void tell(struct expansion *expansion, int colour, int y) {
    const struct items_colours *colours = expansion->colours;
    int next = 0, x = y - colours->words.latency;
    find_senders(expansion, colour, x);
    for (int row = 0; row < expansion->family->processors; row++) {
        const struct colour_deal *deal = expansion->has[row];
        const struct slot_class *class = &colours->classes.classes[deal->class];
        for (int i = 0; i < deal->slots && class->times[i] <= y; i++)
            if (class->times[i] == y && deal->colours[i] == colour)
                message_array_add(
                    &expansion->family->messages,
                    &(struct message){x, expansion->senders[next++], row + 1, colour, 0});
    }
}

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
    family->endgame = colours->endgame;
    family->stream = colours->words.depth;
    family->finish = colours->words.latency + colours->words.depth - 1;
    return status ? status : copy_words(&colours->words, &family->words, failure);
}

static enum status expand(const struct items_colours *colours, struct items_family *family,
                          struct failure *failure) {
    struct expansion expansion;
    enum status status = expansion_init(&expansion, colours, family, failure);
    if (status)
        return status;
    status = slot_classes_of_rows(&colours->classes, &family->words, expansion.class_of, failure);
    if (!status)
        status = deal_rows(&expansion, failure);
    for (int y = colours->words.latency; y <= family->finish && !status; y++)
        for (int colour = 1; colour <= colours->endgame; colour++)
            tell(&expansion, colour, y);
    expansion_clear(&expansion);
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
