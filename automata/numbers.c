/* SPDX-License-Identifier: MIT */
#include "automata/numbers.h"

#include <stdlib.h>

#include "automata/memory.h"

mpz_t *numbers_new(size_t count) {
    mpz_t *numbers = memory_new(count, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++)
        mpz_init(numbers[i]);
    return numbers;
}

void numbers_free(mpz_t *numbers, size_t count) {
    for (size_t i = 0; numbers && i < count; i++)
        mpz_clear(numbers[i]);
    free(numbers);
}
