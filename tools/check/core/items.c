/* SPDX-License-Identifier: MIT */
#include "core/items.h"

#include "core/memory.h"

#include <stdlib.h>

enum { PAGE = 64, LEAF = ITEMS_LEAF, WORDS = LEAF / 64 };

struct holders {
    uint32_t missing; /* who has it not */
    uint64_t *leaf[]; /* [p / LEAF]: bits, or NULL */
};

static size_t leaves_of(const struct items *items) {
    return items->processors / LEAF + 1;
}

/* Of one item, when many have it. */
static uint64_t room_of_item(const struct items *items) {
    return sizeof(struct holders) +
           leaves_of(items) * (sizeof(uint64_t *) + WORDS * sizeof(uint64_t));
}

void items_init(struct items *items, uint32_t processors, uint32_t count, uint32_t each) {
    *items = (struct items){.processors = processors, .count = count, .each = each};
    items->pages = memory_zeroed(count / PAGE + 1, sizeof *items->pages);
    items->all = memory_zeroed(1, sizeof *items->all);
}

static void forget(const struct items *items, struct holders *holders) {
    for (size_t i = 0; i < leaves_of(items); i++)
        free(holders->leaf[i]);
    free(holders);
}

void items_clear(struct items *items) {
    for (uint32_t page = 0; page < items->used; page++) {
        for (int i = 0; items->pages[page] && i < PAGE; i++)
            if (items->pages[page][i] && items->pages[page][i] != items->all)
                forget(items, items->pages[page][i]);
        free(items->pages[page]);
    }
    free(items->pages);
    free(items->all);
}

/* Where its holders are; makes the page. */
static struct holders **place_of(struct items *items, uint32_t item) {
    uint32_t page = item / PAGE;
    if (!items->pages[page])
        items->pages[page] = memory_zeroed(PAGE, sizeof **items->pages);
    if (items->used <= page)
        items->used = page + 1;
    return &items->pages[page][item % PAGE];
}

/* NULL before the item is under way. */
static struct holders *holders_of(const struct items *items, uint32_t item) {
    struct holders **page = items->pages[item / PAGE];
    return page ? page[item % PAGE] : NULL;
}

bool items_begin(struct items *items, uint32_t item, bool *before) {
    *before = holders_of(items, item);
    if (*before)
        return true;
    if (room_of_item(items) > ITEMS_ROOM_LIMIT - items->room)
        return false;
    struct holders *holders =
        memory_zeroed(1, sizeof *holders + leaves_of(items) * sizeof holders->leaf[0]);
    holders->missing = items->processors - 1;
    *place_of(items, item) = holders;
    items->room += room_of_item(items);
    return true;
}

static bool holds(const struct holders *holders, uint32_t processor) {
    const uint64_t *leaf = holders->leaf[processor / LEAF];
    return leaf && leaf[processor % LEAF / 64] >> processor % 64 & 1;
}

bool items_has(const struct items *items, uint32_t item, uint32_t processor) {
    const struct holders *holders = holders_of(items, item);
    return holders && (holders == items->all || holds(holders, processor));
}

enum items_news items_give(struct items *items, uint32_t item, uint32_t processor) {
    if (items_has(items, item, processor))
        return ITEMS_TWICE;
    struct holders *holders = holders_of(items, item);
    uint64_t **leaf = &holders->leaf[processor / LEAF];
    if (!*leaf)
        *leaf = memory_zeroed(WORDS, sizeof **leaf);
    (*leaf)[processor % LEAF / 64] |= UINT64_C(1) << processor % 64;
    if (--holders->missing > 0)
        return ITEMS_NEW;
    forget(items, holders);
    *place_of(items, item) = items->all;
    items->room -= room_of_item(items);
    items->finished++;
    return ITEMS_NEW_TO_THE_LAST;
}

void items_missing(const struct items *items, uint32_t *item, uint32_t *processor) {
    for (*item = 1; holders_of(items, *item) == items->all;)
        ++*item;
    uint32_t source = (*item - 1) / items->each;
    for (*processor = 0; *processor == source || items_has(items, *item, *processor);)
        ++*processor;
}
