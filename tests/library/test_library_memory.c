/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place of a question, its certificates and its messages, one place a run:
 * each must end with STEADYCAST_MEMORY and outputs as they were, and (under a leak checker) without
 * leaks. */
#include <string.h>

#include "tests/library/library_test.h"
#include "tests/refuse_memory.h"

static int take_bytes(void *context, const char *bytes, size_t count) {
    (void)bytes;
    *(size_t *)context += count;
    return 0;
}

static int take_message(void *context, const steadycast_message *message) {
    *(size_t *)context += (size_t)message->item;
    return 0;
}

/* All that can be made of an answer, which is given back. */
static steadycast_status use(steadycast_answer *answer, int items, steadycast_error *error) {
    steadycast_status status = STEADYCAST_OK;
    steadycast_messages *messages = NULL;
    size_t sum = 0;
    for (int side = STEADYCAST_SCHEDULE; side <= STEADYCAST_PROOF && !status; side++) {
        char *text = NULL;
        if (!steadycast_answer_kind(answer, (steadycast_side)side))
            continue;
        status = steadycast_answer_text(answer, (steadycast_side)side, NULL, &text, NULL, error);
        if (status)
            assert_null(text);
        steadycast_free(text);
        if (!status)
            status = steadycast_answer_send(answer, (steadycast_side)side, take_bytes, &sum, NULL,
                                            error);
    }
    if (!status && steadycast_answer_kind(answer, STEADYCAST_SCHEDULE))
        status = steadycast_messages_of(answer, items, &messages, error);
    if (!status && messages)
        status = steadycast_messages_each(messages, take_message, &sum, NULL, error);
    steadycast_messages_free(messages);
    steadycast_answer_free(answer);
    return status;
}

static steadycast_status decide(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status = steadycast_decide(3, 8, NULL, limits, &answer, error);
    assert_int_equal(status != STEADYCAST_OK, answer == NULL);
    return status ? status : use(answer, 3, error);
}

static steadycast_status decide_not(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status = steadycast_decide(4, 8, NULL, limits, &answer, error);
    return status ? status : use(answer, 0, error);
}

static steadycast_status serve(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status =
        steadycast_serve(3, 8, "8", STEADYCAST_BLOCKS, 0, "construction", limits, &answer, error);
    return status ? status : use(answer, 3, error);
}

static steadycast_status capacity(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status = steadycast_capacity(3, 7, NULL, limits, &answer, error);
    return status ? status : use(answer, 2, error);
}

static steadycast_status delay(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status = steadycast_delay(3, "12", NULL, limits, &answer, error);
    return status ? status : use(answer, 2, error);
}

static steadycast_status stream(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status =
        steadycast_stream(6, 2, 4, STEADYCAST_NONE, "9", NULL, limits, &answer, error);
    return status ? status : use(answer, 3, error);
}

static steadycast_status two_counts(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status =
        steadycast_stream(3, 2, 1, STEADYCAST_FULL, "5", NULL, limits, &answer, error);
    return status ? status : use(answer, 3, error);
}

static steadycast_status items(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status =
        steadycast_items(1, 1, 6, 3, 0, "construction", limits, &answer, error);
    return status ? status : use(answer, 0, error);
}

static steadycast_status single(const steadycast_limits *limits, steadycast_error *error) {
    steadycast_answer *answer = NULL;
    steadycast_status status = steadycast_single(3, 1, 2, "12", limits, &answer, error);
    return status ? status : use(answer, 0, error);
}

static steadycast_status texts(const steadycast_limits *limits, steadycast_error *error) {
    char *size = NULL, *multisets = NULL, *words = NULL;
    steadycast_status status = steadycast_tree_size(3, 40, &size, error);
    if (!status)
        status = steadycast_count(3, 8, limits, &multisets, &words, error);
    assert_int_equal(!status, multisets && words);
    steadycast_free(size);
    steadycast_free(multisets);
    steadycast_free(words);
    return status;
}

typedef steadycast_status use_library(const steadycast_limits *limits, steadycast_error *error);

/* Grants 0, 1, 2, .. allocations, until all are. */
static void refuse_everywhere(use_library *use_it) {
    steadycast_limits *limits = steadycast_limits_new();
    steadycast_status status = STEADYCAST_MEMORY;
    long granted = 0;
    assert_non_null(limits);
    assert_int_equal(steadycast_limits_set_threads(limits, 1, NULL), STEADYCAST_OK);
    for (; status && granted < 100000; granted++) {
        steadycast_error error = {STEADYCAST_OK, ""};
        allocations_granted = granted;
        status = use_it(limits, &error);
        if (!status) /* and nothing was refused */
            assert_true(allocations_granted >= 0);
        allocations_granted = -1;
        if (status && status != STEADYCAST_MEMORY)
            fail_msg("%ld allocations: %s: %s", granted, steadycast_status_name(status),
                     error.message);
        assert_int_equal(error.status, status);
    }
    assert_int_equal(status, STEADYCAST_OK);
    assert_true(granted > 3);
    steadycast_limits_free(limits);
}

static void memory_is_refused(void **state) {
    static use_library *const uses[] = {decide, decide_not, serve, capacity, delay,
                                        stream, two_counts, items, single,   texts};
    (void)state;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        refuse_everywhere(uses[i]);
    allocations_granted = 0;
    assert_null(steadycast_limits_new());
    allocations_granted = -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
