/* SPDX-License-Identifier: MIT */
#pragma once

/* A folder for the files of a test, and the trusted checker asked as a user would. */

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/solver/solver_test.h"

enum { TEST_PATH_ROOM = 256 };

extern char **environ;

/* The folder of this run; made by the group's setup, removed by its teardown. */
static char test_folder[TEST_PATH_ROOM];

static inline int test_folder_make(void **state) {
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(test_folder, sizeof test_folder, "%s/steadycast-test-XXXXXX",
             parent && *parent ? parent : "/tmp");
    return mkdtemp(test_folder) ? 0 : -1;
}

static inline const char *test_path(char path[TEST_PATH_ROOM], const char *name) {
    snprintf(path, TEST_PATH_ROOM, "%.200s/%.40s", test_folder, name);
    return path;
}

/* Starts steadycheck, without a shell, as most of the time of such a process is its start; returns
 * what it prints. */
static inline FILE *steadycheck_start(const char *option, const char *path, pid_t *process) {
    const char *arguments[] = {STEADYCHECK, option ? option : path, option ? path : NULL, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    assert_int_equal(posix_spawn(process, STEADYCHECK, &actions, NULL, (char **)arguments, environ),
                     0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *stream = fdopen(ends[0], "r");
    assert_non_null(stream);
    return stream;
}

/* Its exit status. */
static inline int steadycheck_end(FILE *stream, pid_t process) {
    int status;
    fclose(stream);
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* The exit status of steadycheck on the file; `line` receives its last line. */
static inline int steadycheck_run(const char *path, char *line, int room) {
    char text[1024];
    pid_t process;
    FILE *stream = steadycheck_start(NULL, path, &process);
    *line = 0;
    while (fgets(text, sizeof text, stream))
        snprintf(line, (size_t)room, "%.*s", (int)strcspn(text, "\n"), text);
    return steadycheck_end(stream, process);
}

enum { PENDING_MOST = 200, PENDING_BYTES = 1 << 23 };

/* Certificates that wait, one behind the other in a file, to be checked by one process: most of the
 * time of one is its start. */
static struct {
    FILE *file;
    int count;
    long bytes;
    char claim[PENDING_MOST][TEST_PATH_ROOM];
} pending;

/* All that wait are verified. A failed one is left in the folder. */
static inline void verify_pending(void) {
    char path[TEST_PATH_ROOM], *line = NULL;
    size_t room = 0;
    pid_t process;
    int count = pending.count;
    if (!count)
        return;
    assert_int_equal(fclose(pending.file), 0);
    pending.file = NULL;
    pending.count = 0;
    pending.bytes = 0;
    FILE *stream = steadycheck_start("--stream", test_path(path, "pending.certs"), &process);
    for (int i = 0; i < count; i++) {
        bool said = getline(&line, &room, stream) > 0;
        char want[TEST_PATH_ROOM + 16];
        snprintf(want, sizeof want, "s VERIFIED %s", pending.claim[i]);
        if (!said || strncmp(line, want, strlen(want)) != 0)
            fail_msg("certificate %d of %s: expected '%s', steadycheck says: %s", i + 1, path, want,
                     said ? line : "nothing");
    }
    while (getline(&line, &room, stream) > 0)
        continue;
    free(line);
    assert_int_equal(steadycheck_end(stream, process), 0);
}

/* The file is verified, and for a claim that begins with `claim`: now, or, for whom the folder is
 * removed, before that. */
static inline void assert_verified(const char *path, const char *claim) {
    char buffer[1 << 12], name[TEST_PATH_ROOM];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    if (!pending.file)
        pending.file = fopen(test_path(name, "pending.certs"), "w");
    assert_non_null(pending.file);
    for (size_t read; (read = fread(buffer, 1, sizeof buffer, file)) > 0;) {
        assert_int_equal(fwrite(buffer, 1, read, pending.file), read);
        pending.bytes += (long)read;
    }
    fclose(file);
    snprintf(pending.claim[pending.count++], TEST_PATH_ROOM, "%s", claim);
    if (pending.count == PENDING_MOST || pending.bytes > PENDING_BYTES)
        verify_pending();
}

static inline int test_folder_remove(void **state) {
    char command[TEST_PATH_ROOM + 16];
    (void)state;
    verify_pending();
    snprintf(command, sizeof command, "rm -rf '%s'", test_folder);
    return system(command);
}
