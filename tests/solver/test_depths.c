/* SPDX-License-Identifier: MIT */
/* Depths that a search tries: the first one that has a schedule is found if all beyond have one,
 * after few without. */
#include "solver/stream/logp/depths.h"

#include "tests/solver/solver_test.h"

/* Sets *failed to how many had none; the first with a schedule that was tried, or `end`. */
static int try_depths(int least, int first, int end, int *failed) {
    struct depths depths;
    int best = end;
    *failed = 0;
    for (depths_begin(&depths, least, end); depths_next(&depths);) {
        assert_true(depths.depth >= least && depths.depth < best);
        depths_record(&depths, depths.depth >= first);
        if (depths.depth >= first)
            best = depths.depth;
        else
            ++*failed;
    }
    return best;
}

static int halvings(int step) {
    return step > 1 ? 1 + halvings((step + 1) / 2) : 0;
}

static void the_first_is_found(void **state) {
    const int least = 7;
    (void)state;
    for (int count = 0; count <= 300; count++) {
        int step = count > 0 ? (count - 1) / DEPTHS_MOST + 1 : 1, end = least + count, failed;
        for (int first = least; first <= end; first++) {
            int found = try_depths(least, first, end, &failed);
            if (found == end) /* it may be among the last ones, less than a step */
                assert_true(first > end - step);
            else
                assert_int_equal(found, first);
            assert_true(failed <= DEPTHS_MOST + 1 + halvings(step));
        }
    }
}

static void few_depths_are_tried_one_by_one(void **state) {
    int failed;
    (void)state;
    assert_int_equal(try_depths(3, 3 + DEPTHS_MOST, 3 + DEPTHS_MOST, &failed), 3 + DEPTHS_MOST);
    assert_int_equal(failed, DEPTHS_MOST);
    assert_int_equal(try_depths(5, 9, 4, &failed), 4);
    assert_int_equal(failed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_is_found),
        cmocka_unit_test(few_depths_are_tried_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
