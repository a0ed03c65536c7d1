/* SPDX-License-Identifier: MIT */
/* The generalised Fibonacci numbers of latency L (Karp et al. 1993, Definition 2.5): f_i = 1 for 0
 * <= i < L, f_i = f_{i-1} + f_{i-L}. In the postal model f_t processors can be reached in t steps
 * (Theorem 2.2), so these are all the sizes that Steadycast ever counts with. */
#pragma once

#include <gmp.h>

#include "automata/status.h"
#include "solver/base/limits.h"

/* Latency and depth beyond these are refused with STATUS_INPUT. */
enum { SEQUENCE_MAX_LATENCY = 1000000, SEQUENCE_MAX_INDEX = 100000000 };

/* STATUS_INPUT for a latency that is not in 1..SEQUENCE_MAX_LATENCY. */
enum status sequence_check_latency(int latency, struct failure *failure);

/* values[i] = f_{first+i} for i = 0..latency-1; the caller has initialised `values`. first >= 0.
 * Takes the cheaper of the recurrence and of powers of x modulo x^L - x^{L-1} - 1, so that a value
 * of a million digits takes about a second for small L. STATUS_LIMIT when stopped; the limits may
 * be NULL. */
enum status sequence_window(mpz_t *values, int latency, long first, const struct limits *limits,
                            struct failure *failure);

/* value = f_index, index >= 0. Limits as above. */
enum status sequence_term(mpz_t value, int latency, long index, const struct limits *limits,
                          struct failure *failure);

/* f_0 .. f_(count-1); with p ports f_i = f_(i-1) + p f_(i-L). To be given back with numbers_free;
 * NULL if memory is refused. O(count) additions. */
mpz_t *sequence_terms(int latency, int ports, size_t count);

/* B(N), the least t with f_t >= N, for N = processors in 1..2^31, else STATUS_INPUT. As f_(2L+j) >=
 * j^2/2 this is no more than 2L + 2^16. O(L + B(N)) time, memory for L numbers. */
enum status sequence_depth(int latency, long processors, int *depth, struct failure *failure);

/* A walk along the sequence: f_0, f_1, ... in memory for L values. */
struct sequence {
    int latency;
    long index;
    mpz_t *recent; /* recent[i mod L] = f_i for the last L indices */
};

/* Stands at f_0. `sequence_clear` frees. */
enum status sequence_init(struct sequence *sequence, int latency, struct failure *failure);
void sequence_clear(struct sequence *sequence);

/* The value at the current index; owned by the walk, valid until the next step. */
mpz_srcptr sequence_value(const struct sequence *sequence);
void sequence_next(struct sequence *sequence);
