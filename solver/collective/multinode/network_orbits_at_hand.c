/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_orbits_at_hand.h"

#include <limits.h>

#include "solver/network/network_one_source.h"

/* Messages, and operations of the first seed and of others. */
#define MOST_MESSAGES 2e7
#define MOST_WORK 2e9
#define MOST_WORK_AGAIN 2e8
/* Of many messages from more sources than this a matching takes longer than shortest ways. */
enum {
    SEEDS = 8,
    MOST_SOURCES = 16,
    MORE_ROUNDS = 4,
    FEW_DECISIONS = 5000,
    MOST_DECISIONS = 100000,
    LAST_DECISIONS = 1000000,
    FEW_CHUNKS = 4
};

static bool is_even(const struct network_least *least) {
    return least->task.rounds == NETWORK_EVEN_ROUNDS;
}

static bool is_gap(const struct network_least *least) {
    bool good = least->upper > 0 && least->upper <= least->enough;
    return least->upper == 0 || (least->lower < least->upper && !good);
}

static bool is_worth_it(const struct network_least *least, const struct network_classes *classes,
                        uint64_t seed) {
    const struct network_task *task = &least->task;
    int64_t steps = is_even(least) && least->upper > 0 ? least->upper : task->steps;
    double work = network_one_source_work(classes, task->chunks, steps);
    return is_gap(least) && work <= (seed ? MOST_WORK_AGAIN : MOST_WORK);
}

static enum status try_seeds(struct network_least *least, const struct network_classes *classes,
                             const struct limits *limits, struct failure *failure) {
    struct network_task task = least->task;
    task.steps = is_even(least) ? least->lower : task.steps;
    for (uint64_t seed = 0; seed < SEEDS && is_worth_it(least, classes, seed); seed++) {
        struct network_schedule schedule;
        bool found = false;
        TRY(network_one_source(classes, &task, seed, least->upper > 0 ? least->upper - 1 : INT_MAX,
                               limits, &schedule, &found, failure));
        if (found)
            network_least_take(least, &schedule, "orbits");
    }
    return STATUS_OK;
}

/* A formula for each number of rounds from the least on, until one has a model. */
static enum status try_formulas(struct network_least *least, const struct network_classes *classes,
                                int numbers, uint64_t decisions, const struct limits *limits,
                                struct failure *failure) {
    uint64_t made = 0;
    int end = least->lower + numbers;
    for (int rounds = least->lower; is_gap(least) && rounds < end; rounds++) {
        struct network_schedule schedule;
        bool found = false;
        if (least->upper > 0 && rounds >= least->upper)
            break;
        TRY(network_orbit_formula(classes, &least->task, rounds, decisions, limits, &made,
                                  &schedule, &found, failure));
        if (found) {
            network_least_take(least, &schedule, "orbits");
            break;
        }
        TRY(limits_check(limits, failure));
    }
    return STATUS_OK;
}

/* *usable is false where nothing is to be tried. */
static enum status find_classes(const struct network_least *least, const struct limits *limits,
                                struct network_classes *classes, bool *usable,
                                struct failure *failure) {
    *usable = false;
    if (!network_is_gossip(least->task.problem) || !is_gap(least) ||
        (double)network_messages(least) > MOST_MESSAGES)
        return STATUS_OK;
    TRY(network_classes_find(least->task.problem, limits, classes, usable, failure));
    if (classes->source_count > MOST_SOURCES && network_messages(least) > ORBITS_FEW_MESSAGES)
        *usable = false;
    return STATUS_OK;
}

enum status network_try_orbits(struct network_least *least, const struct limits *limits,
                               struct failure *failure) {
    CLEANUP(network_classes_clear) struct network_classes classes = {.problem = NULL};
    bool usable = false, brief = least->enough > 0; /* who says what is enough has many questions */
    int numbers = !brief ? MORE_ROUNDS : least->task.chunks <= FEW_CHUNKS;
    TRY(find_classes(least, limits, &classes, &usable, failure));
    if (usable)
        TRY(try_seeds(least, &classes, limits, failure));
    return usable && !is_even(least)
               ? try_formulas(least, &classes, numbers, brief ? FEW_DECISIONS : MOST_DECISIONS,
                              limits, failure)
               : STATUS_OK;
}

enum status network_close_orbits(struct network_least *least, const struct limits *limits,
                                 struct failure *failure) {
    CLEANUP(network_classes_clear) struct network_classes classes = {.problem = NULL};
    bool usable = false;
    TRY(find_classes(least, limits, &classes, &usable, failure));
    return usable ? try_formulas(least, &classes, 1, LAST_DECISIONS, limits, failure) : STATUS_OK;
}
