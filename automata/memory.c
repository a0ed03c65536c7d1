/* SPDX-License-Identifier: MIT */
#include "automata/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memory_new(size_t count, size_t size) {
    if (count == 0 || size == 0)
        return calloc(1, 1);
    if (count > SIZE_MAX / size)
        return NULL;
    return calloc(count, size);
}

void *memory_resize(void *old, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return realloc(old, count * size == 0 ? 1 : count * size);
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
