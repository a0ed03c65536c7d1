/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/colour_search.h"

#include "solver/items/endgame/colour_mend.h"
#include "solver/items/endgame/colour_source.h"
#include "solver/items/endgame/colour_spread.h"

enum { ATTEMPTS = 24, EXCHANGES = 400 };

static enum status take_piles(const struct colour_table *table, struct colour_plan *plan,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t c = 0; c < table->classes->count; c++)
        for (size_t i = 0; i < table->of[c].count && !status; i++) {
            const struct colour_pile *pile = &table->of[c].piles[i];
            status = colour_plan_deal(plan, c, pile->colours, pile->rows, failure);
        }
    return status;
}

static enum status try_source(struct colour_plan *plan, unsigned attempt,
                              const struct limits *limits, bool *found, struct failure *failure) {
    struct colour_table table;
    enum status status =
        colour_table_init(&table, &plan->classes, plan->colours, plan->source, failure);
    if (status)
        return status;
    status = colour_spread(&table, failure);
    if (!status)
        status = colour_mend(&table, attempt, EXCHANGES, limits, found, failure);
    if (!status && *found)
        status = take_piles(&table, plan, failure);
    colour_table_clear(&table);
    return status;
}

enum status colour_search(struct colour_plan *plan, const struct limits *limits, bool *found,
                          struct failure *failure) {
    const struct slot_classes *classes = &plan->classes;
    enum status status = STATUS_OK;
    mpz_t processors;
    mpz_init(processors);
    slot_classes_rows(classes, processors);
    *found = false;
    for (unsigned attempt = 0; attempt < ATTEMPTS && !*found && !status; attempt++) {
        status = colour_source_choose(classes->latency, classes->depth, plan->colours, processors,
                                      attempt, plan->source, failure);
        if (!status)
            status = try_source(plan, attempt, limits, found, failure);
    }
    mpz_clear(processors);
    return status;
}
