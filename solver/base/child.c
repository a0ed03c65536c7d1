/* SPDX-License-Identifier: MIT */
#include "solver/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NO_PROGRAM = 127, FIRST_FREE = 10, SHORTEST_NAP = 1, LONGEST_NAP = 50 };

static bool is_program(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

bool child_find(const char *name, char *path, size_t room) {
    const char *folder = getenv("PATH");
    while (folder && *folder) {
        size_t length = strcspn(folder, ":");
        int needed = snprintf(path, room, "%.*s/%s", (int)length, folder, name);
        if (*folder == '/' && needed > 0 && (size_t)needed < room && is_program(path))
            return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

static bool is_installed(const char *name, char *path, size_t room) {
    int needed = snprintf(path, room, "%s/%s", STEADYCAST_PROGRAMS, name);
    return needed > 0 && (size_t)needed < room && is_program(path);
}

static bool is_beside(const char *name, char *path, size_t room) {
    struct stat running, found;
    ssize_t length = readlink("/proc/self/exe", path, room);
    if (length <= 0 || (size_t)length >= room)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    /* its name is another one once the file was replaced, by an upgrade while a campaign runs */
    if (!slash || (size_t)(slash - path) + strlen(name) + 2 > room ||
        stat("/proc/self/exe", &running) != 0)
        return false;
    strcpy(slash + 1, name);
    return is_program(path) && stat(path, &found) == 0 &&
           (found.st_uid == running.st_uid || found.st_uid == 0);
}

bool child_find_own(const char *name, char *path, size_t room) {
    return is_beside(name, path, room) || is_installed(name, path, room) ||
           child_find(name, path, room);
}

/* In the child, where only calls that are safe after fork are allowed. */
static void become(const char *program, const char *const arguments[], int in, int out,
                   pid_t parent) {
    char *const environment[] = {NULL};
    int nothing = open("/dev/null", O_WRONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before the line above */
        _exit(NO_PROGRAM);
    in = fcntl(in, F_DUPFD_CLOEXEC, FIRST_FREE); /* any of them may be 0, 1 or 2 */
    out = fcntl(out, F_DUPFD_CLOEXEC, FIRST_FREE);
    nothing = fcntl(nothing, F_DUPFD_CLOEXEC, FIRST_FREE);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        dup2(nothing, STDERR_FILENO) >= 0)
        execve(program, (char *const *)arguments, environment);
    _exit(NO_PROGRAM);
}

pid_t child_start(const char *program, const char *const arguments[], int in, int out) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0)
        become(program, arguments, in, out, parent);
    return child;
}

int child_finish(pid_t child) {
    int wait_status = 0;
    kill(child, SIGKILL);
    while (waitpid(child, &wait_status, 0) < 0 && errno == EINTR)
        ;
    return wait_status;
}

static bool is_too_long(FILE *out, int64_t most) {
    struct stat about;
    return fstat(fileno(out), &about) == 0 && (int64_t)about.st_size > most;
}

static void nap(long milliseconds) {
    const struct timespec time = {.tv_nsec = milliseconds * 1000000};
    nanosleep(&time, NULL);
}

/* Until the child ends by itself (the status of waitpid is set) or is ended. */
static enum child_end watch(pid_t child, const char *name, FILE *out, int64_t most,
                            const struct limits *limits, int *wait_status) {
    const struct progress progress = {.task = name};
    for (long pause = SHORTEST_NAP;; pause = pause < LONGEST_NAP ? 2 * pause : LONGEST_NAP) {
        bool stopped = limits_stop(limits);
        if (stopped || is_too_long(out, most)) {
            child_finish(child);
            return stopped ? CHILD_STOPPED : CHILD_TOO_LONG;
        }
        pid_t ended = waitpid(child, wait_status, WNOHANG);
        if (ended == child)
            return CHILD_EXITED;
        if (ended < 0 && errno != EINTR) /* somebody else has waited for it */
            return CHILD_FAILED;
        limits_report(limits, &progress);
        nap(pause);
    }
}

enum child_end child_run(const char *program, const char *const arguments[], FILE *in, FILE *out,
                         int64_t most, const struct limits *limits, int *exit_status) {
    int wait_status = 0;
    if (fflush(in) != 0 || fseek(in, 0, SEEK_SET) != 0 || fflush(out) != 0)
        return CHILD_FAILED;
    pid_t child = child_start(program, arguments, fileno(in), fileno(out));
    if (child < 0)
        return CHILD_FAILED;
    enum child_end end = watch(child, arguments[0], out, most, limits, &wait_status);
    if (end != CHILD_EXITED)
        return end;
    if (!WIFEXITED(wait_status))
        return limits_stop(limits) ? CHILD_STOPPED : CHILD_FAILED;
    *exit_status = WEXITSTATUS(wait_status);
    return CHILD_EXITED;
}
