/* SPDX-License-Identifier: MIT */
/* Numbers that depend on the depth t, as a word of a certificate, for instance (f(t-5)-t+1)/2:
 *
 *     FORM  a sum, or (a sum)/M, M >= 2
 *     sum   terms with + or - between them, a - may stand in front
 *     term  [C*]f(t-X), [C*]f(t+X), [C*]f(t), [C*]t, C; with v for heads v: [C*]f(t-v-X),
 * [C*]f(t-v)
 *
 * f is the sequence of the latency, f_i = 1 for 0 <= i < L. Numbers are at most FORM_NUMBER_LIMIT,
 * at most FORM_TERM_LIMIT terms. */
#ifndef STEADYCHECK_FORM_H
#define STEADYCHECK_FORM_H

#include "core/read.h"

enum { FORM_NUMBER_LIMIT = 100000, FORM_TERM_LIMIT = 8 };

enum form_atom { FORM_ONE, FORM_DEPTH, FORM_SEQUENCE };

struct form_term {
    int32_t factor; /* of the atom, not 0 but for the form 0 */
    enum form_atom atom;
    bool less_head; /* f(t-v-X) instead of f(t-X) */
    int32_t shift;  /* X, negative for t+X */
};

struct form {
    struct form_term terms[FORM_TERM_LIMIT];
    uint32_t count;
    uint32_t divisor;
};

/* f_0 .. f_{count-1} */
struct form_sequence {
    uint32_t latency, count;
    mpz_t *f;
};

void form_sequence_init(struct form_sequence *sequence, uint32_t latency, uint32_t count);
void form_sequence_clear(struct form_sequence *sequence);

/* Takes the next word. */
bool form_read(struct form *form, struct reader *reader);

/* The sum before the division, and its parts: of the terms with f, and b and c of the others, b t +
 * c. Contract: the indices of f are within the sequence. */
void form_sum(const struct form *form, const struct form_sequence *sequence, uint32_t depth,
              uint32_t head, mpz_ptr sum);
void form_sequence_part(const struct form *form, const struct form_sequence *sequence,
                        uint32_t depth, mpz_ptr sum);
void form_linear_part(const struct form *form, int64_t *slope, int64_t *constant);

/* Smallest d >= 0 such that all terms with f have an index >= 0 for t >= d (for t-v >= d); most:
 * the largest X of a t+X. */
uint32_t form_depth_needed(const struct form *form);
uint32_t form_shift_up(const struct form *form);

bool form_is_plain(const struct form *form);    /* one number >= 1 */
bool form_is_of_head(const struct form *form);  /* terms f(t-v..) with +, not divided */
bool form_is_of_depth(const struct form *form); /* no term f(t-v..) */

#endif
