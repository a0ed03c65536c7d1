/* SPDX-License-Identifier: MIT */
#include "solver/collective/single/growth_root.h"

#include "automata/numbers.h"

enum { FIRST_BITS = 64 };

/* The sign of x^d - x^(d-1) - 1 at x = point 2^-bits: of point^(d-1) (point - 2^bits) - 2^(d
 * bits). */
static int sign_at(const struct growth_root *root, mpz_srcptr point) {
    CLEANUP(big_clear) mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_set_ui(right, 1);
    mpz_mul_2exp(right, right, root->bits);
    mpz_sub(right, point, right);
    mpz_pow_ui(left, point, root->degree - 1);
    mpz_mul(left, left, right);
    mpz_set_ui(right, 1);
    mpz_mul_2exp(right, right, root->degree * root->bits);
    int sign = mpz_cmp(left, right);
    return (sign > 0) - (sign < 0);
}

/* low 2^-bits < gamma < high 2^-bits is halved until the bounds are neighbours. */
static void narrow(struct growth_root *root) {
    CLEANUP(big_clear) mpz_t middle;
    mpz_init(middle);
    for (;;) {
        mpz_sub(middle, root->high, root->low);
        if (mpz_cmp_ui(middle, 1) <= 0)
            break;
        mpz_add(middle, root->low, root->high);
        mpz_tdiv_q_2exp(middle, middle, 1);
        mpz_set(sign_at(root, middle) < 0 ? root->low : root->high, middle);
    }
}

static void refine(struct growth_root *root, unsigned long more) {
    root->bits += more;
    mpz_mul_2exp(root->low, root->low, more);
    mpz_mul_2exp(root->high, root->high, more);
    narrow(root);
}

void growth_root_init(struct growth_root *root, unsigned long degree) {
    root->degree = degree;
    root->bits = 0;
    mpz_init_set_ui(root->low, degree == 1 ? 2 : 1);
    mpz_init_set_ui(root->high, 2);
    refine(root, FIRST_BITS);
}

void growth_root_clear(struct growth_root *root) {
    mpz_clears(root->low, root->high, NULL);
}

/* The sign of (bound 2^-bits)^exponent - number. */
static int compare_bound(const struct growth_root *root, mpz_srcptr bound, unsigned long exponent,
                         mpz_srcptr number) {
    CLEANUP(big_clear) mpz_t power, scaled;
    mpz_inits(power, scaled, NULL);
    mpz_pow_ui(power, bound, exponent);
    mpz_mul_2exp(scaled, number, root->bits * exponent);
    int sign = mpz_cmp(power, scaled);
    return (sign > 0) - (sign < 0);
}

int growth_root_compare(struct growth_root *root, unsigned long exponent, mpz_srcptr number) {
    for (;;) {
        int low = compare_bound(root, root->low, exponent, number);
        int high = compare_bound(root, root->high, exponent, number);
        if (low == high) /* both on one side; or all three equal, d = 1 or exponent 0 */
            return low;
        refine(root, root->bits);
    }
}
