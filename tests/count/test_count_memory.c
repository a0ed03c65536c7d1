/* Refuses memory at every place of a count, one place a run: each must end with STATUS_SYSTEM and
 * untouched numbers, and (under a leak checker) without leaks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/count/count.h"

static long granted; /* allocations until one is refused; negative: no limit */

static bool refuses(void) {
    return granted >= 0 && granted-- == 0;
}

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_calloc(size_t count, size_t size) {
    return refuses() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return refuses() ? NULL : __real_realloc(old, size);
}

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
        granted = grant++;
        status = count_schedules(4, 11, &limits, parikh, words, &finished, &failure);
        granted = -1;
        assert_int_equal(failure.status, status);
        assert_int_equal(finished, status == STATUS_OK);
        assert_int_equal(mpz_get_si(parikh), status ? -1 : 11);
        assert_int_equal(mpz_get_si(words), status ? -2 : 74);
        if (status) {
            assert_int_equal(status, STATUS_SYSTEM);
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
