/* SPDX-License-Identifier: MIT */
/* The endgame of a stream, by exchanges of colours: no solver is asked. */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_COLOURS_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_COLOURS_H

#include "solver/base/limits.h"
#include "solver/items/items_colours.h"

/*
 * Takes the words over, a schedule of period 1 with |S| >= endgame for each processor; else not
 * found. *found: `colours` (not initialised before) is an endgame of so many items, checked. Not
 * found proves nothing. STATUS_LIMIT when stopped. The work depends on the number of classes, and
 * on the digits of N.
 */
enum status endgame_colour(struct schedule *words, int endgame, const struct limits *limits,
                           struct items_colours *colours, bool *found, struct failure *failure);

#endif
