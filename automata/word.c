/* SPDX-License-Identifier: MIT */
#include "automata/word.h"

#include "automata/memory.h"
#include "automata/require.h"

#include <stdint.h>
#include <stdlib.h>

size_t word_residue(int value, size_t size) {
    require(size >= 1);
    if (value >= 0)
        return (size_t)value % size;
    /* -(value + 1) can't overflow, and -1 - x is size - 1 - x modulo size */
    return size - 1 - (size_t)(-(value + 1)) % size;
}

static bool values_are_distinct(int head, const int *letters, size_t size, unsigned char *taken) {
    taken[word_residue(head, size)] = 1;
    for (size_t position = 1; position < size; position++) {
        const size_t value = (position + (size_t)letters[position - 1]) % size;
        if (taken[value])
            return false;
        taken[value] = 1;
    }
    return true;
}

enum status word_check(int head, const int *letters, size_t count, bool *legal,
                       struct failure *failure) {
    unsigned char *taken;
    for (size_t index = 0; index < count; index++)
        if (letters[index] < 0)
            return failure_set(failure, STATUS_INPUT, "letter %d at position %zu is negative",
                               letters[index], index + 1);
    taken = memory_new(count + 1, sizeof *taken);
    if (taken == NULL)
        return failure_memory(failure, "checking a word");
    *legal = values_are_distinct(head, letters, count + 1, taken);
    free(taken);
    return STATUS_OK;
}

bool word_sum_is_divisible(int head, const int *letters, size_t count) {
    const int64_t size = (int64_t)count + 1;
    int64_t sum = head; /* |letter| < 2^31 and count < 2^32: no overflow */
    for (size_t index = 0; index < count; index++)
        sum += letters[index];
    return sum % size == 0;
}
