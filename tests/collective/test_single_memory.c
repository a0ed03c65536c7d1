/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place, one place a run, of what builds a broadcast of one item:
 * each must end with STATUS_MEMORY and (under a leak checker) without leaks. */
#include <string.h>

#include "solver/collective/single/single_tree.h"
#include "tests/refuse_memory.h"
#include "tests/solver/solver_test.h"

static enum status smallest_labels(struct failure *failure) {
    struct single_tree tree;
    enum status status = single_tree_build(&(struct logp_machine){2, 1, 3}, 300, &tree, failure);
    if (!status)
        single_tree_clear(&tree);
    return status;
}

static void refuse_everywhere(enum status (*make)(struct failure *), int least) {
    int places = 0;
    for (;; places++) {
        struct failure failure = {0};
        allocations_granted = places;
        enum status status = make(&failure);
        bool refused = allocations_granted < 0;
        allocations_granted = -1;
        if (!refused) {
            assert_int_equal(status, STATUS_OK);
            break;
        }
        assert_int_equal(status, STATUS_MEMORY);
        assert_non_null(strstr(failure.message, "memory"));
    }
    assert_true(places >= least);
}

static void memory_is_refused(void **state) {
    (void)state;
    refuse_everywhere(smallest_labels, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_is_refused)};
    return cmocka_run_group_tests_name("single_memory", tests, NULL, NULL);
}
