/* SPDX-License-Identifier: MIT */
#include "automata/word.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

const char *letter_name(char name[LETTER_NAME_SIZE], int letter, int alphabet) {
    require(letter >= 0 && letter < alphabet);
    if (alphabet <= LETTER_NAMED_ALPHABET) {
        name[0] = "abcdefghijklmnopqrstuvwxyz"[letter];
        name[1] = '\0';
    } else {
        snprintf(name, LETTER_NAME_SIZE, "%d", letter);
    }
    return name;
}

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
            return failure_input(failure, "letter %d at position %zu is negative", letters[index],
                                 index + 1);
    taken = memory_new(count + 1, sizeof *taken);
    TRY(memory_check(taken, failure, "checking a word"));
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

enum status closed_word_check(const int *values, size_t length, bool *legal,
                              struct failure *failure) {
    if (length == 0 || values[0] < 0)
        return failure_input(failure, "a closed word has values >= 0");
    return word_check(values[0], values + 1, length - 1, legal, failure);
}

void closed_word_largest(const int *values, size_t length, int *largest) {
    int held = 0;
    /* the first round brings what is still held when the word begins again */
    for (size_t i = 0; i < 2 * length; i++) {
        size_t p = i % length;
        held = values[p] > held - 1 ? values[p] : held - 1;
        largest[p] = held;
    }
}

enum status closed_word_check_sends(const int *values, const int *sends, size_t length, int latency,
                                    bool *possible, struct failure *failure) {
    FREED int *value_of = memory_new(length, sizeof *value_of); /* by deadline mod length */
    TRY(memory_check(value_of, failure, "a closed word"));
    for (size_t p = 0; p < length; p++)
        value_of[(p + (size_t)values[p]) % length] = values[p];
    bool good = true;
    for (size_t p = 0; p < length && good; p++)
        if (sends[p] != CLOSED_WORD_SILENT)
            good = sends[p] >= latency && sends[p] <= value_of[(p + (size_t)sends[p]) % length];
    *possible = good;
    return STATUS_OK;
}
