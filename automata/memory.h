/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Allocation with the two traps removed: the product count * size is checked for overflow, and a
 * count of zero gives a pointer that is not NULL, so that NULL always means failure. What these
 * functions return is given back with free(). */

/* `count` objects of `size` bytes, all bytes zero. NULL on failure. */
void *memory_new(size_t count, size_t size);

/* Changes the array `old` (NULL or from these functions) to `count` objects of `size` bytes. The
 * common part is kept, bytes beyond it are indeterminate. On failure NULL is returned and `old` is
 * still valid and still the caller's. */
void *memory_resize(void *old, size_t count, size_t size);

/* Room for one object behind the `count` of the array that the pointer at `list` points to, which
 * began as NULL and has grown by this function alone: it has room for the next power of two, so
 * that nobody has to note it. False, and nothing changed, where there is no memory. */
bool memory_make_room(void *list, size_t count, size_t size);

/* free() for each of these pointers. */
#define FREE_ALL(...)                                                                              \
    memory_free_all((void *const[]){__VA_ARGS__},                                                  \
                    sizeof(void *const[]){__VA_ARGS__} / sizeof(void *))
void memory_free_all(void *const *pointers, size_t count);

/* FREED char *text = ..: free() gives back what the local variable points to where its scope ends;
 * see CLEANUP and TAKE in status.h. */
#define FREED __attribute__((cleanup(memory_give_back)))

/* free() for the pointer at `pointer`. */
void memory_give_back(const void *pointer);
