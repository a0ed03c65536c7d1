/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Definitions in their plainest form, for comparison only. */

/* Legality by all pairs of positions, straight from the definition; O(r^2). */
static inline bool naive_word_is_legal(int head, const int *letters, size_t count) {
    const long long size = (long long)count + 1;
    for (long long later = 0; later < size; later++)
        for (long long early = 0; early < later; early++) {
            const long long early_value = early + (early == 0 ? head : letters[early - 1]);
            if ((later + letters[later - 1] - early_value) % size == 0)
                return false;
        }
    return true;
}

/* The next word over 0..radix-1 in lexicographic order; false after the last. */
static inline bool naive_next_word(int *letters, size_t count, int radix) {
    for (size_t index = count; index-- > 0;) {
        if (++letters[index] < radix)
            return true;
        letters[index] = 0;
    }
    return false;
}

/* The next non-decreasing word over 0..radix-1, that is, the next multiset; false after the
 * last. */
static inline bool naive_next_multiset(int *letters, size_t count, int radix) {
    size_t index = count;
    while (index > 0 && letters[index - 1] == radix - 1)
        index--;
    if (index == 0)
        return false;
    const int letter = letters[index - 1] + 1;
    for (size_t later = index - 1; later < count; later++)
        letters[later] = letter;
    return true;
}
