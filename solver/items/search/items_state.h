/* SPDX-License-Identifier: MIT */
/* The states of a search for a broadcast of K items, time by time: which items each of the N
 * processors beside the source holds, and which are on their way to it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/items/items_question.h"

/* Sets of items: bit c for item c+1. */
typedef uint32_t item_set;
static inline int item_set_size(item_set set) {
    int size = 0;
    for (; set; set &= set - 1)
        size++;
    return size;
}

enum { ITEMS_STATE_MOST = 32, ITEMS_STATE_MOST_TIME = 1000 }; /* of items, of processors; of T */

/* A state before the messages of time s are sent is N rows of L sets. The first set of a row holds
 * what the processor has at time s, set d = 1..L-1 what it receives at time s+d. The sets of a row
 * are disjoint. */
struct items_space {
    struct items_question question;
    int time; /* T */
};

/* All that a row has or receives. */
static inline item_set items_row_all(const struct items_space *space, const item_set *row) {
    item_set all = 0;
    for (int d = 0; d < space->question.latency; d++)
        all |= row[d];
    return all;
}

/* The number of receptions that are still to be sent for. O(N L). */
int items_state_missing(const struct items_space *space, const item_set *state);

/* The items that the source has not sent to anybody yet. O(N L). */
item_set items_state_new(const struct items_space *space, const item_set *state);

/* The state before time s+1, when row q is sent the items chosen[q] at time s; they are disjoint
 * from what it has. O(N L). */
void items_state_next(const struct items_space *space, const item_set *state,
                      const item_set *chosen, item_set *next);

/* How many messages can be sent at times s+1..T-L, by counting, if as many as possible are sent at
 * time s. `rows` has room for T+L+1 numbers. O(N L + T). */
long items_state_later(const struct items_space *space, const item_set *state, int s, int *rows);

/* Whether counting shows that not all can be done in time: the messages from time s on are too few
 * for what is missing, or for one row, or one item can't spread fast enough, where of the new items
 * no more than p are sent first at a time. False says nothing. `rows` as above. O(K (N L + T)). */
bool items_state_hopeless(const struct items_space *space, const item_set *state, int s, int *rows);

/* The state with items renamed and rows sorted, so that many states that differ in no more than
 * names of rows and items become equal (not all of them). `image` has room for a state. O(N K L +
 * N^2 L + K^2). */
void items_state_canonical(const struct items_space *space, const item_set *state, item_set *image);

/* --- refuted states --- */

/* A memory of bounded size: what comes later replaces what is in its place. It keeps whole states,
 * so that it never takes one for another. This is what it takes, in bytes, or a little more. */
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
