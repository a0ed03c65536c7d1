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

static struct {
    size_t taken, most;
    memory_refusal *refuse;
    void *whom;
} account = {.most = SIZE_MAX};

/* What malloc keeps beside each piece, about, and the least number of GMP with it. */
enum { SHARE_OF_MALLOC = 24, ROOM_OF_NUMBER = sizeof(mpz_t) + SHARE_OF_MALLOC + 8 };

static _Noreturn void memory_exhausted(void) {
    fputs("s MALFORMED the check needs more memory than there is: out of memory\n", stdout);
    fflush(stdout);
    _Exit(2);
}

void memory_limit(size_t most, memory_refusal *refuse, void *whom) {
    account.most = most, account.refuse = refuse, account.whom = whom;
}

static _Noreturn void refuse(bool by_number) {
    if (!account.refuse)
        memory_exhausted();
    account.most = SIZE_MAX; /* to say so takes memory as well */
    account.refuse(account.whom, by_number);
    abort();
}

void memory_refuse(void) {
    refuse(false);
}

void memory_expect(size_t count, size_t size) {
    if (count > SIZE_MAX / 4 / size || account.taken + count * size > account.most)
        refuse(false);
}

static void take(size_t size) {
    account.taken += size + SHARE_OF_MALLOC;
}

static void give_back(size_t size) {
    account.taken -= size + SHARE_OF_MALLOC;
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
    take(room);
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
    give_back(block_of(array)->size);
    size_t room = sizeof(struct block) + wanted * size;
    struct block *block = realloc(block_of(array), room);
    if (!block)
        memory_exhausted();
    block->size = room;
    take(room);
    *capacity = wanted;
    return join(block);
}

mpz_t *memory_grow_numbers(mpz_t *numbers, size_t *capacity, size_t need) {
    size_t before = *capacity;
    if (need > before)
        memory_expect(need - before, ROOM_OF_NUMBER);
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
    give_back(block->size);
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
    if (account.taken + size > account.most)
        refuse(true);
    number = realloc(number, size);
    if (!number)
        memory_exhausted();
    account.taken += size - old_size;
    return number;
}

static void *number_new(size_t size) {
    void *number = number_resize(NULL, 0, size);
    account.taken += SHARE_OF_MALLOC;
    return number;
}

static void number_free(void *number, size_t size) {
    give_back(size);
    free(number);
}

void memory_use_for_numbers(void) {
    mp_set_memory_functions(number_new, number_resize, number_free);
}
