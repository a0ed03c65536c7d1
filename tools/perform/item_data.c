/* SPDX-License-Identifier: MIT */
#include "tools/perform/item_data.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum status item_data_make(struct item_data *data, const struct plan *plan, int bytes,
                           unsigned long seed, struct failure *failure) {
    size_t count = plan->list.operands ? 1 + ITEM_DATA_AHEAD : (size_t)plan->total;
    *data = (struct item_data){.plan = plan,
                               .bytes = bytes,
                               .seed = seed,
                               .items = memory_new(count, (size_t)bytes),
                               .wanted = memory_new(1, (size_t)bytes)};
    return data->items && data->wanted ? STATUS_OK : failure_memory(failure, "the items' data");
}

void item_data_clear(struct item_data *data) {
    free(data->items);
    free(data->wanted);
    data->items = data->wanted = NULL;
}

/* Pseudo-random (Steele, Lea and Flood 2014). */
static void make(const struct item_data *data, int item, unsigned char *bytes) {
    uint64_t state = data->seed * 0x9e3779b97f4a7c15u + (uint64_t)item;
    state *= 0xd1342543de82ef95u;
    for (int i = 0; i < data->bytes; i++) {
        uint64_t word = state += 0x9e3779b97f4a7c15u;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
        word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
        bytes[i] = (unsigned char)(word >> 56);
    }
}

unsigned char *item_data_of(const struct item_data *data, int item) {
    return data->items + ((size_t)item - 1) * (size_t)data->bytes;
}

void item_data_add(const struct item_data *data, const unsigned char *operand, unsigned char *sum) {
    for (int i = 0; i < data->bytes; i++)
        sum[i] = (unsigned char)(sum[i] + operand[i]);
}

void item_data_add_own(const struct item_data *data, unsigned char *sum) {
    make(data, data->plan->processor + 1, data->wanted);
    item_data_add(data, data->wanted, sum);
}

void item_data_prepare(const struct item_data *data) {
    if (data->plan->list.operands) {
        memset(data->items, 0, (size_t)data->bytes);
        return;
    }
    for (int item = 1; item <= data->plan->total; item++) {
        unsigned char *bytes = item_data_of(data, item);
        make(data, item, bytes);
        if (!plan_owns(data->plan, item))
            for (int i = 0; i < data->bytes; i++)
                bytes[i] ^= 0xff;
    }
}

static enum status compare_operands(const struct item_data *data, bool sends,
                                    struct failure *failure) {
    unsigned char *sum = item_data_of(data, 2);
    if (data->plan->list.reduce && sends)
        return STATUS_OK;
    memset(sum, 0, (size_t)data->bytes);
    for (int p = 0; p <= data->plan->list.processors; p++) {
        make(data, p + 1, data->wanted);
        if (p != data->plan->processor)
            item_data_add(data, data->wanted, sum);
    }
    if (memcmp(sum, data->items, (size_t)data->bytes) == 0)
        return STATUS_OK;
    return failure_set(failure, STATUS_INTERNAL, "processor %d has not combined every operand once",
                       data->plan->processor);
}

enum status item_data_compare(const struct item_data *data, bool sends, struct failure *failure) {
    if (data->plan->list.operands)
        return compare_operands(data, sends, failure);
    for (int item = 1; item <= data->plan->total; item++) {
        make(data, item, data->wanted);
        if (memcmp(item_data_of(data, item), data->wanted, (size_t)data->bytes) != 0)
            return failure_set(failure, STATUS_INTERNAL,
                               "item %d did not arrive intact at processor %d", item,
                               data->plan->processor);
    }
    return STATUS_OK;
}
