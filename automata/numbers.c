/* SPDX-License-Identifier: MIT */
#include "automata/numbers.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"

/* Before the first one, as much room as keeps what is behind it aligned. */
struct head {
    _Alignas(max_align_t) size_t count;
};

/* Behind a head; NULL if memory is refused. */
static void *array_new(size_t count, size_t size) {
    if (count > (SIZE_MAX - sizeof(struct head)) / size)
        return NULL;
    struct head *head = memory_new(1, sizeof *head + count * size);
    if (!head)
        return NULL;
    head->count = count;
    return head + 1;
}

static struct head *head_of(void *array) {
    return (struct head *)array - 1;
}

#define ARRAYS(name, type, prefix)                                                                 \
    type *name##_new(size_t count) {                                                               \
        type *numbers = array_new(count, sizeof *numbers);                                         \
        for (size_t i = 0; numbers && i < count; i++)                                              \
            prefix##_init(numbers[i]);                                                             \
        return numbers;                                                                            \
    }                                                                                              \
                                                                                                   \
    void name##_free(type *numbers) {                                                              \
        for (size_t i = 0; numbers && i < head_of(numbers)->count; i++)                            \
            prefix##_clear(numbers[i]);                                                            \
        free(numbers ? head_of(numbers) : NULL);                                                   \
    }

ARRAYS(numbers, mpz_t, mpz)
ARRAYS(rationals, mpq_t, mpq)
