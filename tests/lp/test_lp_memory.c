/* SPDX-License-Identifier: MIT */
/* Refuses the memory at every place where a linear program asks for it. */
#include "solver/proof/bound/class_prices.h"
#include "tests/lp/lp_test.h"
#include "tests/refuse_memory.h"

static const struct limits one_thread = {.threads = 1};

static enum status find_words(struct failure *failure) {
    struct lp_solution solution;
    enum status status = lp_solve(2, 4, &one_thread, &solution, failure);
    if (!status)
        lp_clear(&solution);
    return status;
}

static enum status find_closed_prices(struct failure *failure) {
    struct prices prices;
    enum status status = class_prices_find(6, 4, 14, &one_thread, &prices, failure);
    if (!status)
        prices_clear(&prices);
    return status;
}

static enum status find_class_prices(struct failure *failure) {
    struct prices prices;
    enum status status = class_prices_search(6, 4, 14, &one_thread, &prices, failure);
    if (!status)
        prices_clear(&prices);
    return status;
}

static void refuse_everywhere(enum status (*find)(struct failure *failure)) {
    long granted = 0;
    for (enum status status = STATUS_MEMORY; status; granted++) {
        struct failure failure = {STATUS_OK, ""};
        allocations_granted = granted;
        status = find(&failure);
        allocations_granted = -1;
        if (status && (status != STATUS_MEMORY || failure.status != STATUS_MEMORY))
            fail_msg("%ld granted: %s: %s", granted, status_name(status), failure.message);
    }
    assert_true(granted > 20);
}

static void every_refusal_is_told(void **state) {
    (void)state;
    refuse_everywhere(find_words);
    refuse_everywhere(find_closed_prices);
    refuse_everywhere(find_class_prices);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_refusal_is_told)};
    need_program();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
