/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place of a count, one place a run: each must end with STATUS_MEMORY and
 * untouched numbers, and (under a leak checker) without leaks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/count/count.h"
#include "tests/refuse_memory.h"

static void everywhere(void **state) {
    const struct limits limits = {.threads = 1};
    mpz_t parikh, words;
    long grant = 0;
    enum status status;
    (void)state;
    mpz_init_set_si(parikh, -1);
    mpz_init_set_si(words, -2);
    do {
        struct failure failure = {STATUS_OK, ""};
        bool finished = false;
        allocations_granted = grant++;
        status = count_schedules(4, 11, &limits, parikh, words, &finished, &failure);
        allocations_granted = -1;
        assert_int_equal(failure.status, status);
        assert_int_equal(finished, status == STATUS_OK);
        assert_int_equal(mpz_get_si(parikh), status ? -1 : 11);
        assert_int_equal(mpz_get_si(words), status ? -2 : 74);
        if (status) {
            assert_int_equal(status, STATUS_MEMORY);
            assert_non_null(strstr(failure.message, "memory"));
        }
    } while (status);
    assert_true(grant > 100);
    mpz_clear(parikh);
    mpz_clear(words);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
