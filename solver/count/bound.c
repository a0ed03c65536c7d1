/* SPDX-License-Identifier: MIT */
#include "solver/count/bound.h"

/* Entries are raised in rounds, every one that has room once a round, which keeps the raised one a
 * smallest of those with room. */
void bound_multinomial(mpz_t bound, const int *most, int kinds, int total) {
    mpz_set_ui(bound, 1);
    int reached = 0;
    for (int height = 1; reached < total; height++)
        for (int j = 0; j < kinds && reached < total; j++)
            if (most[j] >= height) {
                mpz_mul_ui(bound, bound, (unsigned long)++reached);
                mpz_divexact_ui(bound, bound, (unsigned long)height);
            }
}

void bound_multisets(mpz_t bound, mpz_srcptr kinds, int count) {
    if (mpz_sgn(kinds) == 0) {
        mpz_set_ui(bound, count == 0);
        return;
    }
    mpz_add_ui(bound, kinds, (unsigned long)count);
    mpz_sub_ui(bound, bound, 1);
    mpz_bin_ui(bound, bound, (unsigned long)count);
}
