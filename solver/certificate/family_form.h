/* SPDX-License-Identifier: MIT */
/*
 * Numbers that depend on the depth, FORM in the grammar of kind stationary-family
 * (results/README.md), as they stand in a certificate: (f(t+1)+t-1)/2. At most 8 terms.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_FAMILY_FORM_H
#define STEADYCAST_SOLVER_CERTIFICATE_FAMILY_FORM_H

#include <gmp.h>
#include <stdbool.h>

enum { FAMILY_FORM_TERMS = 8, FAMILY_FORM_MOST = 100000 };

struct family_form_term {
    int factor; /* not 0 */
    enum { TERM_NUMBER, TERM_DEPTH, TERM_SEQUENCE } atom;
    int shift; /* of f(t+shift) */
    bool below_head;
};

struct family_form_text {
    int count;
    struct family_form_term terms[FAMILY_FORM_TERMS];
    int divisor;
};

/* False if the text is none. */
bool family_form_parse(struct family_form_text *form, const char *text);

/*
 * The sum before the division at depth `depth`, for the head `head` where f(t-v..) stands. `f`
 * holds f_0 .. f_{count-1}. False if an index is not among them.
 */
bool family_form_sum(const struct family_form_text *form, mpz_t *f, int count, int depth, int head,
                     mpz_ptr sum);

#endif
