/* SPDX-License-Identifier: MIT */
#include "rest/messages_rotation.h"

#include "core/memory.h"
#include "core/messages_items.h"

#include <stdlib.h>

struct rotation {
    uint32_t missing; /* items that processor 0 has not yet */
    uint64_t marks[]; /* a bit for each item: it was received; or, of its own ones, sent */
};

static void rotation_open(struct player *player) {
    struct item_list *list = player->context;
    struct rotation *rotation = memory_zeroed(list->count / 64 + 2, sizeof *rotation->marks);
    list->delay = 0;
    list->holdings = rotation;
    rotation->missing = list->count - list->each;
}

static void rotation_close(struct player *player) {
    struct item_list *list = player->context;
    free(list->holdings);
}

static bool is_own(const struct item_list *list, uint32_t item) {
    return item <= list->each;
}

static bool is_marked(const struct item_list *list, uint32_t item) {
    const struct rotation *rotation = list->holdings;
    return rotation->marks[item / 64] >> item % 64 & 1;
}

/* False, and no change, if it is marked. */
static bool mark(struct item_list *list, uint32_t item) {
    struct rotation *rotation = list->holdings;
    if (is_marked(list, item))
        return false;
    rotation->marks[item / 64] |= UINT64_C(1) << item % 64;
    return true;
}

/* The message goes from processor 0, and the other one of the same line comes to it: from -to, who
 * sends what processor 0 does, with all numbers turned by -to. */
static void turn(const struct item_list *list, struct message *message) {
    uint64_t by = (uint64_t)message->to * list->each, count = list->count;
    message->to = 0;
    message->load = (uint32_t)((message->load - 1 + count - by) % count) + 1;
}

static bool rotation_send(struct player *player, struct message *message, bool last) {
    struct item_list *list = player->context;
    struct message sent = *message;
    (void)last;
    turn(list, message);
    if (is_own(list, message->load))
        return item_list_refuted_to_source(player, message);
    if (!is_own(list, sent.load))
        return is_marked(list, sent.load) || item_list_refuted_not_held(player, &sent);
    return mark(list, sent.load) || list->sends_any || item_list_refuted_again(player, &sent);
}

/* What processor 0 receives is received by all, each another item, so nobody is later. */
static bool rotation_receive(struct player *player, const struct message *message) {
    struct item_list *list = player->context;
    struct rotation *rotation = list->holdings;
    if (!mark(list, message->load))
        return item_list_refuted_twice(player, message);
    rotation->missing--;
    item_list_brought(list, player, message);
    return true;
}

static bool rotation_end(struct player *player) {
    const struct item_list *list = player->context;
    const struct rotation *rotation = list->holdings;
    uint32_t item = list->each + 1;
    if (rotation->missing == 0)
        return true;
    while (is_marked(list, item))
        item++;
    return item_list_refuted_missing(player, 0, item);
}

const struct payload payload_rotation = {.name = "rotation",
                                         .open = rotation_open,
                                         .send = rotation_send,
                                         .receive = rotation_receive,
                                         .end = rotation_end,
                                         .close = rotation_close};
