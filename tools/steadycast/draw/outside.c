/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/outside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/child.h"
#include "solver/base/temporary_file.h"

extern char **environ;

/* ENOENT: no folder of PATH has it. */
static int spawn(const char *const *arguments, FILE *input, FILE *printed, pid_t *process) {
    char path[PATH_MAX];
    posix_spawn_file_actions_t actions;
    if (!child_find(arguments[0], path, sizeof path))
        return ENOENT;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(printed), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(process, path, &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static enum status wait_for(const char *name, pid_t process, struct failure *failure) {
    int how = 0;
    pid_t ended;
    do
        ended = waitpid(process, &how, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == process && WIFEXITED(how) && WEXITSTATUS(how) == 0)
        return STATUS_OK;
    return failure_set(failure, STATUS_SYSTEM, "the program %s failed", name);
}

static enum status read_all(FILE *printed, char **output, size_t *size, struct failure *failure) {
    if (fseek(printed, 0, SEEK_END) != 0)
        return failure_set(failure, status_of_errno(errno), "a temporary file can't be read: %s",
                           strerror(errno));
    long length = ftell(printed);
    rewind(printed);
    char *text = length >= 0 ? memory_new((size_t)length + 1, 1) : NULL;
    if (!text)
        return failure_memory(failure, "a picture");
    if (fread(text, 1, (size_t)length, printed) != (size_t)length) {
        free(text);
        return failure_set(failure, STATUS_SYSTEM, "a temporary file can't be read");
    }
    *output = text;
    *size = (size_t)length;
    return STATUS_OK;
}

static enum status run(const char *const *arguments, FILE *input, FILE *printed, char **output,
                       size_t *size, bool *missing, struct failure *failure) {
    pid_t process;
    int error = spawn(arguments, input, printed, &process);
    *missing = error == ENOENT;
    if (*missing)
        return STATUS_OK;
    if (error)
        return failure_set(failure, STATUS_SYSTEM, "%s can't be started: %s", arguments[0],
                           strerror(error));
    enum status status = wait_for(arguments[0], process, failure);
    return status ? status : read_all(printed, output, size, failure);
}

enum status outside_run(const char *const *arguments, const char *text, size_t count, char **output,
                        size_t *size, bool *missing, struct failure *failure) {
    FILE *input = temporary_file_open(), *printed = temporary_file_open();
    enum status status = STATUS_OK;
    if (!input || !printed || fwrite(text, 1, count, input) != count || fflush(input) != 0)
        status =
            failure_set(failure, status_of_errno(errno), "no temporary file: %s", strerror(errno));
    if (!status) {
        rewind(input);
        status = run(arguments, input, printed, output, size, missing, failure);
    }
    if (input)
        fclose(input);
    if (printed)
        fclose(printed);
    return status;
}
