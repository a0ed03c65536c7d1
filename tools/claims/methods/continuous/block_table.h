/* SPDX-License-Identifier: MIT */
/*
 * A table of receptions and sendings of one block, and of those that serve it, item by item: what
 * the rules of section 3.4 of Karp et al. 1993 come to. Times count from t; items from 1 on.
 *
 * Whoever gets two messages at one time, or sends two, or sends what it does not have, is a fault.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_KARP_BLOCK_TABLE_H
#define STEADYCAST_TOOLS_CLAIM_KARP_BLOCK_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

struct block_table {
    int latency, size;
    int items;
    int first, times; /* times first..first+times-1 */
    int rows;         /* senders: p_1..p_r are 0..r-1, those of other blocks follow */
    int *received;    /* [processor times + time]: item, or 0; owned */
    int *sent;        /* [row times + time]; owned */
    int *has;         /* [processor items + item-1]: when it is received; NEVER; owned */
    int last;         /* time of the last reception */
    char fault[200];  /* empty: none so far */
};

enum { BLOCK_TABLE_NEVER = -1000000 };

/* Room for up to `items` items, `others` senders outside of the block. */
enum status block_table_init(struct block_table *table, int latency, int size, int items,
                             int others, struct failure *failure);
void block_table_clear(struct block_table *table);

/* Empties it, for so many items of those that there is room for; then p_{i mod r} receives its
 * active items, i at t+i-r, and sends each for the first `active` times in a row. */
void block_table_begin(struct block_table *table, int items, int active);

/* Row `sender`, who has the item since `since`, sends it to p_to, who receives it at `time`. */
void block_table_send(struct block_table *table, int item, int sender, int since, int to, int time);

/* The same for a message that goes to another block: `time` is when it arrives there. */
void block_table_give(struct block_table *table, int item, int sender, int since, int time);

/* p_{i mod r}, as a row: 0..r-1. */
static inline int block_table_active(const struct block_table *table, int item) {
    return (item - 1) % table->size;
}

/* No fault, and everybody has received every item. */
bool block_table_is_right(struct block_table *table);

#endif
