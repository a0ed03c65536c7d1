/* SPDX-License-Identifier: MIT */
/* Memory for a checker that must not go wrong when there is none.
 *
 * All functions return usable memory or end the program with exit status 2 and a MALFORMED verdict
 * line: a file that can't be held in memory is never verified. What is returned belongs to the
 * caller, who gives it to free(). */
#ifndef STEADYCHECK_MEMORY_H
#define STEADYCHECK_MEMORY_H

#include <stddef.h>

/* An array of `count` zeroed elements; never NULL, also for count = 0. */
void *memory_zeroed(size_t count, size_t size);

/* The array moved to room for at least `need` elements, at least doubled if it has to grow, so that
 * appending stays linear. Starts from NULL with *capacity = 0. */
void *memory_grow(void *array, size_t *capacity, size_t need, size_t size);

/* Makes GMP end the program in the same way, where it would abort without a verdict. To be called
 * before the first number is initialised. */
void memory_use_for_numbers(void);

#endif
