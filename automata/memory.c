/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise */
#include "automata/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 1 << 21 };

/* Much of the time with large arrays goes into page faults: large pages have few of them. */
static void want_large_pages(void *memory, size_t bytes) {
    uintptr_t first = ((uintptr_t)memory + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t end = ((uintptr_t)memory + bytes) / LARGE_PAGE * LARGE_PAGE;
    if (memory && first < end)
        madvise((void *)first, end - first, MADV_HUGEPAGE);
}

void *memory_new(size_t count, size_t size) {
    if (count == 0 || size == 0)
        return calloc(1, 1);
    if (count > SIZE_MAX / size)
        return NULL;
    void *memory = calloc(count, size);
    want_large_pages(memory, count * size);
    return memory;
}

void *memory_resize(void *old, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    void *memory = realloc(old, count * size == 0 ? 1 : count * size);
    want_large_pages(memory, count * size);
    return memory;
}

bool memory_make_room(void *list, size_t count, size_t size) {
    void *array; /* what `list` points to is of some type of pointer, so it is copied as bytes */
    if ((count & (count - 1)) != 0)
        return true;
    memcpy(&array, list, sizeof array);
    array = memory_resize(array, count ? 2 * count : 1, size);
    if (array)
        memcpy(list, &array, sizeof array);
    return array;
}

void memory_free_all(void *const *pointers, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(pointers[i]);
}

void memory_give_back(const void *pointer) {
    void *memory;
    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}
