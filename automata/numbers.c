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

mpz_t *numbers_new(size_t count) {
    mpz_t *numbers = array_new(count, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++)
        mpz_init(numbers[i]);
    return numbers;
}

void numbers_free(mpz_t *numbers) {
    if (!numbers)
        return;
    for (size_t i = 0; i < head_of(numbers)->count; i++)
        mpz_clear(numbers[i]);
    free(head_of(numbers));
}

mpq_t *rationals_new(size_t count) {
    mpq_t *numbers = array_new(count, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++)
        mpq_init(numbers[i]);
    return numbers;
}

void rationals_free(mpq_t *numbers) {
    if (!numbers)
        return;
    for (size_t i = 0; i < head_of(numbers)->count; i++)
        mpq_clear(numbers[i]);
    free(head_of(numbers));
}
