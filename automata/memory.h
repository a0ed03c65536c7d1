/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Allocation with the two traps removed: the product count * size is checked for overflow, and a
 * count of zero gives a pointer that is not NULL, so that NULL always means failure. What these
 * functions return is given back with free(). */

/* `count` objects of `size` bytes, all bytes zero. NULL on failure. */
void *memory_new(size_t count, size_t size);

/* NEW(count, list, ..): each of these pointers, up to eight, becomes such an array of as many
 * objects of its own type. False where there is no memory; then those behind the first that there
 * is none for stay as they were. */
#define NEW(count, ...)                                                                            \
    NEW_CHOSEN(__VA_ARGS__, NEW_8, NEW_7, NEW_6, NEW_5, NEW_4, NEW_3, NEW_2, NEW_1, )              \
    (count, __VA_ARGS__)
#define NEW_CHOSEN(p1, p2, p3, p4, p5, p6, p7, p8, chosen, ...) chosen
#define NEW_1(count, p) ((p) = memory_new((size_t)(count), sizeof *(p)))
#define NEW_2(count, p, ...) (NEW_1(count, p) && NEW_1(count, __VA_ARGS__))
#define NEW_3(count, p, ...) (NEW_1(count, p) && NEW_2(count, __VA_ARGS__))
#define NEW_4(count, p, ...) (NEW_1(count, p) && NEW_3(count, __VA_ARGS__))
#define NEW_5(count, p, ...) (NEW_1(count, p) && NEW_4(count, __VA_ARGS__))
#define NEW_6(count, p, ...) (NEW_1(count, p) && NEW_5(count, __VA_ARGS__))
#define NEW_7(count, p, ...) (NEW_1(count, p) && NEW_6(count, __VA_ARGS__))
#define NEW_8(count, p, ...) (NEW_1(count, p) && NEW_7(count, __VA_ARGS__))

/* Changes the array `old` (NULL or from these functions) to `count` objects of `size` bytes. The
 * common part is kept, bytes beyond it are indeterminate. On failure NULL is returned and `old` is
 * still valid and still the caller's. */
void *memory_resize(void *old, size_t count, size_t size);

/* Room for one object behind the `count` of the array that the pointer at `list` points to, which
 * began as NULL and has grown by this function alone: it has room for the next power of two, so
 * that nobody has to note it. False, and nothing changed, where there is no memory. */
bool memory_make_room(void *list, size_t count, size_t size);

/* Such an array gets an object behind its `count`, one more then; or false. */
#define APPEND(list, count, ...)                                                                   \
    (memory_make_room(&(list), (size_t)(count), sizeof *(list)) &&                                 \
     ((list)[(count)++] = (__VA_ARGS__), true))

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
