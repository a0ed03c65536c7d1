/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame_colours.h"

#include "solver/items/endgame/colour_mend.h"
#include "solver/items/endgame/colour_source.h"
#include "solver/items/endgame/colour_spread.h"

enum { ATTEMPTS = 12, EXCHANGES = 400 };

static enum status take_piles(const struct colour_table *table, struct items_colours *colours,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t c = 0; c < table->classes->count; c++)
        for (size_t i = 0; i < table->of[c].count && !status; i++) {
            const struct colour_pile *pile = &table->of[c].piles[i];
            status = items_colours_deal(colours, c, pile->colours, pile->rows, failure);
        }
    return status;
}

static enum status try_source(struct items_colours *colours, unsigned attempt,
                              const struct limits *limits, bool *found, struct failure *failure) {
    struct colour_table table;
    enum status status =
        colour_table_init(&table, &colours->classes, colours->endgame, colours->source, failure);
    if (status)
        return status;
    status = colour_spread(&table, failure);
    if (!status)
        status = colour_mend(&table, attempt, EXCHANGES, limits, found, failure);
    if (!status && *found)
        status = take_piles(&table, colours, failure);
    colour_table_clear(&table);
    return status;
}

/* |S|, the mean of the values of each word. */
static bool has_slots(const struct schedule *words, int endgame) {
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        long sum = 0;
        for (size_t p = 0; p < class->length; p++)
            sum += class->values[p];
        if (sum < endgame * (long)class->length)
            return false;
    }
    return true;
}

enum status endgame_colour(struct schedule *words, int endgame, const struct limits *limits,
                           struct items_colours *colours, bool *found, struct failure *failure) {
    struct items_colours result;
    mpz_t processors;
    *found = false;
    if (!has_slots(words, endgame)) {
        schedule_clear(words);
        return STATUS_OK;
    }
    enum status status = items_colours_init(&result, words, endgame, failure);
    if (status)
        return status;
    mpz_init(processors);
    schedule_processors(&result.words, processors);
    for (unsigned attempt = 0; attempt < ATTEMPTS && !*found && !status;
         attempt++) {
        status = colour_source_choose(result.words.latency, result.words.depth, endgame, processors,
                                      attempt, result.source, failure);
        if (!status)
            status = try_source(&result, attempt, limits, found, failure);
    }
    mpz_clear(processors);
    if (!status && *found) {
        status = items_colours_finish(&result, failure); /* clears on failure */
        if (!status)
            *colours = result;
        return status;
    }
    items_colours_clear(&result);
    return status;
}
