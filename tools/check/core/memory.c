/* SPDX-License-Identifier: MIT */
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Stands before an array; all of them are a ring, in the order in which they were taken. */
struct block {
    struct block *older, *newer;
    uint64_t place; /* in that order, from 1 */
    size_t size;    /* with this */
    size_t numbers; /* of GMP in the array, or 0 for one of something else */
};

static struct block ring = {.older = &ring, .newer = &ring};

/* The account, and who is told. */
static size_t taken, most = SIZE_MAX;
static memory_refusal *refuse;
static void *refused;

/* What malloc keeps beside the limbs of a number, about, and the least number with it. */
enum { SHARE_OF_MALLOC = 24, ROOM_OF_NUMBER = sizeof(mpz_t) + SHARE_OF_MALLOC + 8 };

static _Noreturn void memory_exhausted(void) {
    fputs("s MALFORMED the check needs more memory than there is: out of memory\n", stdout);
    fflush(stdout);
    _Exit(2);
}

void memory_limit(size_t limit, memory_refusal *refusal, void *whom) {
    most = limit, refuse = refusal, refused = whom;
}

void memory_refuse(bool by_number) {
    if (!refuse)
        memory_exhausted();
    most = SIZE_MAX; /* to say so takes memory as well */
    refuse(refused, by_number);
    abort();
}

void memory_expect(size_t count, size_t size) {
    if (count > SIZE_MAX / 4 / size || taken + count * size > most)
        memory_refuse(false);
}

static void *resize(void *piece, size_t before, size_t size) {
    piece = realloc(piece, size);
    if (!piece)
        memory_exhausted();
    taken += size - before;
    return piece;
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
    static uint64_t places;
    memory_expect(count, size);
    size_t room = sizeof(struct block) + count * size;
    struct block *block = calloc(1, room);
    if (!block)
        memory_exhausted();
    *block = (struct block){ring.older, &ring, .place = ++places, .size = room};
    taken += room;
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
    memory_expect(wanted, size); /* beside the array before, which may have to be copied */
    size_t room = sizeof(struct block) + wanted * size;
    struct block *block = resize(block_of(array), block_of(array)->size, room);
    block->size = room;
    *capacity = wanted;
    return join(block);
}

mpz_t *memory_grow_numbers(mpz_t *numbers, size_t *capacity, size_t need) {
    size_t before = *capacity;
    memory_expect(need > before ? need - before : 0, ROOM_OF_NUMBER);
    numbers = memory_grow(numbers, capacity, need, sizeof *numbers);
    for (size_t i = before; i < *capacity; i++)
        mpz_init(numbers[i]);
    block_of(numbers)->numbers = *capacity;
    return numbers;
}

mpz_t *memory_numbers(size_t count) {
    memory_expect(count, ROOM_OF_NUMBER);
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
    taken -= block->size;
    free(block);
}

uint64_t memory_mark(void) {
    return ring.older->place;
}

void memory_release(uint64_t mark) {
    while (ring.older->place > mark)
        memory_free(ring.older + 1);
}

static void *number_resize(void *number, size_t before, size_t size) {
    if (taken + size > most)
        memory_refuse(true);
    return resize(number, before, size);
}

static void *number_new(size_t size) {
    taken += SHARE_OF_MALLOC;
    return number_resize(NULL, 0, size);
}

static void number_free(void *number, size_t size) {
    taken -= size + SHARE_OF_MALLOC;
    free(number);
}

void memory_use_for_numbers(void) {
    mp_set_memory_functions(number_new, number_resize, number_free);
}
