#include "check_memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void memory_exhausted(void) {
    fputs("s MALFORMED the file needs more memory than there is\n", stdout);
    fflush(stdout);
    _Exit(2);
}

void *memory_new(size_t count, size_t size) {
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
