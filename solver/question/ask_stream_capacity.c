/* SPDX-License-Identifier: MIT */
/* The most processors that an endless stream on a LogP machine serves with a delay. */
#include "solver/certificate/write.h"
#include "solver/question/engines.h"
#include "solver/question/stream_capacity.h"
#include "solver/question/stream_messages.h"

/* The methods: the bound of the broadcast tree, and streams that are known; or that of the best
 * prices, and words of any kind as well. */
enum { CONSTRUCTION, SEARCH };

static void clear_capacity(void *detail) {
    stream_capacity_clear(detail);
}

static enum status list(const void *detail, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    const struct stream_capacity *capacity = detail;
    return stream_messages(&capacity->schedule, items, false, schedule, failure);
}

static enum status give_bounds(struct outcome *outcome, const struct stream_capacity *capacity,
                               struct failure *failure) {
    mpz_t lower, upper;
    mpz_inits(lower, upper, NULL);
    logp_schedule_processors(&capacity->schedule, lower);
    prices_bound(&capacity->prices, upper);
    enum status status = outcome_give_bounds(outcome, lower, upper, failure);
    mpz_clears(lower, upper, NULL);
    return status;
}

static enum status give(struct outcome *outcome, const struct limits *limits,
                        struct failure *failure) {
    const struct stream_capacity *capacity = outcome->detail;
    outcome->schedule = evidence_of_logp_schedule(&capacity->schedule);
    outcome->bound = evidence_of_prices(&capacity->prices);
    outcome->list = list;
    enum status status = give_bounds(outcome, capacity, failure);
    if (outcome->verdict == OUTCOME_INTERVAL)
        outcome_leave_open(outcome, limits_check(limits, NULL)
                                        ? LIMITS_STOPPED
                                        : "no stream was found to as many as the prices allow");
    return status;
}

static enum status ask(const struct engine *engine, const struct question *question,
                       const struct engine_options *options, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure) {
    const struct logp_machine machine = question_machine(question);
    enum logp_capacity capacity = (enum logp_capacity)question_number(question, KEY_CAPACITY);
    long depth = question_number(question, KEY_DEPTH);
    struct stream_capacity found;
    (void)options;
    enum status status = stream_capacity_check(&machine, depth, failure);
    if (!status)
        status = stream_capacity(&machine, capacity, (int)depth, engine->method == SEARCH, limits,
                                 &found, failure);
    if (!status)
        status = outcome_give_detail(outcome, &found, sizeof found, clear_capacity, failure);
    return status ? status : give(outcome, limits, failure);
}

const struct engine stream_capacity_engines[] = {
    {SUBJECT_STREAM_CAPACITY, "construction", ENGINE_DECIDES, 0, true, NULL, ask,
     "the best streams that are known, and how many can know an item, for g >= 2o", CONSTRUCTION},
    {SUBJECT_STREAM_CAPACITY, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES, true, NULL, ask,
     "the same, the best prices, and words of any kind for more processors", SEARCH},
    {.name = NULL}};
