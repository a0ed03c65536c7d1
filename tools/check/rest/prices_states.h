/* SPDX-License-Identifier: MIT */
/* The potential recomputed: phi(S) is the cost of the cheapest walk from S, the empty one
 * included, where a step costs pay(v) - best(A) - D. It exists if and only if no closed walk has a
 * negative cost, that is, if and only if the prices are right; otherwise such a walk, a closed
 * word, is named.
 *
 * States are bit sets, nothing is stored for edges: 8 bytes for phi, 1 for the value chosen last,
 * 9 * 2^t bytes in all. best(S) is the best of two halves, each looked up in a table of 2^(t/2),
 * so prices need not ascend. The states of one size form a graph of their own. In it phi is
 * improved in place, in ascending order of the states, until a pass changes nothing. All values
 * below max S lead to a smaller state, so one pass carries a change along a walk from one value
 * above all that is held to the next; the passes are as many as a cheapest walk has of these, and
 * one or two more.
 *
 * After each pass the chosen values are followed from every state. phi(S) >= cost + phi(S') along
 * choices, with > where S' was improved later, so a circle of choices costs less than 0. Its cost
 * is added up from the prices again before anything is said. Without a circle phi is bounded from
 * below, so if there is a closed walk of negative cost, for which phi never settles, a circle
 * appears.
 *
 * Nothing overflows: numbers are below 2^(60-t), so a cost is above -2^(61-t), a walk without a
 * circle costs more than -2^61, and one pass, one change a state, can take away as much once more.
 *
 * Time: 2^t * t/4 steps a pass (half of all states can receive 0 only), 5 ns each, and one random
 * access a state to find circles. Measured with the prices of L = 2, one thread, 2 passes; with
 * prices at random 3 passes:
 *
 *     t      16    18    20    22    24
 *     time  .00   .02   .09   .31   1.2  s
 *     room  2.4   4.1    11    38   149  MB
 *
 * Time grows by 2 + 2/t a depth, room by 2. The account of work has three passes for t = 24, and
 * that of memory its states; a second thread would be worth less than one depth. */
#pragma once

#include "core/prices.h"

enum { PRICES_STATES_DEPTH_LIMIT = 24 };

/* Malformed beyond the limits of depth and numbers, refuted by a closed word. */
void prices_states_check(const struct prices *prices, struct reader *reader);
