/* SPDX-License-Identifier: MIT */
#pragma once

/* A folder for the files of a test, and the trusted checker asked as a user would. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/solver/solver_test.h"

enum { TEST_PATH_ROOM = 256 };

/* The folder of this run; made by the group's setup, removed by its teardown. */
static char test_folder[TEST_PATH_ROOM];

static inline int test_folder_make(void **state) {
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(test_folder, sizeof test_folder, "%s/steadycast-test-XXXXXX",
             parent && *parent ? parent : "/tmp");
    return mkdtemp(test_folder) ? 0 : -1;
}

static inline int test_folder_remove(void **state) {
    char command[TEST_PATH_ROOM + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", test_folder);
    return system(command);
}

static inline const char *test_path(char path[TEST_PATH_ROOM], const char *name) {
    snprintf(path, TEST_PATH_ROOM, "%.200s/%.40s", test_folder, name);
    return path;
}

/* The exit status of steadycheck on the file; `line` receives its last line. */
static inline int steadycheck_run(const char *path, char *line, int room) {
    char command[3 * TEST_PATH_ROOM], text[1024];
    snprintf(command, sizeof command, "'%s' '%s'", STEADYCHECK, path);
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    *line = 0;
    while (fgets(text, sizeof text, stream))
        snprintf(line, (size_t)room, "%.*s", (int)strcspn(text, "\n"), text);
    int status = pclose(stream);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* The file is verified, and for a claim that begins with `claim`. */
static inline void assert_verified(const char *path, const char *claim) {
    char line[1024], want[TEST_PATH_ROOM];
    int status = steadycheck_run(path, line, sizeof line);
    snprintf(want, sizeof want, "s VERIFIED %.200s", claim);
    if (status != 0 || strncmp(line, want, strlen(want)) != 0)
        fail_msg("%s: expected '%s', steadycheck says: %s", path, want, line);
}
