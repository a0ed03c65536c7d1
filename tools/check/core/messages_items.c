/* SPDX-License-Identifier: MIT */
#include "core/messages_items.h"

#include "core/items.h"
#include "core/memory.h"

#include <stdlib.h>

/* When the source has it. */
static uint64_t release_of(const struct item_list *list, uint32_t item) {
    return (uint64_t)(item - 1) * list->period;
}

void item_list_brought(struct item_list *list, const struct player *player,
                       const struct message *message) {
    uint64_t delay = player->finish - release_of(list, message->load);
    if (delay > list->delay)
        list->delay = delay;
}

bool item_list_refuted_again(struct player *player, const struct message *message) {
    return machine_refuted(player->reader, message,
                           "the source sends item %u again at time %u: the list says "
                           "'sends single'",
                           message->load, message->sent);
}

bool item_list_refuted_to_source(struct player *player, const struct message *message) {
    return machine_refuted(player->reader, message, "item %u is sent to the source at time %u",
                           message->load, message->sent);
}

bool item_list_refuted_not_held(struct player *player, const struct message *message) {
    return machine_refuted(player->reader, message,
                           "processor %u sends item %u at time %u and does not have it",
                           message->from, message->load, message->sent);
}

bool item_list_refuted_twice(struct player *player, const struct message *message) {
    return machine_refuted(player->reader, message,
                           "processor %u receives item %u at time %u and has it already",
                           message->to, message->load, message->received);
}

bool item_list_refuted_missing(struct player *player, uint32_t processor, uint32_t item) {
    return read_refuted(player->reader, "processor %u never receives item %u", processor, item);
}

static void items_open(struct player *player) {
    struct item_list *list = player->context;
    list->delay = 0;
    list->holdings = memory_zeroed(1, sizeof(struct items));
    items_init(list->holdings, player->machine.processors, list->count, list->each);
}

static void items_close(struct player *player) {
    struct item_list *list = player->context;
    items_clear(list->holdings);
    free(list->holdings);
}

/* Without a division, for millions of messages. */
static bool is_source(const struct item_list *list, uint32_t processor, uint32_t item) {
    return item - 1 - (uint64_t)processor * list->each < list->each;
}

static bool check_source(struct player *player, const struct message *message) {
    struct item_list *list = player->context;
    uint64_t release = release_of(list, message->load);
    bool before;
    if (!items_begin(list->holdings, message->load, &before))
        return read_malformed(player->reader,
                              "too large: the items under way for %u processors take more than "
                              "%llu bytes",
                              player->machine.processors, (unsigned long long)ITEMS_ROOM_LIMIT);
    if (message->sent < release)
        return machine_refuted(player->reader, message,
                               "the source sends item %u at time %u and has it from %llu on",
                               message->load, message->sent, (unsigned long long)release);
    return !before || list->sends_any || item_list_refuted_again(player, message);
}

static bool items_send(struct player *player, struct message *message, bool last) {
    const struct item_list *list = player->context;
    (void)last;
    if (is_source(list, message->to, message->load))
        return item_list_refuted_to_source(player, message);
    if (is_source(list, message->from, message->load))
        return read_charge(player->reader, player->machine.processors / ITEMS_LEAF) &&
               check_source(player, message);
    return items_has(list->holdings, message->load, message->from) ||
           item_list_refuted_not_held(player, message);
}

static bool items_receive(struct player *player, const struct message *message) {
    struct item_list *list = player->context;
    enum items_news news = items_give(list->holdings, message->load, message->to);
    if (news == ITEMS_NEW_TO_THE_LAST)
        item_list_brought(list, player, message);
    return news != ITEMS_TWICE || item_list_refuted_twice(player, message);
}

static bool items_end(struct player *player) {
    struct item_list *list = player->context;
    const struct items *items = list->holdings;
    uint32_t item, processor;
    if (items->finished == items->count)
        return true;
    items_missing(items, &item, &processor);
    return item_list_refuted_missing(player, processor, item);
}

const struct payload payload_items = {.open = items_open,
                                      .send = items_send,
                                      .receive = items_receive,
                                      .end = items_end,
                                      .close = items_close};
