/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2: no other thread may spawn a program between pipe and fcntl */
#include "tools/steadycast/frame/checker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/question/fields.h"

extern char **environ;

enum status checker_find(char *path, size_t room, struct failure *failure) {
    ssize_t length = readlink("/proc/self/exe", path, room - 1);
    char *slash = NULL;
    if (length > 0) {
        path[length] = 0;
        slash = strrchr(path, '/');
    }
    if (!slash || (size_t)(slash - path) + sizeof "/steadycheck" > room)
        return failure_system(
            failure, "steadycheck is looked for beside this program, whose folder can't be found");
    strcpy(slash, "/steadycheck");
    if (access(path, X_OK) != 0)
        return failure_input(failure, "%s, which verifies certificates, can't be run: %s", path,
                             strerror(errno));
    return STATUS_OK;
}

/* What becomes of the lines that are read. */
struct listener {
    checker_line *take; /* may be NULL */
    void *context;
    struct checker_verdict *last;
    char *text; /* of the line that is not ended yet; what there is no memory for is cut */
    size_t length;
    char *verdict; /* of the last one, which waits for its fields; NULL: none does */
};

static void report_verdict(struct listener *listener, const char *fields) {
    bool counts = fields_find(fields, "certificates").length > 0; /* all of a stream */
    if (listener->verdict) {
        snprintf(listener->last->line, sizeof listener->last->line, "%s", listener->verdict);
        snprintf(listener->last->fields, sizeof listener->last->fields, "%s", fields);
    }
    if (listener->verdict && listener->take && !counts)
        listener->take(listener->context, listener->verdict, fields);
    free(listener->verdict);
    listener->verdict = NULL;
}

static void end_line(struct listener *listener) {
    const char *text = "";
    if (memory_make_room(&listener->text, listener->length, 1)) {
        listener->text[listener->length] = 0;
        text = listener->text;
    }
    listener->length = 0;
    if (strncmp(text, "f ", 2) == 0) {
        report_verdict(listener, text + 2);
        return;
    }
    report_verdict(listener, "");
    listener->verdict = strdup(text);
}

static void hear(struct listener *listener, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == '\n')
            end_line(listener);
        else if (memory_make_room(&listener->text, listener->length, 1))
            listener->text[listener->length++] = bytes[i];
}

/* Up to the end; asked every tenth of a second whether to go on. True: stopped. */
static bool read_lines(int input, struct listener *listener, const struct limits *limits) {
    enum { PAUSE = 100 }; /* milliseconds */
    char bytes[4096];
    ssize_t count = 1;
    while (count > 0) {
        struct pollfd ready = {.fd = input, .events = POLLIN};
        int events = poll(&ready, 1, PAUSE);
        if (limits && limits_stop(limits))
            return true;
        if (events == 0 || (events < 0 && errno == EINTR))
            continue;
        count = read(input, bytes, sizeof bytes);
        if (count > 0)
            hear(listener, bytes, (size_t)count);
        else if (count < 0 && errno == EINTR)
            count = 1;
    }
    if (listener->length)
        end_line(listener);
    report_verdict(listener, "");
    return false;
}

static enum status spawn(char *const *arguments, int output, pid_t *process,
                         struct failure *failure) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int error = posix_spawn(process, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return failure_system(failure, "%s can't be started: %s", arguments[0], strerror(error));
    return STATUS_OK;
}

static pid_t wait_for(pid_t process, int *wait_status) {
    pid_t ended;
    do
        ended = waitpid(process, wait_status, 0);
    while (ended < 0 && errno == EINTR);
    return ended;
}

static enum status run(char *const *arguments, struct listener *listener,
                       const struct limits *limits, struct failure *failure) {
    int ends[2], wait_status = 0;
    pid_t process;
    *listener->last = (struct checker_verdict){.verified = false};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return failure_set(failure, status_of_errno(errno), "no pipe: %s", strerror(errno));
    enum status status = spawn(arguments, ends[1], &process, failure);
    close(ends[1]);
    bool stopped = !status && read_lines(ends[0], listener, limits);
    close(ends[0]);
    FREE_ALL(listener->text, listener->verdict);
    if (status)
        return status;
    if (stopped)
        kill(process, SIGKILL); /* it writes no files */
    if (wait_for(process, &wait_status) != process)
        return failure_set(failure, status_of_errno(errno), "%s: %s", arguments[0],
                           strerror(errno));
    if (stopped)
        return failure_limit(failure, LIMITS_STOPPED);
    listener->last->verified = WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0 &&
                               strncmp(listener->last->line, "s VERIFIED ", 11) == 0;
    return STATUS_OK;
}

enum status checker_run_whole(const char *checker, const char *file, checker_line *take,
                              void *context, const struct limits *limits,
                              struct checker_verdict *verdict, struct failure *failure) {
    char *arguments[] = {(char *)checker, (char *)"--fields", (char *)"--", (char *)file, NULL};
    struct listener listener = {.take = take, .context = context, .last = verdict};
    return run(arguments, &listener, limits, failure);
}

enum status checker_run(const char *checker, const char *file, const struct limits *limits,
                        struct checker_verdict *verdict, struct failure *failure) {
    return checker_run_whole(checker, file, NULL, NULL, limits, verdict, failure);
}

enum status checker_run_stream(const char *checker, const char *file, checker_line *take,
                               void *context, const struct limits *limits,
                               struct checker_verdict *verdict, struct failure *failure) {
    char stream[] = "--stream", fields[] = "--fields", quiet[] = "--quiet", end[] = "--";
    char *all[] = {(char *)checker, stream, fields, end, (char *)file, NULL};
    char *last[] = {(char *)checker, stream, fields, quiet, end, (char *)file, NULL};
    struct listener listener = {.take = take, .context = context, .last = verdict};
    return run(take ? all : last, &listener, limits, failure);
}
