/* SPDX-License-Identifier: MIT */
/* The words of a language: is this one of them, and how many there are. */
#pragma once

#include <gmp.h>
#include <stdlib.h>

#include "automata/language.h"

static inline bool language_contains(const struct language *language, const int *word,
                                     size_t count) {
    size_t state = 0;
    for (size_t i = 0; i < count; i++)
        state = language->successors[state * (size_t)language->letters + (size_t)word[i]];
    return language->accepts[state];
}

static inline void language_count(const struct language *language, size_t length, mpz_t words) {
    size_t states = language->state_count, letters = (size_t)language->letters;
    mpz_t *to = calloc(2 * states, sizeof *to); /* words to each state, and one letter longer */
    for (size_t i = 0; i < 2 * states; i++)
        mpz_init_set_ui(to[i], i == 0);
    for (size_t step = 0; step < length; step++) {
        for (size_t i = 0; i < states * letters; i++) {
            mpz_ptr next = to[states + language->successors[i]];
            mpz_add(next, next, to[i / letters]);
        }
        for (size_t i = 0; i < states; i++) {
            mpz_swap(to[i], to[states + i]);
            mpz_set_ui(to[states + i], 0);
        }
    }
    mpz_set_ui(words, 0);
    for (size_t i = 0; i < states; i++)
        if (language->accepts[i])
            mpz_add(words, words, to[i]);
    for (size_t i = 0; i < 2 * states; i++)
        mpz_clear(to[i]);
    free(to);
}
