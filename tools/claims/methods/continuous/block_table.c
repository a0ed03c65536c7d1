/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/continuous/block_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum status block_table_init(struct block_table *table, int latency, int size, int items,
                             int others, struct failure *failure) {
    *table = (struct block_table){.latency = latency, .size = size, .rows = size + others};
    table->first = -size - latency;
    table->times = items + 2 * size + 4 * latency + 2;
    table->items = items;
    table->received = memory_new((size_t)size * (size_t)table->times, sizeof *table->received);
    table->sent = memory_new((size_t)table->rows * (size_t)table->times, sizeof *table->sent);
    table->has = memory_new((size_t)size * (size_t)items, sizeof *table->has);
    if (table->received && table->sent && table->has)
        return STATUS_OK;
    block_table_clear(table);
    return failure_memory(failure, "a block");
}

void block_table_clear(struct block_table *table) {
    free(table->received);
    free(table->sent);
    free(table->has);
    *table = (struct block_table){0};
}

/* Marks the item in a row of times; another item that is there already is told. */
static void mark(struct block_table *table, int *row, int time, int item, const char *what,
                 int who) {
    int place = time - table->first;
    if (table->fault[0])
        return;
    if (place < 0 || place >= table->times)
        snprintf(table->fault, sizeof table->fault, "item %d at t+%d is out of all times", item,
                 time);
    else if (row[place])
        snprintf(table->fault, sizeof table->fault, "%d %s items %d and %d at t+%d", who, what,
                 row[place], item, time);
    else
        row[place] = item;
}

static void receive(struct block_table *table, int item, int to, int time) {
    int *has = &table->has[to * table->items + item - 1];
    mark(table, &table->received[to * table->times], time, item, "receives", to + 1);
    if (*has != BLOCK_TABLE_NEVER && !table->fault[0])
        snprintf(table->fault, sizeof table->fault, "p_%d receives item %d twice", to + 1, item);
    *has = time;
    table->last = time > table->last ? time : table->last;
}

void block_table_begin(struct block_table *table, int items, int active) {
    size_t cells = (size_t)table->size * (size_t)table->times;
    memset(table->received, 0, cells * sizeof *table->received);
    cells = (size_t)table->rows * (size_t)table->times;
    memset(table->sent, 0, cells * sizeof *table->sent);
    table->items = items;
    table->last = table->first;
    table->fault[0] = 0;
    for (int i = 0; i < table->size * items; i++)
        table->has[i] = BLOCK_TABLE_NEVER;
    for (int item = 1; item <= items; item++) {
        int row = block_table_active(table, item), time = item - table->size;
        receive(table, item, row, time);
        for (int i = 0; i < active; i++)
            block_table_give(table, item, row, time, time + i + table->latency);
    }
}

void block_table_give(struct block_table *table, int item, int sender, int since, int time) {
    int begin = time - table->latency;
    mark(table, &table->sent[sender * table->times], begin, item, "sends", sender + 1);
    if (begin < since && !table->fault[0])
        snprintf(table->fault, sizeof table->fault, "%d sends item %d at t+%d, and has it at t+%d",
                 sender + 1, item, begin, since);
}

void block_table_send(struct block_table *table, int item, int sender, int since, int to,
                      int time) {
    block_table_give(table, item, sender, since, time);
    receive(table, item, to, time);
}

bool block_table_is_right(struct block_table *table) {
    for (int p = 0; p < table->size && !table->fault[0]; p++)
        for (int item = 1; item <= table->items && !table->fault[0]; item++)
            if (table->has[p * table->items + item - 1] == BLOCK_TABLE_NEVER)
                snprintf(table->fault, sizeof table->fault, "p_%d never receives item %d", p + 1,
                         item);
    return !table->fault[0];
}
