/* The potential recomputed: phi(S) is the cheapest walk from S, the empty walk included, where a
 * step costs pay(v) - best(A) - D. It exists if and only if no closed walk has a negative cost,
that
 * is, if and only if the prices are right; otherwise such a walk, a closed word, is named.
 *
 * States are bit sets, nothing is stored for edges: 8 bytes for phi and 1 for the value chosen
last,
 * 9 * 2^t bytes in all, plus two tables of 2^(t/2) for best(S), which takes the best of either half
 * (prices need not ascend). The states of each size form a graph of their own. In it phi is
improved
 * in place, in ascending order of the states, until a pass changes nothing: all values below the
 * largest of S lead to a smaller state, so one pass carries a change down a whole word between two
 * values that exceed what is held, and the passes are as many as a cheapest walk has of these, and
 * one. After each pass the chosen values are followed, from every state: a circle costs less than
0.
 * (phi(S) >= cost + phi(S') along choices, with > for the one made last.) If there is a closed walk
 * of negative cost phi can't settle, and a circle appears, as without one phi is above a constant.
 *
 * Nothing overflows: numbers are below 2^34, so a cost is above -2^35, a walk without a circle
costs
 * more than -2^(t+35), and one pass, with one change a state, can take away the same once more.
 *
 * Time: about 2^t * t/4 steps a pass (half of all states have no choice but 0), 5 ns each, and a
 * random access a state for the circles. Measured with the prices of L = 2, one thread, 2 passes; 3
 * with prices at random:
 *     t      16    18    20    22    24    26    28
 *     time  .00   .02   .09   .31   1.2   4.8    24 s
 *     room  2.4   4.1    11    38   149   592  2360 MB
 * Time grows by 2 (1 + 1/t) a depth, room by 2, which is the limit: at 9 bytes a state two threads
 * would be worth less than one depth. */
#ifndef STEADYCHECK_PRICES_STATES_H
#define STEADYCHECK_PRICES_STATES_H

#include "prices.h"

enum { PRICES_STATES_DEPTH_LIMIT = 28 };

/* Malformed beyond the limits of depth and numbers, refuted by a closed word. */
bool prices_states_check(const struct prices *prices, struct reader *reader);

#endif
