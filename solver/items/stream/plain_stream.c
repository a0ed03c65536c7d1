/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/plain_stream.h"

#include "automata/arrangement.h"
#include "automata/require.h"
#include "solver/items/stream/stream_deal.h"

/* --- the words --- */

static enum status add_word(const struct stream_deal *deal, size_t i, mpz_srcptr one,
                            struct schedule *words, struct failure *failure) {
    const struct stream_word *word = &deal->shape->words[i];
    int *values = deal->values + deal->first[i];
    enum status status = STATUS_OK;
    if (word->head_count == 1)
        status = arrangement_order(values[0], values + 1, (size_t)word->length - 1, failure);
    if (!status)
        status = schedule_add_word(words, one, values, NULL, (size_t)word->length, failure);
    return status;
}

static enum status write_words(const struct plain_question *question,
                               const struct stream_parts *parts, const struct stream_deal *deal,
                               const struct limits *limits, struct schedule *words,
                               struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t number;
    mpz_init_set_ui(number, 1);
    schedule_init(words, parts->latency, parts->depth, 1);
    for (size_t i = 0; i < deal->shape->word_count && !status; i++) {
        status = limits_check(limits, failure);
        if (!status)
            status = add_word(deal, i, number, words, failure);
    }
    mpz_set_si(number, question->processors);
    if (status)
        schedule_clear(words);
    else
        status = schedule_finish(words, number, failure);
    mpz_clear(number);
    return status;
}

/* --- the search --- */

/* Most streams come from the hurried rounds; then the rounds get longer, four by four. */
enum { ROUNDS = 40, HURRIED_ROUNDS = 8, STEPS = 400 };

static struct stream_effort effort_of(unsigned round) {
    struct stream_effort effort = {.steps = STEPS, .hurry = round < HURRIED_ROUNDS};
    if (!effort.hurry)
        effort.steps <<= (round - HURRIED_ROUNDS) / 4;
    effort.dearness = round % 3 == 2 ? 1 : 20;
    return effort;
}

/* Most streams waste a zero, but small ones often can't. */
static enum stream_waste waste_of(const struct stream_parts *parts, unsigned round) {
    static const enum stream_waste turns[] = {STREAM_WASTE_ZERO, STREAM_WASTE_LEAF,
                                              STREAM_WASTE_ZERO, STREAM_WASTE_POSITION};
    enum stream_waste waste = turns[round % 4];
    return parts->full && waste == STREAM_WASTE_ZERO ? STREAM_WASTE_LEAF : waste;
}

static enum status play_round(const struct plain_question *question,
                              const struct stream_parts *parts, unsigned round,
                              const struct limits *limits, struct schedule *words, bool *found,
                              struct failure *failure) {
    struct stream_random random = stream_random_start(question->attempt * ROUNDS + round);
    struct stream_effort effort = effort_of(round);
    struct stream_shape shape;
    struct stream_deal deal;
    enum status status = stream_shape_find(parts, waste_of(parts, round), &effort, &random, limits,
                                           &shape, found, failure);
    if (status || !*found)
        return status;
    status = stream_deal_find(&shape, &effort, &random, limits, &deal, found, failure);
    if (!status && *found) {
        status = write_words(question, parts, &deal, limits, words, failure);
        stream_deal_clear(&deal);
    }
    stream_shape_clear(&shape);
    return status;
}

enum status plain_stream_find(const struct plain_question *question, const struct limits *limits,
                              struct schedule *words, bool *found, struct failure *failure) {
    struct stream_parts parts;
    require(question->latency >= PLAIN_MIN_LATENCY && question->processors >= 1 &&
            question->fewest >= 1);
    if (question->latency > PLAIN_MAX_LATENCY || question->processors > PLAIN_MAX_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT,
                           "plain streams are looked for up to L = %d and N = %d",
                           PLAIN_MAX_LATENCY, PLAIN_MAX_PROCESSORS);
    enum status status = stream_parts_init(&parts, question->latency, question->processors,
                                           question->fewest, failure);
    if (status)
        return status;
    *found = false;
    if (parts.depth > parts.latency && parts.slack >= 0)
        for (unsigned i = 0; i < ROUNDS && !*found && !status; i++)
            status = play_round(question, &parts, i, limits, words, found, failure);
    stream_parts_clear(&parts);
    return status;
}
