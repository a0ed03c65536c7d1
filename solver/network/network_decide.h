/* SPDX-License-Identifier: MIT */
/* A task of a collective by its formula, with turns (network_turns.h): where it is not decided
 * soon, schedules are looked for in which of each two steps, then of each three or four, all are
 * the first one turned. The 3 x 5 mesh, half duplex, takes seconds with half turns, and minutes
 * without. */
#pragma once

#include "solver/network/network_search.h"

/* The turns of a problem, of the orders 2, 3, 4. */
enum { TURN_ORDERS = 3 };
struct network_turns {
    struct network_turn turns[TURN_ORDERS];
    bool found[TURN_ORDERS];
    /* A refuted order is left out as long as the task is this one. */
    int steps;
    bool refuted[TURN_ORDERS];
};

enum status network_turns_find(const struct network_problem *problem, const struct limits *limits,
                               struct network_turns *turns, struct failure *failure);
void network_turns_clear(struct network_turns *turns);

/* A schedule in which steps are turned, in each order with so many decisions; unknown without. */
enum status network_decide_turned(const struct network_task *task, struct network_turns *turns,
                                  uint64_t most, const struct limits *limits, uint64_t *decisions,
                                  struct network_found *found, struct failure *failure);

/* As network_search with a proof; where 100000 decisions are not enough, schedules of turned steps
 * are looked for first, with 10^7 in each order at most, and then the formula goes on. */
enum status network_decide(const struct network_task *task, const struct limits *limits,
                           uint64_t *decisions, struct network_found *found,
                           struct failure *failure);
