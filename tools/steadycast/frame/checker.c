#define _GNU_SOURCE /* pipe2: no other thread may spawn a program between pipe and fcntl */
#include "tools/steadycast/frame/checker.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum status checker_find(char *path, size_t room, struct failure *failure) {
    ssize_t length = readlink("/proc/self/exe", path, room - 1);
    char *slash = NULL;
    if (length > 0) {
        path[length] = 0;
        slash = strrchr(path, '/');
    }
    if (!slash || (size_t)(slash - path) + sizeof "/steadycheck" > room)
        return failure_set(failure, STATUS_SYSTEM, "this program's folder can't be found");
    strcpy(slash, "/steadycheck");
    if (access(path, X_OK) != 0)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

/* Keeps the last line of what is read. */
static void read_last_line(FILE *stream, char *line, size_t room) {
    char text[4096];
    bool start = true;
    *line = 0;
    while (fgets(text, sizeof text, stream)) {
        bool whole = strchr(text, '\n') != NULL;
        if (start)
            snprintf(line, room, "%.*s", (int)strcspn(text, "\n"), text);
        start = whole;
    }
}

static enum status spawn(const char *checker, enum checker_file kind, const char *file, int output,
                         pid_t *process, struct failure *failure) {
    char *single[] = {(char *)checker, (char *)file, NULL};
    char *stream[] = {(char *)checker, (char *)"--stream", (char *)"--quiet", (char *)file, NULL};
    char **arguments = kind == CHECKER_STREAM ? stream : single;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int error = posix_spawn(process, checker, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", checker, strerror(error));
    return STATUS_OK;
}

enum status checker_run(const char *checker, enum checker_file kind, const char *file,
                        bool *verified, char *line, size_t room, struct failure *failure) {
    int ends[2], wait_status = 0;
    pid_t process;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return failure_set(failure, STATUS_SYSTEM, "no pipe: %s", strerror(errno));
    enum status status = spawn(checker, kind, file, ends[1], &process, failure);
    close(ends[1]);
    FILE *stream = status ? NULL : fdopen(ends[0], "r");
    if (stream) {
        read_last_line(stream, line, room);
        fclose(stream);
    } else {
        close(ends[0]);
    }
    if (status)
        return status;
    if (waitpid(process, &wait_status, 0) != process)
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", checker, strerror(errno));
    *verified = stream && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0 &&
                strncmp(line, "s VERIFIED ", 11) == 0;
    return STATUS_OK;
}
