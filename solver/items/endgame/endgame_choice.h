/* SPDX-License-Identifier: MIT */
/*
 * Who receives which of the last items when, and who sends which: an endgame but for the choice of
 * a sender for each receiver.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_CHOICE_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_CHOICE_H

#include "solver/items/endgame/endgame_rows.h"

struct endgame_choice {
    const struct endgame_rows *rows; /* borrowed */
    int *receives;                   /* [row (F+1) + TIME]: an item, or 0 */
    int *sends;                      /* likewise */
};

/* Nothing is received or sent. */
enum status endgame_choice_init(struct endgame_choice *choice, const struct endgame_rows *rows,
                                struct failure *failure);
void endgame_choice_clear(struct endgame_choice *choice);

/* Adds all messages. STATUS_INTERNAL if an item is received more often than it is sent. O(N M F).
 */
enum status endgame_choice_tell(const struct endgame_choice *choice, struct message_array *messages,
                                struct failure *failure);

#endif
