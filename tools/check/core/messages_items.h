/* Who has which item, while a list of messages is played; and the payload of lists of items.
 *
 * The source of an item has it by itself, which is not asked here. One bit for each processor
 * and each item that is under way, that is, has been sent and is not yet known to all; 16 bytes for
 * each item beside it, in pages that come with their first item and go with their last. These bits
 * and pages are counted, and no more than ITEMS_ROOM_LIMIT bytes of them are allocated. Room for
 * K / 64 pointers besides. Memory is used as it is needed: a line of the list asks for 3 KiB,
 * beside a page of the memory of the machine for these pointers. */
#ifndef STEADYCHECK_MESSAGES_ITEMS_H
#define STEADYCHECK_MESSAGES_ITEMS_H

#include "core/bits.h"
#include "core/messages_play.h"

#define ITEMS_ROOM_LIMIT ((uint64_t)1 << 32)

struct item_page;

/* What a list is to bring. Each of the first count / each processors has `each` items at first, and
 * item i of them from time (i-1) period on. */
struct item_list {
    uint32_t each, count; /* items of one source, and of all of them, 1..count */
    uint32_t period;      /* 0 if there are several sources */
    bool sends_any;       /* a source may send its item again */
    uint64_t delay;       /* comes out: the largest, from the source's having it to all having it */
    void *holdings;       /* of the payload */
};

/* Each processor gets every item once. The context is a struct item_list. */
extern const struct payload payload_items;

/* For payloads of items. When the source has it; when the last one has it, at the time at which
 * this reception begins; and faults. */
uint64_t item_list_release(const struct item_list *list, uint32_t item);
void item_list_brought(struct item_list *list, const struct player *player,
                       const struct message *message);
bool item_list_refuted_again(struct player *player, const struct message *message);
bool item_list_refuted_to_source(struct player *player, const struct message *message);
bool item_list_refuted_not_held(struct player *player, const struct message *message);
bool item_list_refuted_twice(struct player *player, const struct message *message);
bool item_list_refuted_missing(struct player *player, uint32_t processor, uint32_t item);

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
