/* SPDX-License-Identifier: MIT */
/*
 * The endgame of a stream as a formula: the last M items, in the steps that the stream leaves free
 * (endgame_rows.h). Each row has as many free steps to receive as it holds values, |S|, and these
 * have to be given colours, the items.
 *
 * Variables: r(q,j,y), row q receives item j at TIME y; h(q,j,x), it has the item at TIME x;
 * s(q,j,x), it, or the source, sends the item at x. A row has all items at the end, receives and
 * sends one at a time, and sends what it has, whichever; each item is received at TIME y no more
 * often than it is sent at y-L, and no more often than f_(y-L) times: that many have it at most.
 * Which sender is for which receiver is chosen afterwards. A model exists if and only if there is
 * an endgame for these words with this M and F, S = 0 and U = t: the items are alike, so may be
 * named by the order in which the source first sends them, and the rows that do the same in the
 * stream by what they receive at their first free step.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_FORMULA_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_FORMULA_H

#include "solver/items/endgame/endgame_choice.h"
#include "solver/sat/formula.h"

/* The formula, and what its variables mean. Borrows the rows. */
struct endgame_formula {
    const struct endgame_rows *rows;
    struct formula formula;
    int *receives; /* [(row M + item-1) (F+1) + TIME]: the variable, or 0 */
    int *has;      /* likewise */
    int *sends;    /* likewise */
};

enum status endgame_formula_init(struct endgame_formula *endgame, const struct endgame_rows *rows,
                                 struct failure *failure);
void endgame_formula_clear(struct endgame_formula *endgame);

/* Asks besides that each row sends no item but the first that it receives, so that the endgame can
 * be told by classes (items_colours.h). The caller asks for faults of the formula. */
void endgame_formula_first(struct endgame_formula *endgame);

/* What the rows do in a model, put into the choice. Each row receives each item once. */
void endgame_formula_decode(const struct endgame_formula *endgame, const bool *model,
                            struct endgame_choice *choice);

#endif
