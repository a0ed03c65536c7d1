/* SPDX-License-Identifier: MIT */
/*
 * The data that messages carry: each item, or operand, has its own, made from its number and the
 * seed; so every rank knows what it should have in the end. No MPI here.
 */
#ifndef STEADYCAST_TOOLS_PERFORM_ITEM_DATA_H
#define STEADYCAST_TOOLS_PERFORM_ITEM_DATA_H

#include "tools/perform/plan.h"

/* Receptions that MPI knows of before they are due, so that the data goes where it belongs. */
enum { ITEM_DATA_AHEAD = 64 };

struct item_data {
    const struct plan *plan; /* borrowed */
    int bytes;               /* of each item */
    unsigned long seed;
    unsigned char *items;  /* of all items, one behind the other; operands: what this rank has
                              combined of others, and then receptions, ITEM_DATA_AHEAD of them */
    unsigned char *wanted; /* of one item, or operand */
};

/* STATUS_MEMORY for refused memory: items * bytes. The caller ends with item_data_clear, also after
 * a failure. */
enum status item_data_make(struct item_data *data, const struct plan *plan, int bytes,
                           unsigned long seed, struct failure *failure);
void item_data_clear(struct item_data *data);

/* As it is before a performance: what has to be received is made wrong in every byte. */
void item_data_prepare(const struct item_data *data);

/* Where item 1..total is; operands: 1 what was combined, from 2 on receptions. */
unsigned char *item_data_of(const struct item_data *data, int item);

/* Operands are combined by adding their bytes. */
void item_data_add(const struct item_data *data, const unsigned char *operand, unsigned char *sum);

/* Adds the operand that is this rank's own. */
void item_data_add_own(const struct item_data *data, unsigned char *sum);

/*
 * As it should be in the end: every item, or all operands but its own, which is combined with them
 * at last; of a sum only the processor that sends nothing has them (`sends`: this one does).
 * STATUS_INTERNAL, with the first that is wrong. O(items * bytes).
 */
enum status item_data_compare(const struct item_data *data, bool sends, struct failure *failure);

#endif
