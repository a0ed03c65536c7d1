/* SPDX-License-Identifier: MIT */
/* Memory for a checker that must not go wrong when there is none.
 *
 * All functions return usable memory or end the program with exit status 2 and a MALFORMED verdict
 * line: a file that can't be held in memory is never verified. What is returned belongs to no one
 * who asks for it: all that was taken while a certificate was checked is given back behind it, at
 * once. So whoever finds a fault may simply return. What is made again and again, line by line, is
 * given back by those who make it. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The account of memory: what is taken and not given back, the limbs of numbers and the share of
 * malloc included, is `most` bytes at most from here on. Who asks for more is refused, by a
 * function that does not return. `by_number`: GMP asks, which must not be left by a jump, so the
 * program is to end. Without a limit, as at first, `most` is SIZE_MAX. */
typedef void memory_refusal(void *whom, bool by_number);
void memory_limit(size_t most, memory_refusal *refuse, void *whom);

/* Refuses at once if `count` elements of this size can't be taken later; and in any case. */
void memory_expect(size_t count, size_t size);
_Noreturn void memory_refuse(bool by_number);

/* An array of `count` zeroed elements; never NULL, also for count = 0. */
void *memory_zeroed(size_t count, size_t size);

/* The array moved to room for at least `need` elements, at least doubled if it has to grow, so that
 * appending stays linear. Starts from NULL with *capacity = 0. */
void *memory_grow(void *array, size_t *capacity, size_t need, size_t size);
#define MEMORY_GROW(array, capacity, need)                                                         \
    ((array) = memory_grow((array), &(capacity), (need), sizeof *(array)))

/* Numbers, 0 at first: an array, and the same moved to more room; one; and several, whose addresses
 * are given, up to NULL. */
mpz_t *memory_numbers(size_t count);
mpz_t *memory_grow_numbers(mpz_t *numbers, size_t *capacity, size_t need);
mpz_ptr memory_number(void);
void memory_number_each(mpz_ptr *first, ...);

/* The digits of a number, for a text. */
const char *memory_digits(mpz_srcptr number);

/* Gives one array back; NULL is none. */
void memory_free(void *array);

/* Gives back all that was taken since the mark; what was taken before and has grown stays. */
uint64_t memory_mark(void);
void memory_release(uint64_t mark);

/* Makes GMP end the program in the same way, where it would abort without a verdict. To be called
 * before the first number is initialised. */
void memory_use_for_numbers(void);
