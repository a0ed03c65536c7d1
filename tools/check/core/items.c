#include "core/items.h"

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
