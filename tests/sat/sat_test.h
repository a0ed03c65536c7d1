/* SPDX-License-Identifier: MIT */
/* What the tests of the SAT engine share: cmocka with what it needs, files in a folder of the
 * test's own, and running programs. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/solver/solver_test.h"

enum { TEST_PATH_ROOM = 512, TEST_LINE_ROOM = 4096 };

static char test_folder[TEST_PATH_ROOM / 2];

/* The name of a file in the folder of this run, which is made when first needed. */
static inline const char *test_path(const char *name) {
    static char path[TEST_PATH_ROOM];
    if (!*test_folder) {
        const char *parent = getenv("TMPDIR");
        snprintf(test_folder, sizeof test_folder, "%s/steadycast-sat-XXXXXX",
                 parent ? parent : "/tmp");
        assert_non_null(mkdtemp(test_folder));
    }
    snprintf(path, sizeof path, "%s/%s", test_folder, name);
    return path;
}

/* For cmocka's group teardown. */
static inline int test_remove_folder(void **state) {
    char command[TEST_PATH_ROOM];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", test_folder);
    return *test_folder ? system(command) : 0;
}

/* Runs a command line of the shell; the last line of its output goes to `last`. Returns the exit
 * status. */
static inline int test_run(const char *command, char last[TEST_LINE_ROOM]) {
    char line[TEST_LINE_ROOM];
    FILE *output = popen(command, "r");
    assert_non_null(output);
    *last = '\0';
    while (fgets(line, sizeof line, output))
        strcpy(last, line);
    int status = pclose(output);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

#ifdef STEADYCHECK
/* What the checker says of the file: 0 verified, 1 refuted, 2 malformed. */
static inline int test_check(const char *path) {
    char command[2 * TEST_PATH_ROOM], last[TEST_LINE_ROOM];
    snprintf(command, sizeof command, "'%s' '%s'", STEADYCHECK, path);
    int status = test_run(command, last);
    const char *const verdicts[] = {"s VERIFIED ", "s REFUTED ", "s MALFORMED "};
    assert_in_range(status, 0, 2);
    assert_memory_equal(last, verdicts[status], strlen(verdicts[status]));
    return status;
}
#endif
