/* SPDX-License-Identifier: MIT */
/*
 * The question whether multinode broadcasting on a graph can be done within T steps as a formula,
 * clause by clause as results/README.md ("Kind impossible-gossip") specifies it. The checker builds
 * the same formula from the same text: a change here is a change there.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_FORMULA_H
#define STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_FORMULA_H

#include "solver/collective/multinode/gossip_graph.h"
#include "solver/model/message_list.h"
#include "solver/proof/sat/formula.h"

/* P, T beyond this, and formulas with more literals (zeros included) are refused: such formulas
 * have not been decided, and take gigabytes. */
enum { GOSSIP_FORMULA_MOST = 1000, GOSSIP_FORMULA_MOST_LITERALS = 1 << 25 };

/*
 * STATUS_INPUT unless P >= 2 and T >= 1; STATUS_LIMIT beyond the limits above. O(size of the
 * formula): about T (7 P^3 + 6 A P) literals for A arcs, and for half duplex T times the squares of
 * the degrees.
 */
enum status gossip_formula_build(const struct gossip_graph *graph, bool half, int time,
                                 struct formula *formula, struct failure *failure);

/*
 * Asks besides that of each `order` steps on end all are the first one turned: if v sends item i to
 * u in step s + 1, not the first of them, then image[v] sends item image[i] to image[u] in step s.
 * A model is one of the formula before; that there is none says nothing of other schedules. `image`
 * as gossip_turn_find gives it; the formula is of the same graph and time.
 */
enum status gossip_formula_add_turns(const struct gossip_graph *graph, int time, int order,
                                     const int *image, struct formula *formula,
                                     struct failure *failure);

/* The messages that a model gives (model[v]: variable v is true) in order; `array` is initialised
 * by the caller, who checks what they do. STATUS_INTERNAL if somebody receives what nobody sends.
 */
enum status gossip_formula_decode(const struct gossip_graph *graph, int time, const bool *model,
                                  struct message_array *array, struct failure *failure);

/*
 * Turns of a graph, of an order k >= 2: automorphisms whose cycles have k nodes, and which leave
 * alone as few as that asks for, the number of nodes modulo k: as turning a mesh by 180 degrees
 * does for k = 2. A schedule may be looked for in which of each k steps all are the first one
 * turned (gossip_formula_add_turns): a k-th part is to be found then.
 */

/* The search is given up after so many choices. */
enum { GOSSIP_TURN_CHOICES = 100000 };

/*
 * image[v], for all nodes v, is where the first turn found takes v. *found is false, and `image`
 * then has no meaning, if there is none or the search was given up. Exhaustive search along the
 * edges from node 0; its depth, and that of the calls, is the number of nodes.
 */
enum status gossip_turn_find(const struct gossip_graph *graph, int order, int *image, bool *found,
                             struct failure *failure);

#endif
