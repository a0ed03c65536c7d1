/* SPDX-License-Identifier: MIT */
/* The least rounds of C chunks in S steps (SCCL's question), and the least time where each step has
 * one round: from below by prices and refuted formulas, from above by schedules; of any connected
 * network there is one at once. */
#pragma once

#include "solver/network/network_bound.h"
#include "solver/network/network_search.h"

struct network_least {
    struct network_task task; /* rounds 1 of a question for rounds; else NETWORK_EVEN_ROUNDS */
    int lower;                /* no schedule has less */
    int upper;                /* the schedule has so many */
    struct network_schedule schedule;
    bool is_refuted; /* lower - 1: by a formula, else by prices, else there is nothing to prove */
    bool is_priced;
    struct network_refutation refutation;
    struct network_bound bound;
};

/* STATUS_INPUT where S steps are too few for a target. Stopped, the two bounds differ. */
enum status network_rounds_find(const struct network_problem *problem, int steps, int chunks,
                                const struct limits *limits, struct network_least *least,
                                uint64_t *decisions, struct failure *failure);

enum status network_time_find(const struct network_problem *problem, int chunks,
                              const struct limits *limits, struct network_least *least,
                              uint64_t *decisions, struct failure *failure);
/* The same by steps, for who has schedules of other kinds: without a schedule, and the lower bound
 * of parts; better ones by linear programs; and whether there is a schedule of as many steps as the
 * lower bound (network_decide.h): it is kept, `upper` being the lower bound, or the lower bound
 * grows. Stopped, it is what is known by then. */
enum status network_time_begin(const struct network_problem *problem, int chunks,
                               const struct limits *limits, struct network_least *least,
                               struct failure *failure);
enum status network_time_price(struct network_least *least, const struct limits *limits,
                               struct failure *failure);
enum status network_time_decide(struct network_least *least, const struct limits *limits,
                                enum verdict *verdict, struct failure *failure);

void network_least_clear(struct network_least *least);
