/* SPDX-License-Identifier: MIT */
/* Powers of the root of x^d = x^(d-1) + 1 against whole numbers. */
#include <math.h>

#include "solver/collective/single/growth_root.h"
#include "tests/solver/solver_test.h"

static double root_of(unsigned long degree) {
    double low = 1, high = 2;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (pow(middle, (double)degree - 1) * (middle - 1) < 1)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void powers_are_compared(void **state) {
    mpz_t number;
    (void)state;
    mpz_init(number);
    for (unsigned long degree = 2; degree <= 40; degree++) {
        struct growth_root root;
        growth_root_init(&root, degree);
        for (unsigned long exponent = 1; exponent <= 60; exponent++) {
            double power = pow(root_of(degree), (double)exponent), below = floor(power);
            if (power - below < 1e-6 * power || below + 1 - power < 1e-6 * power)
                continue; /* too close for floating point */
            mpz_set_d(number, below);
            assert_int_equal(growth_root_compare(&root, exponent, number), 1);
            mpz_add_ui(number, number, 1);
            assert_int_equal(growth_root_compare(&root, exponent, number), -1);
        }
        growth_root_clear(&root);
    }
    mpz_clear(number);
}

/* Powers of the golden ratio come as close to whole numbers, Lucas numbers, as one likes: above
 * them and below in turn. The enclosure has to become finer for that. */
static void close_ones_are_told_apart(void **state) {
    struct growth_root root;
    mpz_t lucas;
    (void)state;
    mpz_init(lucas);
    growth_root_init(&root, 2);
    for (unsigned long n = 2; n <= 600; n++) {
        mpz_lucnum_ui(lucas, n); /* phi^n + (-1/phi)^n */
        assert_int_equal(growth_root_compare(&root, n, lucas), n % 2 ? 1 : -1);
    }
    assert_true(root.bits > 400);
    growth_root_clear(&root);
    mpz_clear(lucas);
}

static void two_is_exact(void **state) {
    struct growth_root root;
    mpz_t number;
    (void)state;
    mpz_init(number);
    growth_root_init(&root, 1);
    mpz_ui_pow_ui(number, 2, 77);
    assert_int_equal(growth_root_compare(&root, 77, number), 0);
    assert_int_equal(growth_root_compare(&root, 76, number), -1);
    assert_int_equal(growth_root_compare(&root, 78, number), 1);
    growth_root_clear(&root);
    growth_root_init(&root, 5);
    mpz_set_ui(number, 1);
    assert_int_equal(growth_root_compare(&root, 0, number), 0);
    mpz_set_ui(number, 2);
    assert_int_equal(growth_root_compare(&root, 0, number), -1);
    growth_root_clear(&root);
    mpz_clear(number);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_are_compared),
        cmocka_unit_test(close_ones_are_told_apart),
        cmocka_unit_test(two_is_exact),
    };
    return cmocka_run_group_tests_name("growth_root", tests, NULL, NULL);
}
