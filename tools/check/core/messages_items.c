#include "core/messages_items.h"

#include "core/memory.h"

#include <stdlib.h>

enum { PAGE_ITEMS = 1024 };

struct item {
    uint64_t *has;    /* a bit for each processor; NULL before and after the item is under way */
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

static bool has_bit(const struct item *item, uint32_t processor) {
    return item->has[processor / 64] >> processor % 64 & 1;
}

void items_init(struct items *items, uint32_t processors, uint32_t count, uint32_t each) {
    *items = (struct items){.processors = processors, .count = count, .each = each};
    items->pages = memory_zeroed((size_t)page_of(count) + 1, sizeof *items->pages);
}

uint32_t items_source(const struct items *items, uint32_t item) {
    return (item - 1) / items->each;
}

static uint64_t bits_size(const struct items *items) {
    return ((uint64_t)items->processors / 64 + 1) * sizeof(uint64_t);
}

static struct item_page *new_page(struct items *items) {
    items->room += sizeof(struct item_page);
    return memory_zeroed(1, sizeof(struct item_page));
}

static void free_page(struct item_page *page) {
    if (!page || page == &finished_page)
        return;
    for (uint32_t i = 0; i < PAGE_ITEMS; i++)
        free(page->items[i].has);
    free(page);
}

void items_clear(struct items *items) {
    for (uint32_t page = 0; page <= page_of(items->count); page++)
        free_page(items->pages[page]);
    free(items->pages);
}

static uint64_t *new_bits(struct items *items) {
    items->room += bits_size(items);
    return memory_zeroed(bits_size(items), 1);
}

static void free_bits(struct items *items, uint64_t *bits) {
    items->room -= bits_size(items);
    free(bits);
}

enum items_beginning items_begin(struct items *items, uint32_t item) {
    struct item_page **page = &items->pages[page_of(item)];
    if (*page == &finished_page || (*page && item_at(items, item)->begun))
        return ITEMS_BEGAN_BEFORE;
    uint64_t need = bits_size(items) + (*page ? 0 : sizeof **page);
    if (need > ITEMS_ROOM_LIMIT - items->room)
        return ITEMS_TOO_MANY;
    if (!*page)
        *page = new_page(items);
    struct item *it = item_at(items, item);
    it->begun = true;
    it->missing = items->processors - 1;
    it->has = new_bits(items);
    return ITEMS_BEGINS;
}

bool items_has(const struct items *items, uint32_t item, uint32_t processor) {
    const struct item_page *page = items->pages[page_of(item)];
    if (!page || page == &finished_page)
        return page == &finished_page;
    const struct item *it = item_at(items, item);
    return it->has ? has_bit(it, processor) : it->begun;
}

static void finish(struct items *items, uint32_t item) {
    struct item_page **page = &items->pages[page_of(item)];
    struct item *it = item_at(items, item);
    free_bits(items, it->has);
    it->has = NULL;
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
    if (!it->has || has_bit(it, processor))
        return ITEMS_TWICE;
    it->has[processor / 64] |= UINT64_C(1) << processor % 64;
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
    uint32_t source = items_source(items, *item);
    *processor = 0;
    while (*processor == source || items_has(items, *item, *processor))
        ++*processor;
}
