/* SPDX-License-Identifier: MIT */
/* Growing sequences: how many can have something, when those who have it send it on.
 *
 *     a_s = 1 (s < far),    a_s = a_(s-near) + factor a_(s-far) (s >= far),
 *
 * with a_s = 1 for s < 0 as well. Three kinds are sums, or single terms, of such a sequence; why
 * these are bounds is in their headers:
 *
 *     reach              A(s), near = h, far = l: a term
 *     items-bound        the first terms above kN, k = 1, 2, ..; near = 1, far = L, factor = p,
 *                        or near = h, far = l
 *     summation-bound    A(s) again: a sum of least ones of A(s) and P
 *
 * No term is below an earlier one, by induction. So once a term is as much as is asked for, the
 * others are, and the rest of such a sum is one product. */
#pragma once

#include "core/read.h"

struct growth {
    struct reader *reader;
    uint64_t near, far; /* > 0 */
    uint32_t factor;
    uint64_t made; /* a_far .. a_(far+made-1) */
    uint64_t room; /* max(near,far) */
    mpz_t *window; /* [k mod room]: a_(far+k), the last of them */
    size_t capacity;
    mpz_ptr sum, one;
};

/* The greatest common divisor: near and far may be divided by it, and all times with them. */
uint64_t growth_unit(uint64_t a, uint64_t b);

/* The terms before a_far are 1; none from there on is made yet. */
void growth_init(struct growth *growth, struct reader *reader, uint64_t near, uint64_t far,
                 uint32_t factor);

/* Makes the next term, a_far at first; it is valid until the next call. That it is made, and looked
 * at once, is charged. */
mpz_srcptr growth_next(struct growth *growth);
