/* SPDX-License-Identifier: MIT */
#include "rest/prices_whole.h"

#include "core/big.h"
#include "core/memory.h"
#include "rest/prices_states.h"

#include <stdlib.h>
#include <string.h>

/* A state has g + l + 1 counts. No sum of 2 * 64 numbers overflows. */
enum { WIDTH = 32, DEPTH_LIMIT = 1000, PROCESSORS_LIMIT = 64, BITS_LIMIT = 50, WORK_OF_STATE = 64 };

struct numbers {
    mpz_t *pay, *earn, *own;
};

/* Of one item at a value: held by each class, waiting, arriving at the next values. */
struct item {
    unsigned char counts[WIDTH];
    int64_t cost;
};

struct items {
    const struct prices_whole *whole;
    const struct numbers *numbers;
    uint32_t total; /* N */
    struct item *list, *next;
    size_t count, capacity, next_count, next_capacity;
};

static bool read_list(struct reader *reader, const char *key, mpz_t *numbers, uint32_t from,
                      uint32_t end) {
    if (!read_key(reader, key))
        return false;
    for (uint32_t i = from; i < end; i++) {
        if (!read_big(reader, key, numbers[i]))
            return false;
        if (mpz_sizeinbase(numbers[i], 2) > BITS_LIMIT)
            return read_malformed(reader, "prices of whole items are below 2^%d", BITS_LIMIT);
    }
    return read_line_end(reader);
}

/* As in prices_classes.c, but that what is sent has a price of its own. */
static bool check_class(const struct prices_whole *whole, const struct numbers *numbers, uint32_t e,
                        struct reader *reader) {
    struct prices own = {.latency = whole->latency, .depth = (whole->depth - e) / whole->gap};
    own.letters = own.depth + 1;
    own.pay = memory_zeroed(own.letters, sizeof *own.pay);
    own.earn = memory_zeroed(own.letters, sizeof *own.earn);
    for (uint32_t w = 0; w < own.letters; w++) {
        *own.pay[w] = *numbers->pay[e + whole->gap * w];
        *own.earn[w] = *numbers->earn[e + whole->gap * w];
    }
    *own.denominator = *numbers->own[e];
    bool right = prices_states_check(&own, reader);
    free(own.pay);
    free(own.earn);
    return right;
}

static int compare(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    int order = memcmp(x->counts, y->counts, WIDTH);
    return order ? order : (x->cost < y->cost) - (x->cost > y->cost);
}

/* `received` receive the value z, `sent` send it, which arrives at z-l; then z is one less. */
static void add(struct items *items, const struct item *item, uint32_t z, uint32_t received,
                uint32_t sent) {
    uint32_t g = items->whole->gap, l = items->whole->latency;
    items->next =
        memory_grow(items->next, &items->next_capacity, items->next_count + 1, sizeof *items->next);
    struct item *next = &items->next[items->next_count++];
    *next = *item;
    next->counts[z % g] = (unsigned char)(next->counts[z % g] + received);
    next->counts[g + l] = (unsigned char)sent;
    next->counts[g + 1] = (unsigned char)(next->counts[g + 1] + next->counts[g] - received);
    memmove(&next->counts[g], &next->counts[g + 1], l);
    next->counts[g + l] = 0;
    next->cost += mpz_get_si(items->numbers->pay[z]) * (int64_t)received -
                  mpz_get_si(items->numbers->earn[z]) * (int64_t)sent;
}

/* With the value e < g the last of class e receive the item. */
static void branch(struct items *items, const struct item *item, uint32_t z) {
    uint32_t g = items->whole->gap, held = item->counts[z % g], messages = 0;
    uint32_t missing = items->whole->processors[z % g] - held;
    for (uint32_t i = 0; i < WIDTH; i++)
        messages += item->counts[i];
    for (uint32_t h = z < g ? missing : 0; h <= missing && h <= item->counts[g]; h++)
        for (uint32_t E = 0; E == 0 || (z >= items->whole->latency && E <= held + h &&
                                        messages + E <= items->total);
             E++)
            add(items, item, z, h, E);
}

/* Of equal states only the dearest is kept. */
static bool pass(struct items *items, uint32_t z, struct reader *reader) {
    items->next_count = 0;
    for (size_t i = 0; i < items->count; i++) {
        size_t before = items->next_count;
        branch(items, &items->list[i], z);
        if (!read_charge(reader, WORK_OF_STATE * (items->next_count - before + 1)))
            return false;
    }
    if (items->next_count > 0)
        qsort(items->next, items->next_count, sizeof *items->next, compare);
    items->list =
        memory_grow(items->list, &items->capacity, items->next_count + 1, sizeof *items->list);
    items->count = 0;
    for (size_t i = 0; i < items->next_count; i++)
        if (i == 0 || memcmp(items->next[i].counts, items->next[i - 1].counts, WIDTH) != 0)
            items->list[items->count++] = items->next[i];
    return true;
}

/* Refuted if an item pays `most` or more. */
static bool check_items(struct items *items, int64_t most, struct reader *reader) {
    bool right = true;
    items->list = memory_grow(items->list, &items->capacity, 1, sizeof *items->list);
    items->list[0] = (struct item){.cost = 0};
    items->list[0].counts[items->whole->gap] = 1;
    items->count = 1;
    for (uint32_t z = items->whole->depth + 1; z-- > 0 && right;)
        right = pass(items, z, reader);
    for (size_t i = 0; i < items->count && right; i++)
        if (items->list[i].cost >= most)
            right = read_refuted(reader, "an item pays %lld, the processors %lld",
                                 (long long)items->list[i].cost, (long long)most);
    free(items->list);
    free(items->next);
    return right;
}

static bool check(const struct prices_whole *whole, const struct numbers *numbers,
                  struct reader *reader) {
    struct items items = {.whole = whole, .numbers = numbers};
    int64_t most = 0;
    bool none = false; /* a class without values cannot receive: there is no item */
    for (uint32_t e = 0; e < whole->gap; e++) {
        if (whole->processors[e] > PROCESSORS_LIMIT - items.total)
            return read_malformed(reader, "whole items are for %d processors at most",
                                  PROCESSORS_LIMIT);
        items.total += whole->processors[e];
        none = none || (e > whole->depth && whole->processors[e] > 0);
        most += mpz_get_si(numbers->own[e]) * (int64_t)whole->processors[e];
    }
    for (uint32_t e = 0; e < whole->gap && e <= whole->depth; e++)
        if (!check_class(whole, numbers, e, reader))
            return false;
    return none || check_items(&items, most, reader);
}

bool prices_whole_check(const struct prices_whole *whole, struct reader *reader) {
    uint32_t g = whole->gap, l = whole->latency, s = whole->depth;
    if (g + l >= WIDTH || s < l || s > DEPTH_LIMIT)
        return read_malformed(reader, "whole items are for g + l below %d, and s from l to %d",
                              WIDTH, DEPTH_LIMIT);
    size_t values = (size_t)s + 1;
    struct numbers numbers = {big_array_new(values), big_array_new(values), big_array_new(g)};
    bool right = read_list(reader, "pay", numbers.pay, 0, s + 1) &&
                 read_list(reader, "earn", numbers.earn, l, s + 1) &&
                 read_list(reader, "own", numbers.own, 0, g) && check(whole, &numbers, reader);
    big_array_free(numbers.pay, values);
    big_array_free(numbers.earn, values);
    big_array_free(numbers.own, g);
    return right;
}
