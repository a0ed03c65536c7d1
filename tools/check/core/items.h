/* Who has which item, of those that sources send to all others.
 *
 * The source of an item has it by itself, which is not asked here. One bit for each processor
 * and each item that is under way, that is, has been sent and is not yet known to all; 16 bytes for
 * each item beside it, in pages that come with their first item and go with their last. These bits
 * and pages are counted, and no more than ITEMS_ROOM_LIMIT bytes of them are allocated. Room for
 * K / 64 pointers besides. Memory is used as it is needed: an item and who gets it ask for 3 KiB at
 * most, beside a page of the memory of the machine for these pointers. */
#ifndef STEADYCHECK_ITEMS_H
#define STEADYCHECK_ITEMS_H

#include "core/bits.h"

#define ITEMS_ROOM_LIMIT ((uint64_t)1 << 32)

struct item_page;

struct items {
    struct bits_shape shape; /* of sets of processors, some of which are sources */
    uint32_t count;          /* of items, 1..count */
    uint32_t each;           /* items of one source, the first ones of processor 0 */
    uint32_t finished;       /* items that all have */
    uint64_t room;           /* bytes of bits and pages, at most */
    struct item_page **pages;
    uint32_t used; /* pages before this one have been */
};

void items_init(struct items *items, uint32_t processors, uint32_t count, uint32_t each);
void items_clear(struct items *items);

enum items_beginning { ITEMS_BEGINS, ITEMS_BEGAN_BEFORE, ITEMS_TOO_MANY };

/* The item is on its way from now on; later calls change nothing. ITEMS_TOO_MANY, with the item not
 * begun, if it would take too much room. */
enum items_beginning items_begin(struct items *items, uint32_t item);

/* Does this processor, not the source of the item, have it? */
bool items_has(const struct items *items, uint32_t item, uint32_t processor);

enum items_news { ITEMS_TWICE, ITEMS_NEW, ITEMS_NEW_TO_THE_LAST };

/* The processor, not its source, gets the item, which has begun; ITEMS_TWICE, and no change, if it
 * had it. */
enum items_news items_give(struct items *items, uint32_t item, uint32_t processor);

/* An item that somebody has not, and who: the first of each. Contract: finished < count. */
void items_missing(const struct items *items, uint32_t *item, uint32_t *processor);

#endif
