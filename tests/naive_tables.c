/* SPDX-License-Identifier: MIT */
#include "tests/naive_tables.h"

#include <stdlib.h>
#include <string.h>

/* More than any item has, the source's with them. */
enum { MESSAGES = NAIVE_TABLES_PROCESSORS * (NAIVE_TABLES_DEPTH + 1) + 1 };

struct table {
    int latency, gap, depth, items, processors;
    int class[NAIVE_TABLES_PROCESSORS], level[NAIVE_TABLES_PROCESSORS][NAIVE_TABLES_ITEMS];
    int messages[NAIVE_TABLES_ITEMS][MESSAGES],
        count[NAIVE_TABLES_ITEMS]; /* values of each item with which its messages come */
};

static int descending(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

/* Each reception of each item has a message of its own: the largest ones, in order. */
static bool is_matched(const struct table *table) {
    for (int i = 0; i < table->items; i++) {
        int values[NAIVE_TABLES_PROCESSORS], messages[MESSAGES], count = table->count[i];
        for (int p = 0; p < table->processors; p++)
            values[p] = table->class[p] + table->gap * table->level[p][i];
        memcpy(messages, table->messages[i], sizeof messages);
        messages[count++] = table->depth;
        qsort(values, (size_t)table->processors, sizeof(int), descending);
        qsort(messages, (size_t)count, sizeof(int), descending);
        for (int k = 0; k < table->processors; k++)
            if (k >= count || messages[k] < values[k])
                return false;
    }
    return true;
}

static bool try_item(struct table *table, int p, int i);

/* In step `step` the processor sends some item that it holds; one message more harms nobody. */
static bool try_send(struct table *table, int p, int step) {
    bool sent = false;
    if (step == table->items)
        return try_item(table, p + 1, 0);
    for (int i = 0; i < table->items; i++) {
        int value = table->class[p] + table->gap * (i - step);
        if (i < step || i - step > table->level[p][i] || value < table->latency)
            continue;
        sent = true;
        table->messages[i][table->count[i]++] = value - table->latency;
        bool found = try_send(table, p, step + 1);
        table->count[i]--;
        if (found)
            return true;
    }
    return !sent && try_send(table, p, step + 1);
}

static bool try_item(struct table *table, int p, int i) {
    if (p == table->processors)
        return is_matched(table);
    if (i == table->items)
        return try_send(table, p, -NAIVE_TABLES_DEPTH);
    for (int x = 0; table->class[p] + table->gap * x <= table->depth; x++) {
        bool taken = false;
        for (int j = 0; j < i; j++)
            taken = taken || j - table->level[p][j] == i - x;
        table->level[p][i] = x;
        if (!taken && try_item(table, p, i + 1))
            return true;
    }
    return false;
}

bool naive_tables_exist(int latency, int gap, int depth, const int *processors, int items) {
    struct table table = {latency, gap, depth, items, 0, {0}, {{0}}, {{0}}, {0}};
    for (int e = 0; e < gap; e++)
        for (int k = 0; k < processors[e]; k++)
            table.class[table.processors++] = e;
    return try_item(&table, 0, 0);
}

bool naive_tables_next(int *processors, int gap) {
    int last = processors[gap - 1], e = gap - 2;
    processors[gap - 1] = 0;
    while (e >= 0 && processors[e] == 0)
        e--;
    if (e < 0)
        return false;
    processors[e]--;
    processors[e + 1] = last + 1;
    return true;
}
