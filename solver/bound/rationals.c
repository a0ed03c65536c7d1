/* SPDX-License-Identifier: MIT */
#include "solver/bound/rationals.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

mpq_t *rationals_new(size_t count) {
    mpq_t *numbers = memory_new(count, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++)
        mpq_init(numbers[i]);
    return numbers;
}

void rationals_free(mpq_t *numbers, size_t count) {
    for (size_t i = 0; numbers && i < count; i++)
        mpq_clear(numbers[i]);
    free(numbers);
}

void rationals_scale(mpq_t *numbers, size_t count, mpz_t *numerators, mpz_ptr denominator) {
    mpz_set_ui(denominator, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(denominator, denominator, mpq_denref(numbers[i]));
    for (size_t i = 0; i < count; i++) {
        mpz_divexact(numerators[i], denominator, mpq_denref(numbers[i]));
        mpz_mul(numerators[i], numerators[i], mpq_numref(numbers[i]));
    }
}

/* GMP reads blanks, prefixes and a denominator 0 as well, which would end the program later. */
static bool is_rational(const char *text) {
    static const char digits[] = "0123456789";
    text += *text == '-';
    size_t length = strspn(text, digits);
    if (length == 0 || text[length] != '/')
        return length > 0 && text[length] == '\0';
    text += length + 1;
    return *text != '0' && *text != '\0' && text[strspn(text, digits)] == '\0';
}

bool rationals_read(char *text, mpq_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (*text++ != ' ')
            return false;
        size_t length = strcspn(text, " ");
        bool more = text[length] == ' ';
        text[length] = '\0';
        if (!is_rational(text) || mpq_set_str(numbers[i], text, 10) != 0 || more != (i + 1 < count))
            return false;
        mpq_canonicalize(numbers[i]);
        text += length;
        *text = more ? ' ' : '\0';
    }
    return *text == '\0';
}
