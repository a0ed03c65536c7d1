/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place where pieces are counted, answered, read and joined, one place a
 * run: each must end with STATUS_MEMORY and (under a leak checker) without leaks. */
#include "solver/decide/pieces.h"
#include "tests/refuse_memory.h"
#include "tests/solver/certificate_test.h"

enum { MOST_PIECES = 16, WANTED = 2 };

static const struct limits one_thread = {.threads = 1};
static char names[MOST_PIECES][TEST_PATH_ROOM];
static const char *paths[MOST_PIECES];

/* All that is done with a question. */
static enum status whole_way(const struct pieces_question *question, struct failure *failure) {
    struct piece_answer piece;
    struct answer answer;
    int count;
    enum status status = pieces_count(question, WANTED, &count, failure);
    for (int i = 0; !status && i < count && i < MOST_PIECES; i++) {
        status = pieces_answer(question, WANTED, i, &one_thread, paths[i], &piece, failure);
        if (!status)
            status = pieces_read(question, WANTED, i, paths[i], &piece, failure);
    }
    if (!status)
        status = pieces_join(question, WANTED, paths, count, &one_thread, &answer, failure);
    if (status)
        return status;
    assert_int_not_equal(answer.verdict, VERDICT_UNKNOWN);
    char path[TEST_PATH_ROOM];
    status = answer_write(&answer, test_path(path, "joined.cert"), true, NULL, failure);
    answer_clear(&answer);
    return status;
}

static void everywhere(void **state) {
    static const struct pieces_question questions[] = {
        {.kind = PIECES_TREE, .latency = 4, .depth = 8, .no_ball_rule = true},
        {.kind = PIECES_TREE, .latency = 3, .depth = 7},
        {.kind = PIECES_CUBES, .latency = 4, .depth = 8},
        {.kind = PIECES_PERIODIC, .latency = 2, .depth = 3, .processors = 3, .period = 1}};
    (void)state;
    for (int i = 0; i < MOST_PIECES; i++) {
        char name[40];
        snprintf(name, sizeof name, "piece-%d", i);
        paths[i] = test_path(names[i], name);
    }
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        long grant = 0;
        enum status status;
        do {
            struct failure failure = {STATUS_OK, ""};
            allocations_granted = grant++;
            status = whole_way(&questions[i], &failure);
            allocations_granted = -1;
            assert_int_equal(failure.status, status);
            if (status && status != STATUS_MEMORY)
                fail_msg("question %zu, place %ld: %s", i, grant - 1, failure.message);
        } while (status);
        assert_true(grant > 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere)};
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
