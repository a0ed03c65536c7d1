/* SPDX-License-Identifier: MIT */
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Stands before an array; all of them are a ring, in the order in which they were taken. */
struct block {
    struct block *older, *newer;
    uint64_t place; /* in that order, from 1 */
    size_t numbers; /* of GMP in the array, or 0 for one of something else */
};

static struct block ring = {.older = &ring, .newer = &ring};

static _Noreturn void memory_exhausted(void) {
    fputs("s MALFORMED the check needs more memory than there is: out of memory\n", stdout);
    fflush(stdout);
    _Exit(2);
}

static struct block *block_of(void *array) {
    return (struct block *)array - 1;
}

/* It may have moved. */
static void *join(struct block *block) {
    block->older->newer = block->newer->older = block;
    return block + 1;
}

void *memory_zeroed(size_t count, size_t size) {
    static uint64_t taken;
    struct block *block =
        count > SIZE_MAX / 2 / size ? NULL : calloc(1, sizeof *block + count * size);
    if (!block)
        memory_exhausted();
    *block = (struct block){.older = ring.older, .newer = &ring, .place = ++taken};
    return join(block);
}

void *memory_grow(void *array, size_t *capacity, size_t need, size_t size) {
    if (!array)
        array = memory_zeroed(0, size);
    if (need <= *capacity)
        return array;
    size_t wanted = *capacity > need / 2 ? 2 * *capacity : need;
    if (wanted < 16)
        wanted = 16;
    struct block *block = wanted > SIZE_MAX / 2 / size
                              ? NULL
                              : realloc(block_of(array), sizeof *block + wanted * size);
    if (!block)
        memory_exhausted();
    *capacity = wanted;
    return join(block);
}

mpz_t *memory_grow_numbers(mpz_t *numbers, size_t *capacity, size_t need) {
    size_t before = *capacity;
    numbers = memory_grow(numbers, capacity, need, sizeof *numbers);
    for (size_t i = before; i < *capacity; i++)
        mpz_init(numbers[i]);
    block_of(numbers)->numbers = *capacity;
    return numbers;
}

mpz_t *memory_numbers(size_t count) {
    mpz_t *numbers = memory_zeroed(count, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        mpz_init(numbers[i]);
    block_of(numbers)->numbers = count;
    return numbers;
}

mpz_ptr memory_number(void) {
    return *memory_numbers(1);
}

void memory_number_each(mpz_ptr *first, ...) {
    va_list more;
    va_start(more, first);
    for (mpz_ptr *number = first; number; number = va_arg(more, mpz_ptr *))
        *number = memory_number();
    va_end(more);
}

const char *memory_digits(mpz_srcptr number) {
    return mpz_get_str(memory_zeroed(mpz_sizeinbase(number, 10) + 2, 1), 10, number);
}

void memory_free(void *array) {
    if (!array)
        return;
    struct block *block = block_of(array);
    mpz_t *numbers = array;
    for (size_t i = 0; i < block->numbers; i++)
        mpz_clear(numbers[i]);
    block->older->newer = block->newer;
    block->newer->older = block->older;
    free(block);
}

uint64_t memory_mark(void) {
    return ring.older->place;
}

void memory_release(uint64_t mark) {
    while (ring.older->place > mark)
        memory_free(ring.older + 1);
}

static void *number_resize(void *number, size_t old_size, size_t size) {
    (void)old_size;
    number = realloc(number, size);
    if (!number)
        memory_exhausted();
    return number;
}

static void *number_new(size_t size) {
    return number_resize(NULL, 0, size);
}

void memory_use_for_numbers(void) {
    mp_set_memory_functions(number_new, number_resize, NULL); /* given back by free */
}
