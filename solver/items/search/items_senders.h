/* SPDX-License-Identifier: MIT */
/*
 * The messages of one time in a search for a broadcast of K items: each has an item and a receiver,
 * and some sender that has the item, no more than p for each sender. They are matched by
 * augmenting paths, so that a message finds a sender whenever one can be freed.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_SEARCH_ITEMS_SENDERS_H
#define STEADYCAST_SOLVER_ITEMS_SEARCH_ITEMS_SENDERS_H

#include "solver/items/search/items_state.h"

struct items_sending {
    int from; /* 0 is the source */
    int to;   /* row + 1 */
    int item; /* from 0 */
};

struct items_senders {
    const struct items_space *space;
    const item_set *state;
    item_set source;                /* what the source may send */
    int load[ITEMS_STATE_MOST + 1]; /* messages of each processor */
    int count;
    struct items_sending list[ITEMS_STATE_MOST * ITEMS_STATE_MOST];
};

/* No message yet. With single sending the source may send new items alone. */
void items_senders_init(struct items_senders *senders, const struct items_space *space,
                        const item_set *state);

/* Adds a message if there is a sender for it. The others may get other senders. O(messages * N). */
bool items_senders_add(struct items_senders *senders, int to, int item);

/* Takes the last message away. */
void items_senders_drop(struct items_senders *senders);

#endif
