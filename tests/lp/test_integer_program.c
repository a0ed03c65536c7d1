/* SPDX-License-Identifier: MIT */
/* Integer programs, whose solver is pretended by scripts: what is no solution gets a message and no
 * stream, what is one is checked as a schedule. */
#include "solver/stream/logp/circulation.h"

#include <sys/stat.h>

#include "tests/sat/sat_test.h"

/* l = 2, g = 1, s = 2, N = 2: one receives the source's item at once, with the value 2, and sends
 * it on; the other has it two steps later. */
static const struct stream_question two = {{2, 0, 1}, CAPACITY_NONE, 2, 2, 1};
#define TRUTH "optimum 2\nx_0_0_0_0 1\nx_0_0_3_2 1\ny_0_0_7_2 1\n"

static enum status ask(const struct stream_question *question, const char *answer, int exit_status,
                       bool *found, struct failure *failure) {
    char path[TEST_PATH_ROOM];
    struct logp_schedule schedule;
    strcpy(path, test_path("steadycast-lp"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\ncat >/dev/null\ncat <<.\n%s.\nexit %d\n", answer, exit_status);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
    enum status status = circulation_stream(question, path, NULL, found, &schedule, failure);
    if (*found)
        logp_schedule_clear(&schedule);
    return status;
}

static void the_truth_is_taken(void **state) {
    static const char *const none[] = {"infeasible\n", "unknown\n"};
    struct failure failure;
    bool found;
    (void)state;
    assert_ok(ask(&two, TRUTH, 0, &found, &failure), failure);
    assert_true(found);
    for (int i = 0; i < 2; i++) {
        assert_ok(ask(&two, none[i], 0, &found, &failure), failure);
        assert_false(found);
    }
}

static void lies_are_told(void **state) {
    static const struct {
        const char *answer;
        const char *text;
    } lies[] = {
        {"", "answers nothing"},
        {"fault memory\n", "fault memory"},
        {"optimum 2\nx_0_0_0_0\n", "no variable and its value"},
        {"optimum 2\nx_0_0_0_0 1.5\n", "no variable and its value"},
        {"optimum 2\nx_0_0_0_0 -1\n", "no variable and its value"},
        {"optimum 2\nx_0_0_0_0 1000000001\n", "no variable and its value"},
        {"optimum 2\nx_0_0_0 1\n", "has no variable"},
        {"optimum 2\nx_0_0_0_0_0 1\n", "has no variable"},
        {"optimum 2\nx_1_0_0_0 1\n", "has no variable"},
        {"optimum 2\nx_-1_0_0_0 1\n", "has no variable"},
        {"optimum 2\nx_0_1_0_0 1\n", "has no variable"},
        {"optimum 2\nx_0_0_0_3 1\n", "has no variable"},
        {"optimum 2\nx_0_0_8_0 1\n", "has no variable"},
        {"optimum 2\ny_0_0_7_3 1\n", "has no variable"},
        {"optimum 2\nfive 1\n", "has no variable"},
        {"optimum 2\nx_0_0_0_2 1\n", "no circulation"},
        {"optimum 1\nx_0_0_0_0 1\n", ""},                          /* one processor only */
        {"optimum 2\nx_0_0_0_0 2\n", ""},                          /* nobody sends */
        {"optimum 2\nx_0_0_0_0 1\nx_0_0_3_2 1\ny_0_0_7_1 1\n", ""} /* before it can be used */
    };
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct failure failure = {STATUS_OK, ""};
        bool found = true;
        enum status status = ask(&two, lies[i].answer, 0, &found, &failure);
        if ((status != STATUS_SYSTEM && status != STATUS_INTERNAL) || found ||
            !strstr(failure.message, lies[i].text))
            fail_msg("'%s': status %d, '%s' without '%s'", lies[i].answer, (int)status,
                     failure.message, lies[i].text);
    }
}

static void who_fails_is_not_heard(void **state) {
    struct failure failure;
    bool found;
    (void)state;
    assert_int_equal(ask(&two, TRUTH, 1, &found, &failure), STATUS_SYSTEM);
    assert_false(found);
    assert_non_null(strstr(failure.message, "exit status 1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_is_taken),
        cmocka_unit_test(lies_are_told),
        cmocka_unit_test(who_fails_is_not_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
