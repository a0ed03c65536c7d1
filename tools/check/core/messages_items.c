#include "core/messages_items.h"

#include "core/memory.h"

#include <stdlib.h>

enum { PAGE_ITEMS = 64 };

struct item {
    void *has;        /* processors (bits.h); NULL before and after the item is under way */
    uint32_t missing; /* who has it not */
    bool begun;
};

struct item_page {
    uint32_t finished;
    struct item items[PAGE_ITEMS];
};

/* Stands for a page of which all items are finished. */
static struct item_page finished_page;

static uint32_t page_of(uint32_t item) {
    return (item - 1) / PAGE_ITEMS;
}

static uint32_t page_size(const struct items *items, uint32_t page) {
    uint32_t left = items->count - page * PAGE_ITEMS;
    return left < PAGE_ITEMS ? left : PAGE_ITEMS;
}

static struct item *item_at(const struct items *items, uint32_t item) {
    return &items->pages[page_of(item)]->items[(item - 1) % PAGE_ITEMS];
}

void items_init(struct items *items, uint32_t processors, uint32_t count, uint32_t each) {
    *items = (struct items){.count = count, .each = each, .shape = bits_shape_of(processors)};
    items->pages = memory_zeroed((size_t)page_of(count) + 1, sizeof *items->pages);
}

/* Of one item, when many have it. */
static uint64_t bits_size(const struct items *items) {
    return ((uint64_t)items->shape.bound / 64 + 1) * sizeof(uint64_t);
}

static struct item_page *new_page(struct items *items, uint32_t page) {
    items->room += sizeof(struct item_page);
    if (page >= items->used)
        items->used = page + 1;
    return memory_zeroed(1, sizeof(struct item_page));
}

static void free_page(const struct items *items, struct item_page *page) {
    if (!page || page == &finished_page)
        return;
    for (uint32_t i = 0; i < PAGE_ITEMS; i++)
        if (page->items[i].has)
            bits_free(&items->shape, page->items[i].has);
    free(page);
}

void items_clear(struct items *items) {
    for (uint32_t page = 0; page < items->used; page++)
        free_page(items, items->pages[page]);
    free(items->pages);
}

enum items_beginning items_begin(struct items *items, uint32_t item) {
    struct item_page **page = &items->pages[page_of(item)];
    if (*page == &finished_page || (*page && item_at(items, item)->begun))
        return ITEMS_BEGAN_BEFORE;
    uint64_t need = bits_size(items) + (*page ? 0 : sizeof **page);
    if (need > ITEMS_ROOM_LIMIT - items->room)
        return ITEMS_TOO_MANY;
    if (!*page)
        *page = new_page(items, page_of(item));
    struct item *it = item_at(items, item);
    it->begun = true;
    it->missing = items->shape.bound - 1;
    it->has = bits_new(&items->shape);
    items->room += bits_size(items);
    return ITEMS_BEGINS;
}

bool items_has(const struct items *items, uint32_t item, uint32_t processor) {
    const struct item_page *page = items->pages[page_of(item)];
    if (!page || page == &finished_page)
        return page == &finished_page;
    const struct item *it = item_at(items, item);
    return it->has ? bits_has(&items->shape, it->has, processor) : it->begun;
}

static void finish(struct items *items, uint32_t item) {
    struct item_page **page = &items->pages[page_of(item)];
    struct item *it = item_at(items, item);
    bits_free(&items->shape, it->has);
    it->has = NULL;
    items->room -= bits_size(items);
    items->finished++;
    if (++(*page)->finished == page_size(items, page_of(item))) {
        items->room -= sizeof **page;
        free(*page);
        *page = &finished_page;
    }
}

enum items_news items_give(struct items *items, uint32_t item, uint32_t processor) {
    if (items->pages[page_of(item)] == &finished_page)
        return ITEMS_TWICE;
    struct item *it = item_at(items, item);
    if (!it->has || bits_has(&items->shape, it->has, processor))
        return ITEMS_TWICE;
    bits_put(&items->shape, it->has, processor);
    if (--it->missing > 0)
        return ITEMS_NEW;
    finish(items, item);
    return ITEMS_NEW_TO_THE_LAST;
}

static bool is_missing(const struct items *items, uint32_t item) {
    const struct item_page *page = items->pages[page_of(item)];
    return !page ||
           (page != &finished_page && (item_at(items, item)->has || !item_at(items, item)->begun));
}

void items_missing(const struct items *items, uint32_t *item, uint32_t *processor) {
    uint32_t page = 0;
    while (items->pages[page] == &finished_page)
        page++;
    for (*item = page * PAGE_ITEMS + 1; !is_missing(items, *item);)
        ++*item;
    uint32_t source = (*item - 1) / items->each;
    *processor = 0;
    while (*processor == source || items_has(items, *item, *processor))
        ++*processor;
}

/* --- the payload --- */

uint64_t item_list_release(const struct item_list *list, uint32_t item) {
    return (uint64_t)(item - 1) * list->period;
}

void item_list_brought(struct item_list *list, const struct player *player,
                       const struct message *message) {
    uint64_t delay = player->finish - item_list_release(list, message->load);
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
    enum items_beginning beginning = items_begin(list->holdings, message->load);
    uint64_t release = item_list_release(list, message->load);
    if (beginning == ITEMS_TOO_MANY)
        return read_malformed(player->reader,
                              "too large: the items under way for %u processors take more than "
                              "%llu bytes",
                              player->machine.processors, (unsigned long long)ITEMS_ROOM_LIMIT);
    if (message->sent < release)
        return machine_refuted(player->reader, message,
                               "the source sends item %u at time %u and has it from %llu on",
                               message->load, message->sent, (unsigned long long)release);
    return beginning != ITEMS_BEGAN_BEFORE || list->sends_any ||
           item_list_refuted_again(player, message);
}

static bool items_send(struct player *player, struct message *message, bool last) {
    const struct item_list *list = player->context;
    (void)last;
    if (is_source(list, message->to, message->load))
        return item_list_refuted_to_source(player, message);
    if (is_source(list, message->from, message->load))
        return check_source(player, message);
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
