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

/* What becomes of the lines that are read. */
struct listener {
    checker_line *take; /* may be NULL */
    void *context;
    char *line; /* the last one is kept */
    size_t room;
};

static void read_lines(FILE *stream, const struct listener *listener) {
    char text[4096];
    bool start = true;
    *listener->line = 0;
    while (fgets(text, sizeof text, stream)) {
        size_t length = strcspn(text, "\n");
        bool whole = text[length] == '\n';
        text[length] = 0;
        if (start) {
            snprintf(listener->line, listener->room, "%s", text);
            if (listener->take)
                listener->take(listener->context, text);
        }
        start = whole;
    }
}

static enum status spawn(char *const *arguments, int output, pid_t *process,
                         struct failure *failure) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int error = posix_spawn(process, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", arguments[0], strerror(error));
    return STATUS_OK;
}

static enum status run(char *const *arguments, const struct listener *listener, bool *verified,
                       struct failure *failure) {
    int ends[2], wait_status = 0;
    pid_t process;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return failure_set(failure, STATUS_SYSTEM, "no pipe: %s", strerror(errno));
    enum status status = spawn(arguments, ends[1], &process, failure);
    close(ends[1]);
    FILE *stream = status ? NULL : fdopen(ends[0], "r");
    if (stream) {
        read_lines(stream, listener);
        fclose(stream);
    } else {
        close(ends[0]);
    }
    if (status)
        return status;
    if (waitpid(process, &wait_status, 0) != process)
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", arguments[0], strerror(errno));
    *verified = stream && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0 &&
                strncmp(listener->line, "s VERIFIED ", 11) == 0;
    return STATUS_OK;
}

enum status checker_run(const char *checker, const char *file, bool *verified, char *line,
                        size_t room, struct failure *failure) {
    char *arguments[] = {(char *)checker, (char *)file, NULL};
    struct listener listener = {.line = line, .room = room};
    return run(arguments, &listener, verified, failure);
}

enum status checker_run_stream(const char *checker, const char *file, checker_line *take,
                               void *context, bool *verified, char *line, size_t room,
                               struct failure *failure) {
    char *all[] = {(char *)checker, (char *)"--stream", (char *)file, NULL};
    char *last[] = {(char *)checker, (char *)"--stream", (char *)"--quiet", (char *)file, NULL};
    struct listener listener = {.take = take, .context = context, .line = line, .room = room};
    return run(take ? all : last, &listener, verified, failure);
}
