/* SPDX-License-Identifier: MIT */
/*
 * A sum as text: who sends to whom, and what each processor does in each cycle.
 */
#ifndef STEADYCAST_TOOLS_REDUCE_TEXT_H
#define STEADYCAST_TOOLS_REDUCE_TEXT_H

#include "solver/collective/summation/summation.h"

/* Charts have so many columns and lines at most. */
enum { SUM_CHART_TIME = 1000, SUM_CHART_PROCESSORS = 1000, SUM_TREE_PROCESSORS = 100000 };

/* The tree of messages, a line for each processor below the one that it sends to: when it sends,
 * and how many operands of its own and in all it has then. STATUS_LIMIT beyond the numbers above.
 */
enum status sum_print_tree(const struct summation *summation, struct failure *failure);

/* A line for each processor, a letter for each cycle: + an addition of an operand of its own, R a
 * reception, A the addition of what came, S a sending, . nothing. Without overhead a sending takes
 * no cycle, and its letter stands in the next column. */
enum status sum_print_chart(const struct summation *summation, struct failure *failure);

#endif
