/* SPDX-License-Identifier: MIT */
/*
 * The automata of the legal words as lists of edges: for other programs.
 */
#ifndef STEADYCAST_TOOLS_AUTOMATON_EDGES_H
#define STEADYCAST_TOOLS_AUTOMATON_EDGES_H

#include <stdbool.h>
#include <stdio.h>

#include "automata/language.h"

/*
 * The juggling state graph for this latency, all numbers of balls; csv, else json. A state is
 * written as its bits, the next landing time first, as in the picture. STATUS_LIMIT for L > 24.
 */
enum status automaton_edges_graph(FILE *file, int latency, bool csv, struct failure *failure);

/* A language: every state with all its letters. State 0 is the start. */
enum status automaton_edges_language(FILE *file, int latency, const struct language *language,
                                     bool csv, struct failure *failure);

#endif
