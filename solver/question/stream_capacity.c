/* SPDX-License-Identifier: MIT */
#include "solver/question/stream_capacity.h"

#include "solver/bound/class_prices.h"
#include "solver/logp/logp_stream.h"
#include "solver/logp/searched_stream.h"
#include "solver/model/sequence.h"

enum status stream_capacity_check(const struct logp_machine *machine, long depth,
                                  struct failure *failure) {
    if (logp_machine_step(machine) > machine->gap)
        return failure_set(failure, STATUS_LIMIT, "only machines with g >= 2o have such bounds");
    if (logp_machine_transfer(machine) > SEQUENCE_MAX_LATENCY ||
        machine->gap > SEQUENCE_MAX_LATENCY || depth > PRICES_MAX_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "L+2o and g are at most %d, the depth %d",
                           SEQUENCE_MAX_LATENCY, PRICES_MAX_DEPTH);
    return STATUS_OK;
}

/* What is asked, and the answer so far. */
struct capacity_question {
    const struct logp_machine *machine;
    enum logp_capacity capacity;
    int depth;
    const struct limits *limits;
    struct stream_capacity *answer;
};

static void take(struct stream_capacity *answer, const struct logp_schedule *schedule) {
    logp_schedule_clear(&answer->schedule);
    answer->schedule = *schedule;
}

/* Takes the stream to N processors if its depth is not larger than asked. */
static enum status try_processors(const struct capacity_question *asked, mpz_srcptr processors,
                                  bool *served, struct failure *failure) {
    struct logp_schedule schedule;
    enum status status =
        logp_stream(&schedule, asked->machine, asked->capacity, processors, asked->limits, failure);
    *served = !status && schedule.depth <= asked->depth;
    if (*served)
        take(asked->answer, &schedule);
    else if (!status)
        logp_schedule_clear(&schedule);
    return status;
}

/* As if who can be served so soon were all up to some number. */
static enum status find_by_halves(const struct capacity_question *asked, struct failure *failure) {
    mpz_t low, high, middle;
    bool served;
    mpz_inits(low, high, middle, NULL);
    mpz_set_ui(low, 1);
    prices_bound(&asked->answer->prices, high);
    enum status status = try_processors(asked, low, &served, failure);
    while (!status && mpz_cmp(low, high) < 0) {
        mpz_add(middle, low, high);
        mpz_cdiv_q_2exp(middle, middle, 1);
        status = try_processors(asked, middle, &served, failure);
        if (served)
            mpz_set(low, middle);
        else
            mpz_sub_ui(high, middle, 1);
    }
    mpz_clears(low, high, middle, NULL);
    return status == STATUS_LIMIT && asked->answer->schedule.parts ? STATUS_OK : status;
}

/* By splits, as long as no schedule was found that reaches the bound: searches for what they
 * exclude would take longer. */
static enum status lower_bound(const struct capacity_question *asked, struct failure *failure) {
    struct stream_capacity *answer = asked->answer;
    enum status status = STATUS_OK;
    bool found = true;
    mpz_t most, served;
    mpz_inits(most, served, NULL);
    logp_schedule_processors(&answer->schedule, served);
    prices_bound(&answer->prices, most);
    while (mpz_cmp(served, most) < 0 && found && !status) {
        struct prices split;
        status = class_prices_split((int)logp_machine_transfer(asked->machine), asked->machine->gap,
                                    asked->depth, most, asked->limits, &found, &split, failure);
        if (!status && found) {
            prices_clear(&answer->prices);
            answer->prices = split;
            prices_bound(&answer->prices, most);
        }
    }
    mpz_clears(most, served, NULL);
    return status;
}

/* From the bound down to more than were found before. */
static enum status add_processors(const struct capacity_question *asked, struct failure *failure) {
    struct logp_schedule schedule;
    enum status status = STATUS_OK;
    bool found = false;
    mpz_t next, before;
    mpz_inits(next, before, NULL);
    prices_bound(&asked->answer->prices, next);
    logp_schedule_processors(&asked->answer->schedule, before);
    for (; mpz_cmp(next, before) > 0 && !found && !status; mpz_sub_ui(next, next, 1)) {
        status =
            searched_stream_periods(searched_stream, asked->machine, asked->capacity, asked->depth,
                                    next, asked->limits, &found, &schedule, failure);
        if (!status && found)
            take(asked->answer, &schedule);
    }
    mpz_clears(next, before, NULL);
    return status;
}

enum status stream_capacity(const struct logp_machine *machine, enum logp_capacity capacity,
                            int depth, bool search, const struct limits *limits,
                            struct stream_capacity *answer, struct failure *failure) {
    const struct capacity_question asked = {machine, capacity, depth, limits, answer};
    int latency = (int)logp_machine_transfer(machine);
    *answer = (struct stream_capacity){.schedule = {.count = 0}};
    enum status status =
        search ? class_prices_best(latency, machine->gap, depth, limits, &answer->prices, failure)
               : class_prices_tree(latency, machine->gap, depth, &answer->prices, failure);
    if (status)
        return status;
    status = find_by_halves(&asked, failure);
    if (!status && search)
        status = lower_bound(&asked, failure);
    if (!status && search)
        status = add_processors(&asked, failure);
    if (status)
        stream_capacity_clear(answer);
    return status;
}

void stream_capacity_clear(struct stream_capacity *answer) {
    prices_clear(&answer->prices);
    if (answer->schedule.parts)
        logp_schedule_clear(&answer->schedule);
    answer->schedule.parts = NULL;
}
