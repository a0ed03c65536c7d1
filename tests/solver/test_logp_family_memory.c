/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place where a family of LogP streams is found, one place a run: each must
 * end with STATUS_MEMORY and (under a leak checker) without leaks. */
#include "solver/stream/logp/logp_family.h"
#include "tests/refuse_memory.h"
#include "tests/solver/solver_test.h"

static void everywhere(void **state) {
    static const struct logp_machine machines[] = {{3, 0, 1}, {9, 0, 2}, {8, 2, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        long grant = 0;
        enum status status;
        do {
            struct failure failure = {STATUS_OK, ""};
            struct logp_family family;
            bool found;
            allocations_granted = grant++;
            status = logp_family_find(&family, &machines[i], NULL, &found, &failure);
            allocations_granted = -1;
            assert_int_equal(failure.status, status);
            if (status && status != STATUS_MEMORY)
                fail_msg("machine %zu, place %ld: %s", i, grant - 1, failure.message);
            if (!status) {
                assert_true(found);
                logp_family_clear(&family);
            }
        } while (status);
        assert_true(grant > 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
