/* SPDX-License-Identifier: MIT */
/* The sequence f_i = 1 (0 <= i < L), f_i = f_{i-1} + p f_{i-L}, in exact numbers; p = 1 but for
 * several ports.
 *
 * Only a window of L successive terms is kept. It moves upwards by the recurrence and downwards by
 * p f_{i-L} = f_i - f_{i-1}, so a whole instance is seen in one sweep down without a table of all
 * terms. Room: L numbers; as f_i < (p L+1)^(i/L + 1), about 48 L + i log2(p L) / 8 bytes. */
#pragma once

#include "core/read.h"

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct big_sequence {
    uint32_t latency, ports;
    uint32_t top; /* the window is f_{top-L+1} .. f_top, f_i at [i mod L] */
    mpz_t *window;
};

/* Who makes one charges BIG_WORK_OF_TERM for each of its L terms before. */
void big_sequence_init(struct big_sequence *f, uint32_t latency, uint32_t ports);

/* Moves the window up to term i; the additions are charged. */
void big_sequence_reach(struct big_sequence *f, struct reader *reader, uint32_t i);

/* f_i, valid until the window moves. Contract: i was reached since the last larger one, that is, i
 * <= the top of the window. */
mpz_srcptr big_sequence_at(struct big_sequence *f, uint32_t i);

/* Is f_t this number? Its work is charged, and ends where f is larger. */
bool big_sequence_is(struct reader *reader, uint32_t latency, uint32_t t, mpz_srcptr number);

/* Who makes an array of numbers charges so much for each before. */
enum { BIG_WORK_OF_NUMBER = 4, BIG_WORK_OF_TERM = 32 };
