/* SPDX-License-Identifier: MIT */
#include "automata/closed_word.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/word.h"

enum status closed_word_check(const int *values, size_t length, bool *legal,
                              struct failure *failure) {
    if (length == 0 || values[0] < 0)
        return failure_set(failure, STATUS_INPUT, "a closed word has values >= 0");
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
    int *value_of = memory_new(length, sizeof *value_of); /* by deadline mod length */
    if (!value_of)
        return failure_memory(failure, "a closed word");
    for (size_t p = 0; p < length; p++)
        value_of[(p + (size_t)values[p]) % length] = values[p];
    bool good = true;
    for (size_t p = 0; p < length && good; p++)
        if (sends[p] != CLOSED_WORD_SILENT)
            good = sends[p] >= latency && sends[p] <= value_of[(p + (size_t)sends[p]) % length];
    free(value_of);
    *possible = good;
    return STATUS_OK;
}
