/* SPDX-License-Identifier: MIT */
/* Schedules with turns (network_turns.h): of each two steps, of each three or four, all are the
 * first one turned. For the 3 x 5 mesh, half duplex, such a one is found in seconds, and another
 * one in minutes. */
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
