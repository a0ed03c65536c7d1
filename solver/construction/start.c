/* SPDX-License-Identifier: MIT */
#include "solver/construction/start.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/instance.h"

/* The letter to leave out so that L-1 + (the other letters) is divisible by the root's size; -1:
 * none. */
static int letter_to_leave(const struct small_instance *instance) {
    int size = instance->root_size;
    int residue = (int)((instance->letter_sum + instance->latency - 1) % size);
    for (int j = 0; j < instance->latency; j++)
        if (instance->letters[j] && j % size == residue)
            return j;
    return -1;
}

static enum status fill(const struct small_instance *instance, int leave, struct schedule *schedule,
                        struct failure *failure) {
    int *letters = memory_new((size_t)instance->letter_total, sizeof(int)), count = 0;
    if (!letters)
        return failure_memory(failure, NULL);
    for (int j = 0; j < instance->latency; j++)
        for (int i = j == leave; i < instance->letters[j]; i++)
            letters[count++] = j;
    mpz_t number;
    mpz_init_set_si(number, instance->root_size > 1 ? instance->blocks[1] : 0);
    enum status status = STATUS_OK;
    if (mpz_sgn(number))
        status = schedule_add_block(schedule, 1, number, letters, failure);
    mpz_set_ui(number, 1);
    if (!status)
        status = schedule_add_block(schedule, instance->root_size, number, letters, failure);
    mpz_clear(number);
    free(letters);
    schedule->receive_only = leave;
    return status;
}

enum status start_fill(bool *found, struct schedule *schedule, struct failure *failure) {
    int latency = schedule->latency, depth = schedule->depth;
    if (depth < latency || depth > 2 * latency)
        return failure_set(failure, STATUS_INPUT, "t = %d is not in L..2L for L = %d", depth,
                           latency);
    struct small_instance instance;
    enum status status =
        small_instance_init(&instance, latency, depth, SMALL_INSTANCE_MAX_LETTERS, failure);
    if (status)
        return status;
    int leave = letter_to_leave(&instance);
    if (leave >= 0)
        status = fill(&instance, leave, schedule, failure);
    small_instance_clear(&instance);
    if (!status)
        *found = leave >= 0;
    return status;
}
