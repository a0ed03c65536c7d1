/* SPDX-License-Identifier: MIT */
/*
 * A memory of refuted states, of bounded size: what comes later replaces what is in its place. It
 * keeps whole states, so that it never takes one for another.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_SEARCH_ITEMS_REFUTED_H
#define STEADYCAST_SOLVER_ITEMS_SEARCH_ITEMS_REFUTED_H

#include <stddef.h>

#include "automata/status.h"
#include "solver/items/search/items_state.h"

/* Memory that it takes, in bytes, or a little more. */
enum { ITEMS_REFUTED_ROOM = 1 << 26 };

struct items_refuted {
    size_t length; /* of a state */
    size_t places;
    int *since;       /* of each place: 1 + the earliest time at which it was refuted; 0: empty */
    item_set *states; /* owned, as `since` */
};

/* For states of `length` sets. */
enum status items_refuted_init(struct items_refuted *refuted, size_t length,
                               struct failure *failure);
void items_refuted_clear(struct items_refuted *refuted);

/* A state without a continuation at time s has none later. O(length). */
void items_refuted_add(struct items_refuted *refuted, const item_set *state, int s);
bool items_refuted_has(const struct items_refuted *refuted, const item_set *state, int s);

#endif
