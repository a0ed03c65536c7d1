/* SPDX-License-Identifier: MIT */
/* Can a task be done? As a formula, clause by clause as results/README.md ("Kind
 * impossible-network") specifies it. The checker builds the same formula from the same text: a
 * change here is a change there. Of a period, for which the checker has no formula as its
 * refutation proves little, the same clauses with capacities in each step modulo T. */
#pragma once

#include "solver/network/network_problem.h"
#include "solver/network/network_schedule.h"
#include "solver/proof/sat/formula.h"

/* Turns of a network, of an order k >= 2: automorphisms (network_automorphisms.h) whose cycles have
 * k nodes, and which leave alone as few as the number of nodes, and a root, ask for: as turning a
 * mesh by 180 degrees does for k = 2. A schedule may be looked for in which of each k steps all are
 * the first one turned (network_formula_add_turns): a k-th part is to be found then. */

struct network_turn {
    int order;
    int *image; /* of the nodes, the arcs and the commodities, one behind the other; owned */
    const int *nodes, *arcs, *commodities;
};

/* The search is given up after so many choices. */
enum { TURN_CHOICES = 100000 };

/* The first turn of this order that was found; *found is false, and there is nothing to clear, if
 * there is none, or the search was given up, or stopped. Exhaustive search along the arcs from node
 * 0; its depth, and that of the calls, is the number of nodes. */
enum status network_turn_find(const struct network_problem *problem, int order,
                              const struct limits *limits, struct network_turn *turn, bool *found,
                              struct failure *failure);
void network_turn_clear(struct network_turn *turn);

/* Formulas with more literals, zeros included, are refused: they have not been decided. */
enum { NETWORK_FORMULA_MOST_LITERALS = 1 << 25 };

/* STATUS_LIMIT beyond that. `formula` is not initialised before. O(size of the formula). */
enum status network_formula_build(const struct network_task *task, struct formula *formula,
                                  struct failure *failure);

/* Asks besides that of each `order` internal steps on end all are the first one turned: what is
 * sent in one that is not the first of them is sent, turned, in the step before. A model is one of
 * the formula before; that there is none says nothing of other schedules. The formula is that of
 * the task, no stream. */
enum status network_formula_add_turns(const struct network_task *task,
                                      const struct network_turn *turn, struct formula *formula,
                                      struct failure *failure);

/* The schedule that a model gives, without what nobody needs; played (network_schedule.h). */
enum status network_formula_decode(const struct network_task *task, const bool *model,
                                   struct network_schedule *schedule, struct failure *failure);
