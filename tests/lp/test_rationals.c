/* SPDX-License-Identifier: MIT */
/* Texts that are rational numbers, and texts that are none. */
#include "automata/numbers.h"
#include "solver/proof/bound/program.h"

#include <string.h>

#include "tests/solver/solver_test.h"

static bool reads(const char *text, size_t count, const char *last) {
    char copy[256];
    mpq_t *numbers = rationals_new(count);
    strcpy(copy, text);
    bool good = rationals_read(copy, numbers, count);
    if (good && count) {
        char found[64];
        gmp_snprintf(found, sizeof found, "%Qd", numbers[count - 1]);
        assert_string_equal(found, last);
    }
    rationals_free(numbers);
    return good;
}

static void numbers_are_read(void **state) {
    (void)state;
    assert_true(reads("", 0, NULL));
    assert_true(reads(" 0", 1, "0"));
    assert_true(reads(" -0", 1, "0"));
    assert_true(reads(" 1 -6/4", 2, "-3/2"));
    assert_true(reads(" 7/10 007 2/1", 3, "2"));
    assert_true(
        reads(" 1000000000000000000000000000001/10", 1, "1000000000000000000000000000001/10"));
}

static void nothing_else_is(void **state) {
    static const char *const texts[] = {
        "",     "1",     " ",     "  1",  " 1 ",  " 1 2",  " +1",      " --1",  " -",
        " /",   " 1/",   " /1",   " 1/0", " 0/0", " 1/00", " 1/-2",    " 1/01", " 1/2/3",
        " 0x1", " 1e5",  " 1.5",  " 1\t", "\t1",  " 1,2",  " inf",     " nan",  " 1 2 3",
        " 1\n", " 1/ 2", " 1 /2", " a",   " 1a",  " 1/2a", " \xc2\xbd"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (reads(texts[i], 1, ""))
            fail_msg("'%s' is read", texts[i]);
    assert_false(reads(" 1", 0, NULL));
    assert_false(reads(" 1 2", 3, ""));
}

static void numbers_are_scaled(void **state) {
    char text[] = " 1/6 -3/4 5 0";
    mpq_t *numbers = rationals_new(4);
    mpz_t numerators[4], denominator;
    (void)state;
    mpz_init(denominator);
    assert_true(rationals_read(text, numbers, 4));
    for (int i = 0; i < 4; i++)
        mpz_init(numerators[i]);
    rationals_scale(numbers, 4, numerators, denominator);
    const long expected[] = {2, -9, 60, 0};
    assert_int_equal(mpz_cmp_ui(denominator, 12), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(mpz_cmp_si(numerators[i], expected[i]), 0);
        mpz_clear(numerators[i]);
    }
    mpz_clear(denominator);
    rationals_free(numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_are_read),
                                       cmocka_unit_test(nothing_else_is),
                                       cmocka_unit_test(numbers_are_scaled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
