/* SPDX-License-Identifier: MIT */
/* Sums with memory refused at every place: told, outputs untouched, nothing lost. */
#include "tests/collective/summation_search.h"
#include "tests/collective/summation_test.h"
#include "tests/refuse_memory.h"

static const struct logp_machine machine = {1, 1, 2};

/* Each does one thing with memory that it gives back. */
static enum status make_tree(struct failure *failure) {
    struct summation_tree tree = {.count = 7};
    enum status status = summation_tree_best(&machine, 2, 40, 1000, 2, &tree, failure);
    if (status)
        assert_int_equal(tree.count, 7);
    else
        summation_tree_clear(&tree);
    return status;
}

static enum status make_schedule(struct failure *failure) {
    struct summation_tree tree;
    struct summation summation = {.processors = 7};
    struct summation_played played = {.right = false};
    enum status status = summation_tree_best(&machine, 2, 40, 9, 2, &tree, failure);
    if (status)
        return status;
    status = summation_build(&tree, &summation, NULL, failure);
    summation_tree_clear(&tree);
    if (status) {
        assert_int_equal(summation.processors, 7);
        return status;
    }
    status = summation_play(&summation, true, NULL, &played, failure);
    assert_int_equal(played.right, !status);
    summation_clear(&summation);
    return status;
}

static enum status search(struct failure *failure) {
    bool possible = true;
    enum status status = summation_search(&machine, 3, 9, 17, &possible, NULL, failure);
    assert_int_equal(possible, status != STATUS_OK);
    return status;
}

static enum status count(struct failure *failure) {
    int64_t time = 7;
    mpz_t operands;
    mpz_init_set_ui(operands, 1000);
    enum status status = summation_least_time(&machine, 9, operands, NULL, &time, failure);
    if (status)
        assert_int_equal(time, 7);
    else
        status = summation_most(&machine, 9, time, operands, failure);
    mpz_clear(operands);
    return status;
}

static void refusals_are_told(void **state) {
    static enum status (*const works[])(struct failure *) = {make_tree, make_schedule, search,
                                                             count};
    (void)state;
    for (int w = 0; w < 4; w++) {
        long granted = 0;
        for (enum status status = STATUS_MEMORY; status; granted++) {
            struct failure failure = {0};
            allocations_granted = granted;
            status = works[w](&failure);
            allocations_granted = -1;
            if (status)
                assert_int_equal(status, STATUS_MEMORY);
            assert_int_equal(failure.status, status);
            assert_true(granted < 1000);
        }
        assert_true(granted > 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
