/* SPDX-License-Identifier: MIT */
/* Refusing memory on purpose. The linker directs calloc and realloc of the tested library here
 * (-Wl,--wrap=calloc,--wrap=realloc); GMP's own memory is not touched. For one source file of a
 * test program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

static long allocations_granted = -1; /* until one is refused; negative: no limit */

static bool refuses(void) {
    return allocations_granted >= 0 && allocations_granted-- == 0;
}

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_calloc(size_t count, size_t size) {
    return refuses() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return refuses() ? NULL : __real_realloc(old, size);
}
