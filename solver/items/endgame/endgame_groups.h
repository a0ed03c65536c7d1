/* SPDX-License-Identifier: MIT */
/*
 * Endgames of very many processors: most of those that are free at the same TIMEs are taken out in
 * groups of M, and only what is left is searched.
 *
 * In a group the items take turns: processor g = 0..M-1 receives item (g + i) mod M + 1 in its i-th
 * free step, i = 0..M-1, and sends the first of them whenever it is free from then on. So a group
 * receives, and sends, each item equally often at each TIME, and leaves the same to spare of each.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_GROUPS_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_GROUPS_H

#include "solver/items/endgame/endgame_choice.h"

struct endgame_groups {
    struct endgame_rows rest; /* those that are left, with what the groups have to spare */
    int *numbers;             /* [row of the rest]: its row among all */
    int *turns;               /* [row]: its number g in a group, or negative: it is left */
};

/*
 * Of equal rows at least `keep` are left, if there are so many. `rows` are all rows, each with M
 * free steps or more (else STATUS_INPUT), borrowed by nobody. O(N F log N).
 */
enum status endgame_groups_init(struct endgame_groups *groups, const struct endgame_rows *rows,
                                int keep, struct failure *failure);
void endgame_groups_clear(struct endgame_groups *groups);

/* What the groups do, in a choice for all rows. */
void endgame_groups_choose(const struct endgame_groups *groups, struct endgame_choice *choice);

#endif
