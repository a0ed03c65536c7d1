/* SPDX-License-Identifier: MIT */
/* Some items in a row on a LogP machine with gap g, l = L+2o, delay l+s: who receives each with
 * which level and sends it when, all such tables tried, from the definition (results/THEOREMS.md,
 * Proposition 15). Knows nothing of formulas. */
#pragma once

#include <stdbool.h>

enum { NAIVE_TABLES_PROCESSORS = 4, NAIVE_TABLES_ITEMS = 6, NAIVE_TABLES_DEPTH = 15 };

/* Of processors[e] processors in class e < gap; within these; exponential in all of them. */
bool naive_tables_exist(int latency, int gap, int depth, const int *processors, int items);

/* The next vector of the same sum, or false behind the last one; the first is {sum, 0, ..}. */
bool naive_tables_next(int *processors, int gap);
