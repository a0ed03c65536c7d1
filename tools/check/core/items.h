/* SPDX-License-Identifier: MIT */
/* Who has which item, of those that sources send to all others.
 *
 * The source of an item has it by itself, which is not asked here. One bit for each processor and
 * each item that is under way, that is, has been sent and is not yet known to all, in leaves that
 * come with the first processor of theirs: no more than ITEMS_ROOM_LIMIT bytes. Beside these a
 * pointer for each item, in pages that come with their first item. So an item and who gets it ask
 * for 3 KiB at most, beside what the machine's memory has as pages. */
#ifndef STEADYCHECK_ITEMS_H
#define STEADYCHECK_ITEMS_H

#include <stdbool.h>
#include <stdint.h>

/* Processors of a leaf; an item that begins has a pointer for each leaf. */
enum { ITEMS_LEAF = 1 << 12 };
#define ITEMS_ROOM_LIMIT ((uint64_t)1 << 32)

struct holders;

struct items {
    uint32_t processors, count; /* items are 1..count */
    uint32_t each;              /* items of one source, the first ones of processor 0 */
    uint32_t finished;          /* items that all have */
    uint64_t room;              /* bytes of the items under way, at most */
    struct holders *all;        /* stands for an item that all have */
    struct holders ***pages;    /* of pointers; NULL as long as none of their items has begun */
    uint32_t used;              /* pages before this one may have begun */
};

void items_init(struct items *items, uint32_t processors, uint32_t count, uint32_t each);
void items_clear(struct items *items);

/* The item is on its way from now on, if it was not *before. False, with the item not begun, if it
 * would take too much room. */
bool items_begin(struct items *items, uint32_t item, bool *before);

/* Does this processor, not the source of the item, have it? */
bool items_has(const struct items *items, uint32_t item, uint32_t processor);

enum items_news { ITEMS_TWICE, ITEMS_NEW, ITEMS_NEW_TO_THE_LAST };

/* The processor, not its source, gets the item, which has begun; ITEMS_TWICE, and no change, if it
 * had it. */
enum items_news items_give(struct items *items, uint32_t item, uint32_t processor);

/* An item that somebody has not, and who: the first of each. Contract: finished < count. */
void items_missing(const struct items *items, uint32_t *item, uint32_t *processor);

#endif
