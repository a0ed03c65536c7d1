/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place of the searches for pruned trees, one place a run: each must end
 * with STATUS_MEMORY and (under a leak checker) without leaks. */
#include "solver/stream/arithmetic/pruned_find.h"
#include "solver/stream/stationary/search.h"
#include "tests/refuse_memory.h"
#include "tests/solver/certificate_test.h"

enum method { FIND, EXHAUST, WORDS };

static enum status search(enum method method, int latency, int depth, int n,
                          struct failure *failure) {
    const struct limits one_thread = {.threads = 1};
    struct schedule pruned;
    struct schedule periodic;
    enum verdict end = VERDICT_UNKNOWN;
    enum verdict words = VERDICT_UNKNOWN;
    uint64_t nodes = 0;
    enum status status =
        method == FIND ? pruned_find(latency, depth, n, &one_thread, &end, &pruned, &nodes, failure)
        : method == EXHAUST
            ? pruned_exhaust(latency, depth, n, &one_thread, &end, &pruned, &nodes, failure)
            : stationary_search(latency, depth, n, true, &one_thread, &words, &periodic, &nodes,
                                failure);
    if (status)
        return status;
    assert_true(end != VERDICT_UNKNOWN || words != VERDICT_UNKNOWN);
    if (end == VERDICT_FEASIBLE)
        schedule_clear(&pruned);
    if (words == VERDICT_FEASIBLE)
        schedule_clear(&periodic);
    return STATUS_OK;
}

static void everywhere(void **state) {
    static const int questions[][4] = {{FIND, 4, 9, 9},  {FIND, 4, 8, 7},     {EXHAUST, 3, 8, 11},
                                       {WORDS, 2, 4, 4}, {EXHAUST, 6, 12, 9}, {WORDS, 4, 8, 7}};
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const int *q = questions[i];
        long grant = 0;
        enum status status;
        do {
            struct failure failure = {STATUS_OK, ""};
            allocations_granted = grant++;
            status = search((enum method)q[0], q[1], q[2], q[3], &failure);
            allocations_granted = -1;
            assert_int_equal(failure.status, status);
            if (status) {
                assert_int_equal(status, STATUS_MEMORY);
                assert_non_null(strstr(failure.message, "memory"));
            }
        } while (status);
        assert_true(grant > 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
