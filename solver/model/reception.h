/* SPDX-License-Identifier: MIT */
/* Who receives which item when: the reception table of a schedule (Karp et al. 1993, Figure 2),
 * for any stretch of processors and times.
 *
 * Items are numbered 1, 2, ..; the source emits item i at time i-1, its root receives it at i-1+L.
 * The value v received at time s belongs to item s+v-(L+t)+1; items below 1 do not exist, the table
 * starts empty.
 *
 * Every processor runs a word again and again, from a time of its own on. In a block of size r with
 * the head v the words begin at the times L+t-v .. L+t-v+r-1, with the head, which is the item i
 * with i-1 = 0 .. r-1 (mod r), and the letter w_p follows p steps later. Any other word of length n
 * begins at the times 0, T, 2T, .. < n; T = 1 for stationary ones. */
#pragma once

#include <stdbool.h>

#include "solver/model/schedule.h"

/* A word, and the rows of the table that run it: as often as it is there, length/step of them. */
struct role {
    size_t length;
    int head;          /* the value received at position 0 */
    const int *others; /* at positions 1..length-1; borrowed from the schedule or table */
    bool *sent_on;     /* is the item received at this position sent on, then or later? */
    long begin;        /* a time when the first row begins its word */
    int step;          /* each further row so much later */
    long rows;         /* at most LONG_MAX / 4 */
};

/* The roles in the order of the table's rows. */
struct reception_table {
    int latency, depth;
    size_t role_count;
    struct role *roles;
    int *leaves; /* of the blocks, which roles borrow */
    size_t leaf_count;
};

/* `table` is not initialised before, and borrows the schedule, which has been checked and whose
 * blocks are ordered. The roles are its blocks, the receive-only processor, and its words, in their
 * order. O(all lengths). */
enum status reception_of_schedule(struct reception_table *table, const struct schedule *periodic,
                                  struct failure *failure);
void reception_clear(struct reception_table *table);

/* One row of the table: a processor. */
struct receiver {
    const struct role *role;
    long begin; /* a time when it begins its word */
    bool first; /* of those that run one copy of the word */
};

struct reception {
    long item; /* 0: nothing */
    bool head; /* it is sent on, at this step or later ones */
};

/* The rows `first`..`first`+`room`-1 of the table; returns how many there are. */
int receivers_list(const struct reception_table *table, long first, int room,
                   struct receiver *receivers);

/* What the receiver receives at time `time` >= 0. */
struct reception receiver_receives(const struct reception_table *table,
                                   const struct receiver *receiver, long time);
