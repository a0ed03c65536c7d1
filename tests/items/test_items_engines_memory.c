/* SPDX-License-Identifier: MIT */
/* Refuses the memory at every place where the engines for k items and the bound ask for it, one
 * place per run: each run must end with STATUS_MEMORY and (under a leak checker) without leaks. */
#include "solver/items/items_bound.h"
#include "solver/items/search/items_backtrack.h"
#include "solver/items/search/items_sat.h"
#include "tests/refuse_memory.h"
#include "tests/solver/solver_test.h"

#include <stdlib.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size) {
    return refuses() ? NULL : __real_malloc(size);
}

typedef enum status operation(const struct items_question *question, int time,
                              struct failure *failure);

static const struct limits no_limits;

/* Runs the operation with 0, 1, 2, .. allocations granted until it succeeds. */
static void refuse_everywhere(operation *run, const struct items_question *question, int time,
                              long at_least) {
    long granted = 0;
    for (;;) {
        struct failure failure = {STATUS_OK, ""};
        allocations_granted = granted++;
        enum status status = run(question, time, &failure);
        allocations_granted = -1;
        assert_int_equal(failure.status, status);
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_MEMORY);
        assert_string_not_equal(failure.message, "");
    }
    assert_true(granted > at_least);
}

static enum status ask_formula(const struct items_question *question, int time,
                               enum items_encoding encoding, struct failure *failure) {
    struct items_answer answer;
    enum status status = items_sat(question, time, encoding, &no_limits, &answer, failure);
    if (status)
        return status;
    assert_int_not_equal(answer.verdict, VERDICT_UNKNOWN);
    items_answer_clear(&answer);
    return STATUS_OK;
}

static enum status ask_ordered(const struct items_question *question, int time,
                               struct failure *failure) {
    return ask_formula(question, time, ITEMS_ORDERED, failure);
}

static enum status ask_plain(const struct items_question *question, int time,
                             struct failure *failure) {
    return ask_formula(question, time, ITEMS_PLAIN, failure);
}

static enum status search(const struct items_question *question, int time,
                          struct failure *failure) {
    struct items_answer answer;
    enum status status = items_backtrack(question, time, &no_limits, &answer, failure);
    if (status)
        return status;
    assert_int_not_equal(answer.verdict, VERDICT_UNKNOWN);
    items_answer_clear(&answer);
    return STATUS_OK;
}

static enum status bound(const struct items_question *question, int time, struct failure *failure) {
    int finish;
    enum status status = items_question_bound(question, &finish, failure);
    if (!status)
        assert_int_equal(finish, time);
    return status;
}

/* Two items for three processors take five steps in the postal model of latency 2. */
static void everywhere(void **state) {
    static const struct items_question question = {2, 1, 3, 2, false, 0};
    (void)state;
    refuse_everywhere(ask_ordered, &question, 5, 20);
    refuse_everywhere(ask_ordered, &question, 4, 20);
    refuse_everywhere(ask_plain, &question, 5, 20);
    refuse_everywhere(ask_plain, &question, 4, 20);
    refuse_everywhere(search, &question, 5, 5);
    refuse_everywhere(search, &question, 4, 5);
    refuse_everywhere(bound, &question, 5, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
