/* SPDX-License-Identifier: MIT */
/* Whether a task can be done: a schedule, or a refuted formula, or neither within the limits. */
#pragma once

#include "solver/base/verdict.h"
#include "solver/network/network_formula.h"
#include "solver/proof/sat/lrat.h"

/* The task's formula has no model (kind impossible-network). */
struct network_refutation {
    struct network_task task;
    int variables;
    size_t clauses;
    struct lrat lrat; /* owned */
};

void network_refutation_clear(struct network_refutation *refutation);
enum status certificate_put_network_refutation(const void *refutation,
                                               struct certificate_output *output,
                                               const struct limits *limits,
                                               struct failure *failure);

struct network_found {
    enum verdict verdict;
    struct network_schedule schedule;     /* feasible, but of a window */
    struct network_refutation refutation; /* infeasible, if a proof was asked for */
};

void network_found_clear(struct network_found *found);

/* By the formula, with at most so many decisions (0: as many as the limits leave); those made are
 * added to *decisions. `prove`: whether a refutation is wanted. Unknown when stopped, and for
 * formulas that are too large. With a `turn`, or NULL, only where of each turn->order steps on end
 * all are the first one turned: refuted, it says nothing of other schedules. Not for streams. */
enum status network_search(const struct network_task *task, const struct network_turn *turn,
                           bool prove, uint64_t most, const struct limits *limits,
                           uint64_t *decisions, struct network_found *found,
                           struct failure *failure);

/* Schedules with turns: of each two steps, of each three or four, all are the
 * first one turned. For the 3 x 5 mesh, half duplex, such a one is found in seconds, and another
 * one in minutes. */

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
