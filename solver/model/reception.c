/* SPDX-License-Identifier: MIT */
#include "solver/model/reception.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"

void reception_clear(struct reception_table *table) {
    for (size_t i = 0; i < table->role_count; i++)
        free(table->roles[i].sent_on);
    FREE_ALL(table->roles, table->leaves);
    *table = (struct reception_table){0};
}

static enum status table_init(struct reception_table *table, const struct schedule *schedule,
                              struct failure *failure) {
    *table = (struct reception_table){.latency = schedule->latency, .depth = schedule->depth};
    table->roles =
        memory_new(schedule->block_count + schedule->word_count + 1, sizeof *table->roles);
    table->leaves = memory_new(schedule_places(schedule) + 1, sizeof *table->leaves);
    return table->roles && table->leaves ? STATUS_OK : failure_memory(failure, "a reception table");
}

static long rows_of(mpz_srcptr count, size_t copies) {
    BIG(rows);
    mpz_mul_ui(rows, count, copies);
    return mpz_cmp_si(rows, LONG_MAX / 4) > 0 ? LONG_MAX / 4 : mpz_get_si(rows);
}

/* Without anything that is sent on. */
static enum status add_role(struct reception_table *table, const struct role *role,
                            struct failure *failure) {
    bool *sent_on = memory_new(role->length, sizeof *sent_on);
    TRY(memory_check(sent_on, failure, "a reception table"));
    assert(role->length >= 1 && role->step >= 1);
    struct role *added = &table->roles[table->role_count++];
    *added = *role;
    added->sent_on = sent_on;
    return STATUS_OK;
}

/* The leaves are copied into the table: blocks hold them as ranges. */
static enum status add_block(struct reception_table *table, const struct schedule *schedule,
                             const struct block_class *class, struct failure *failure) {
    size_t size = (size_t) class->size;
    schedule_leaves(schedule, class, table->leaves + table->leaf_count);
    struct role role = {.length = size,
                        .head = class->head,
                        .others = table->leaves + table->leaf_count,
                        .begin = schedule_begin(schedule, class),
                        .step = 1,
                        .rows = rows_of(class->count, size)};
    TRY(add_role(table, &role, failure));
    table->leaf_count += size - 1;
    table->roles[table->role_count - 1].sent_on[0] = true;
    return STATUS_OK;
}

/* An item is known by its deadline modulo the length: the word is legal. */
static enum status mark_sent_on(struct role *role, const struct word_class *class,
                                struct failure *failure) {
    size_t n = class->length;
    FREED size_t *place = memory_new(n, sizeof *place); /* by deadline */
    TRY(memory_check(place, failure, "a reception table"));
    for (size_t p = 0; p < n; p++)
        place[(p + (size_t) class->values[p]) % n] = p;
    for (size_t p = 0; p < n; p++)
        if (class->sends[p] != CLOSED_WORD_SILENT)
            role->sent_on[place[(p + (size_t) class->sends[p]) % n]] = true;
    return STATUS_OK;
}

static enum status add_word(struct reception_table *table, const struct word_class *class,
                            int period, struct failure *failure) {
    struct role role = {.length = class->length,
                        .head = class->values[0],
                        .others = class->values + 1,
                        .step = period,
                        .rows = rows_of(class->count, class->length / (size_t)period)};
    TRY(add_role(table, &role, failure));
    return mark_sent_on(&table->roles[table->role_count - 1], class, failure);
}

static enum status add_all(struct reception_table *table, const struct schedule *schedule,
                           struct failure *failure) {
    struct role receive_only = {.length = 1, .head = schedule->receive_only, .step = 1, .rows = 1};
    for (size_t i = 0; i < schedule->block_count; i++)
        TRY(add_block(table, schedule, &schedule->blocks[i], failure));
    if (schedule->receive_only != SCHEDULE_NOBODY)
        TRY(add_role(table, &receive_only, failure));
    for (size_t i = 0; i < schedule->word_count; i++)
        TRY(add_word(table, &schedule->words[i], schedule->period, failure));
    return STATUS_OK;
}

enum status reception_of_schedule(struct reception_table *table, const struct schedule *schedule,
                                  struct failure *failure) {
    CLEANUP(reception_clear) struct reception_table result = {0};
    TRY(table_init(&result, schedule, failure));
    TRY(add_all(&result, schedule, failure));
    *table = TAKE(result);
    return STATUS_OK;
}

int receivers_list(const struct reception_table *table, long first, int room,
                   struct receiver *receivers) {
    int count = 0;
    long start = 0; /* the row at which the role begins */
    for (size_t i = 0; i < table->role_count && count < room && start <= LONG_MAX / 4; i++) {
        const struct role *role = &table->roles[i];
        long copy = (long)role->length / role->step;
        for (long row = first > start ? first : start; row < start + role->rows && count < room;
             row++) {
            long place = (row - start) % copy;
            receivers[count++] =
                (struct receiver){role, role->begin + place * role->step, place == 0};
        }
        start += role->rows;
    }
    return count;
}

struct reception receiver_receives(const struct reception_table *table,
                                   const struct receiver *receiver, long time) {
    const struct role *role = receiver->role;
    long length = (long)role->length, position = (time - receiver->begin) % length;
    if (position < 0)
        position += length;
    assert(position >= 0 && position < length);
    long value = position ? role->others[position - 1] : role->head;
    long item = time + value - ((long)table->latency + table->depth) + 1;
    return item >= 1 ? (struct reception){item, role->sent_on[position]}
                     : (struct reception){0, false};
}
