/* SPDX-License-Identifier: MIT */
/* The memory of refuted states: what it says was added, and early enough. */
#include "solver/items/search/items_state.h"
#include "tests/solver/solver_test.h"

enum { ADDED = 200000, ASKED = 600000 };

static void it_takes_no_state_for_another(void **state) {
    struct items_refuted refuted;
    struct failure failure;
    int kept = 0;
    (void)state;
    assert_ok(items_refuted_init(&refuted, 2, &failure), failure);
    for (uint32_t i = 0; i < ADDED; i++)
        items_refuted_add(&refuted, (item_set[]){i, i % 7}, 5);
    for (uint32_t i = 0; i < ASKED; i++) {
        item_set same[] = {i, i % 7}, other[] = {i, i % 7 + 1};
        bool has = items_refuted_has(&refuted, same, 5);
        assert_true(!has || i < ADDED);
        assert_false(items_refuted_has(&refuted, other, 5));
        kept += has;
    }
    assert_in_range(kept, ADDED * 9 / 10, ADDED);
    items_refuted_clear(&refuted);
}

/* With less time left a state is no better; with more it may be. */
static void it_knows_since_when(void **state) {
    struct items_refuted refuted;
    struct failure failure;
    const item_set one[] = {1, 2, 3};
    (void)state;
    assert_ok(items_refuted_init(&refuted, 3, &failure), failure);
    assert_false(items_refuted_has(&refuted, one, 0));
    items_refuted_add(&refuted, one, 4);
    assert_false(items_refuted_has(&refuted, one, 3));
    assert_true(items_refuted_has(&refuted, one, 4));
    assert_true(items_refuted_has(&refuted, one, 9));
    items_refuted_add(&refuted, one, 6);
    assert_true(items_refuted_has(&refuted, one, 4));
    items_refuted_add(&refuted, one, 0);
    assert_true(items_refuted_has(&refuted, one, 0));
    items_refuted_clear(&refuted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_takes_no_state_for_another),
        cmocka_unit_test(it_knows_since_when),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
