/* SPDX-License-Identifier: MIT */
/* Kind messages: a list of messages that bring items is played under its model, in one pass over
 * the file. Room: what the model keeps for each processor (postal: 4 bytes), 24 bytes for each
 * message on its way, and what is said below for the items under way. Memory for processors and
 * items that no line names is not used. */
#pragma once

#include "core/messages_play.h"

/* Who has which item, of those that sources send to all others.
 *
 * The source of an item has it by itself, which is not asked here. One bit for each processor and
 * each item that is under way, that is, has been sent and is not yet known to all, in leaves that
 * come with the first processor of theirs. Beside these a pointer for each item, in pages that come
 * with their first item. */

/* Processors of a leaf; an item that begins has a pointer for each leaf. */
enum { ITEMS_LEAF = 1 << 12 };

struct holders;

struct items {
    uint32_t processors, count; /* items are 1..count */
    uint32_t each;              /* items of one source, the first ones of processor 0 */
    uint32_t finished;          /* items that all have */
    struct holders *all;        /* stands for an item that all have */
    struct holders ***pages;    /* of pointers; NULL as long as none of their items has begun */
};

void items_init(struct items *items, uint32_t processors, uint32_t count, uint32_t each);

/* The item is on its way from now on. Was it before? */
bool items_begin(struct items *items, uint32_t item);

/* Does this processor, not the source of the item, have it? */
bool items_has(const struct items *items, uint32_t item, uint32_t processor);

enum items_news { ITEMS_TWICE, ITEMS_NEW, ITEMS_NEW_TO_THE_LAST };

/* The processor, not its source, gets the item, which has begun; ITEMS_TWICE, and no change, if it
 * had it. */
enum items_news items_give(struct items *items, uint32_t item, uint32_t processor);

/* The payload of lists of messages that bring items: one for each message, whose sender has it, and
 * whose receiver does not. What a list is to bring. Each of the first count / each processors has
 * `each` items at first, and item i of them from time (i-1) period on. */
struct item_list {
    uint32_t each, count; /* items of one source, and of all of them, 1..count */
    uint32_t period;      /* 0 if there are several sources */
    bool sends_any;       /* a source may send its item again */
    uint64_t delay;       /* comes out: the largest, from the source's having it to all having it */
    void *holdings;       /* of the payload */
};

/* For payloads of items. The last of all has it, when this reception is over; and faults. */
void item_list_brought(struct item_list *list, const struct player *player,
                       const struct message *message);
_Noreturn void item_list_refuted_again(struct player *player, const struct message *message);
_Noreturn void item_list_refuted_to_source(struct player *player, const struct message *message);
_Noreturn void item_list_refuted_not_held(struct player *player, const struct message *message);
_Noreturn void item_list_refuted_twice(struct player *player, const struct message *message);
_Noreturn void item_list_refuted_missing(struct player *player, uint32_t processor, uint32_t item);

/* What the program at hand takes beside lists in which each message stands for itself, up to NULL:
 * payloads of lists in rotation, of a struct item_list, each asked for by a line with its name
 * behind `origins all`. It defines them. */
extern const struct payload *const messages_payloads[];
