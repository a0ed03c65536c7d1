/* SPDX-License-Identifier: MIT */
#include "solver/question/items_at_bound.h"

#include "automata/numbers.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/endgame/few_items.h"
#include "solver/items/items_bound.h"

static enum status bound_of(int latency, int processors, int items, int *finish,
                            struct failure *failure) {
    const struct items_question question = {
        .latency = latency, .ports = 1, .processors = processors, .items = items};
    return items_question_bound(&question, finish, failure);
}

/* The least k from which on C(k) - k is what it is for k > k*: it does not descend. */
static enum status find_k1(int latency, int processors, int most, int *k1,
                           struct failure *failure) {
    int last, finish;
    TRY(bound_of(latency, processors, most + 1, &last, failure));
    for (*k1 = most + 1; *k1 > 1; --*k1) {
        TRY(bound_of(latency, processors, *k1 - 1, &finish, failure));
        if (finish - (*k1 - 1) != last - (most + 1))
            break;
    }
    return STATUS_OK;
}

static enum status find_few(int latency, int processors, int items, const struct limits *limits,
                            struct items_at_bound *result, struct failure *failure) {
    int finish;
    bool found = false;
    TRY(bound_of(latency, processors, items, &finish, failure));
    if (result->few_count < ITEMS_AT_BOUND_MOST_FEW)
        TRY(few_items(latency, processors, items, finish, limits, &result->few[result->few_count],
                      &found, failure));
    if (found)
        result->few_count++;
    else if (result->open_count < ITEMS_AT_BOUND_MOST_FEW)
        result->open[result->open_count++] = items;
    return STATUS_OK;
}

enum status items_at_bound_find(struct items_plans *plans, int latency, int processors,
                                const struct limits *limits, struct items_at_bound *result,
                                struct failure *failure) {
    struct endgame_bound bound;
    CLEANUP(items_at_bound_clear) struct items_at_bound found = {.every = NULL};
    BIG_OF(count, processors);
    TRY(endgame_bound_find(latency, count, &bound, failure));
    TRY(items_plans_endgame(plans, latency, count, limits, &found.every, failure));
    TRY(find_k1(latency, processors, bound.most, &found.k1, failure));
    for (int items = 2; items < found.k1; items++)
        TRY(find_few(latency, processors, items, limits, &found, failure));
    *result = TAKE(found);
    return STATUS_OK;
}

void items_at_bound_clear(struct items_at_bound *result) {
    for (int i = 0; i < result->few_count; i++)
        items_colours_clear(&result->few[i]);
    *result = (struct items_at_bound){.every = NULL};
}

enum status items_at_bound_write(const struct items_at_bound *result, FILE *stream,
                                 const struct limits *limits, struct failure *failure) {
    if (result->every)
        TRY(evidence_write_stream(evidence_of_every_items(result->every), stream, limits, failure));
    for (int i = 0; i < result->few_count; i++)
        TRY(evidence_write_stream(evidence_of_items_colours(&result->few[i]), stream, limits,
                                  failure));
    return STATUS_OK;
}
