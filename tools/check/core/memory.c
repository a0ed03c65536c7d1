/* SPDX-License-Identifier: MIT */
#include "core/memory.h"

#include <gmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void memory_exhausted(void) {
    fputs("s MALFORMED the check needs more memory than there is: out of memory\n", stdout);
    fflush(stdout);
    _Exit(2);
}

void *memory_zeroed(size_t count, size_t size) {
    void *array = calloc(count ? count : 1, size);
    if (!array)
        memory_exhausted();
    return array;
}

void *memory_grow(void *array, size_t *capacity, size_t need, size_t size) {
    if (need <= *capacity)
        return array;
    if (need > SIZE_MAX / 2 / size)
        memory_exhausted();
    size_t wanted = *capacity > need / 2 ? 2 * *capacity : need;
    if (wanted < 16)
        wanted = 16;
    array = realloc(array, wanted * size);
    if (!array)
        memory_exhausted();
    *capacity = wanted;
    return array;
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
