/* SPDX-License-Identifier: MIT */
/* The payload of lists of messages that bring items: one for each message, whose sender has it, and
 * whose receiver does not. */
#ifndef STEADYCHECK_MESSAGES_ITEMS_H
#define STEADYCHECK_MESSAGES_ITEMS_H

#include "core/messages_play.h"

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

/* For payloads of items. The last of all has it, when this reception is over; and faults. */
void item_list_brought(struct item_list *list, const struct player *player,
                       const struct message *message);
bool item_list_refuted_again(struct player *player, const struct message *message);
bool item_list_refuted_to_source(struct player *player, const struct message *message);
bool item_list_refuted_not_held(struct player *player, const struct message *message);
bool item_list_refuted_twice(struct player *player, const struct message *message);
bool item_list_refuted_missing(struct player *player, uint32_t processor, uint32_t item);

#endif
