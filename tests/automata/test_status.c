/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automata/memory.h"
#include "automata/status.h"

static void failure_holds_the_message(void **state) {
    struct failure failure = {STATUS_OK, ""};
    (void)state;
    assert_int_equal(failure_set(&failure, STATUS_LIMIT, "r is %d, at most %d", 7, 5),
                     STATUS_LIMIT);
    assert_int_equal(failure.status, STATUS_LIMIT);
    assert_string_equal(failure.message, "r is 7, at most 5");
    assert_int_equal(failure_memory(&failure, "a test"), STATUS_MEMORY);
    assert_string_equal(failure.message, "not enough memory for a test");
}

static void failure_may_be_null(void **state) {
    (void)state;
    assert_int_equal(failure_set(NULL, STATUS_INPUT, "nobody reads this"), STATUS_INPUT);
}

static void long_message_is_cut(void **state) {
    struct failure failure;
    char text[2000];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    failure_set(&failure, STATUS_INPUT, "%s", text);
    assert_int_equal(strlen(failure.message), sizeof failure.message - 1);
}

static void status_has_a_name(void **state) {
    (void)state;
    assert_string_equal(status_name(STATUS_OK), "ok");
    assert_string_equal(status_name(STATUS_INTERNAL), "internal");
    assert_string_equal(status_name((enum status)77), "unknown");
}

static void memory_is_zeroed(void **state) {
    int *numbers = memory_new(1000, sizeof *numbers);
    (void)state;
    assert_non_null(numbers);
    for (int index = 0; index < 1000; index++)
        assert_int_equal(numbers[index], 0);
    numbers[999] = 17;
    numbers = memory_resize(numbers, 5000, sizeof *numbers);
    assert_non_null(numbers);
    assert_int_equal(numbers[999], 17);
    free(numbers);
}

static void no_objects_are_still_a_pointer(void **state) {
    void *nothing = memory_new(0, 8);
    (void)state;
    assert_non_null(nothing);
    nothing = memory_resize(nothing, 0, 8);
    assert_non_null(nothing);
    free(nothing);
}

static void overflow_is_refused(void **state) {
    void *old = memory_new(1, 1);
    volatile size_t many = SIZE_MAX / 2 + 2; /* 2 * many overflows to 2 */
    (void)state;
    assert_null(memory_new(many, 2));
    assert_null(memory_resize(old, many, 2));
    free(old);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failure_holds_the_message),
        cmocka_unit_test(failure_may_be_null),
        cmocka_unit_test(long_message_is_cut),
        cmocka_unit_test(status_has_a_name),
        cmocka_unit_test(memory_is_zeroed),
        cmocka_unit_test(no_objects_are_still_a_pointer),
        cmocka_unit_test(overflow_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
