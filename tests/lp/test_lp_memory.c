/* SPDX-License-Identifier: MIT */
/* Refuses the memory at every place where a linear program asks for it. */
#include "tests/lp/lp_test.h"
#include "tests/refuse_memory.h"

static void every_refusal_is_told(void **state) {
    long granted = 0;
    (void)state;
    for (enum status status = STATUS_MEMORY; status; granted++) {
        struct lp_solution solution;
        struct failure failure = {STATUS_OK, ""};
        const struct limits one_thread = {.threads = 1};
        allocations_granted = granted;
        status = lp_solve(2, 4, &one_thread, &solution, &failure);
        allocations_granted = -1;
        if (!status)
            lp_clear(&solution);
        else if (status != STATUS_MEMORY || failure.status != STATUS_MEMORY)
            fail_msg("%ld granted: %s: %s", granted, status_name(status), failure.message);
    }
    assert_true(granted > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_refusal_is_told)};
    need_program();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
