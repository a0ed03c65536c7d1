/* SPDX-License-Identifier: MIT */
/*
 * The integer program behind stationary schedules, for other solvers: the largest integer
 * circulation on the window automaton (window.h).
 */
#ifndef STEADYCAST_SOLVER_BOUND_CIRCULATION_EXPORT_H
#define STEADYCAST_SOLVER_BOUND_CIRCULATION_EXPORT_H

#include <stdio.h>

#include "automata/status.h"

/* Larger ones would take gigabytes in any other solver. */
enum { CIRCULATION_EXPORT_MAX_DEPTH = 18 };

/*
 * Writes the LP format of CPLEX, all variables whole numbers >= 0:
 *  - x_S_v: how many processors receive the value v in the state S (its bits as a number), for
 * every transition; their sum is maximised;
 *  - y_A_u: how many of those that hold the set A then send the value u, for every u >= L in A;
 *  - as many enter a state as leave it; at most those who hold A send; each value is received at
 * most as often as it is sent, and t once. The optimum is the largest N with a stationary schedule;
 * that of the relaxation bounds all schedules. STATUS_INPUT unless L >= 1, STATUS_LIMIT unless L <=
 * t <= CIRCULATION_EXPORT_MAX_DEPTH. The caller checks `out` for errors.
 */
enum status circulation_export_lp(FILE *out, int latency, int depth, struct failure *failure);

#endif
