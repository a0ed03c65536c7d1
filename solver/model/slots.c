/* SPDX-License-Identifier: MIT */
#include "solver/model/slots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

static void list_slots(struct slots *slots, const struct small_instance *instance) {
    int next = 0;
    slots->last_block = slots->count;
    for (int size = 2; size <= instance->root_size; size++)
        for (int block = 0; block < instance->blocks[size]; block++) {
            slots->last_block = next;
            for (int position = 1; position < size; position++)
                slots->list[next++] = (struct slot){size, position, block ? size - 1 : 0};
        }
    assert(next == slots->count && slots->last_block <= next);
}

enum status slots_init(struct slots *slots, int latency, int depth, int most_letters,
                       struct failure *failure) {
    struct small_instance instance;
    enum status status = small_instance_init(&instance, latency, depth, most_letters, failure);
    if (status)
        return status;
    struct slots result = {.latency = latency,
                           .depth = depth,
                           .count = instance.letter_total - 1,
                           .single = instance.root_size > 1 ? instance.blocks[1] : 1,
                           .letter_sum = instance.letter_sum};
    result.list = memory_new((size_t)instance.letter_total, sizeof *result.list);
    result.letters = memory_new((size_t)latency, sizeof(int));
    if (result.list && result.letters) {
        memcpy(result.letters, instance.letters, (size_t)latency * sizeof(int));
        list_slots(&result, &instance);
        *slots = result;
    } else {
        slots_clear(&result);
        status = failure_memory(failure, NULL);
    }
    small_instance_clear(&instance);
    return status;
}

void slots_clear(struct slots *slots) {
    free(slots->list);
    free(slots->letters);
    *slots = (struct slots){0};
}

static int letter_left(const struct slots *slots, const int *letters) {
    long sum = slots->letter_sum;
    for (int s = 0; s < slots->count; s++)
        sum -= letters[s];
    return (int)sum;
}

static enum status add_blocks(const struct slots *slots, const int *letters, bool words,
                              struct schedule *schedule, struct failure *failure) {
    mpz_t count;
    mpz_init_set_si(count, slots->single);
    enum status status = STATUS_OK;
    if (slots->single)
        status = schedule_add_block_word(schedule, 1, count, letters, failure);
    mpz_set_ui(count, 1);
    for (int s = 0; s < slots->count && !status; s += slots->list[s].size - 1) {
        assert(slots->list[s].position == 1);
        status =
            words ? schedule_add_block_word(schedule, slots->list[s].size, count, letters + s,
                                            failure)
                  : schedule_add_block(schedule, slots->list[s].size, count, letters + s, failure);
    }
    mpz_clear(count);
    return status;
}

enum status slots_schedule(const struct slots *slots, const int *letters, bool words,
                           struct schedule *schedule, struct failure *failure) {
    struct schedule result;
    schedule_init_blocks(&result, slots->latency, slots->depth);
    result.receive_only = letter_left(slots, letters);
    enum status status = add_blocks(slots, letters, words, &result, failure);
    if (!status && !words)
        status = schedule_order(&result, failure);
    schedule_sort(&result);
    if (!status)
        status = schedule_check_whole(&result, failure);
    if (status)
        schedule_clear(&result);
    else
        *schedule = result;
    return status;
}
