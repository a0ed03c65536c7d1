/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include "solver/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"

enum {
    NO_PROGRAM = 127,
    FIRST_FREE = 10,
    SHORTEST_NAP = 1,
    LONGEST_NAP = 50,
    MOST_FILES = 1 << 16
};

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

/* In `folder`, relative to that of the file `path`, which is of `owner`: it becomes the program's.
 */
static bool is_near(const char *name, const char *folder, uid_t owner, char *path, size_t room) {
    struct stat found;
    char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    size_t left = room - (size_t)(slash + 1 - path);
    int needed = snprintf(slash + 1, left, "%s%s", folder, name);
    return needed > 0 && (size_t)needed < left && is_program(path) && stat(path, &found) == 0 &&
           (found.st_uid == owner || found.st_uid == 0);
}

static bool is_beside(const char *name, char *path, size_t room) {
    struct stat running;
    ssize_t length = readlink("/proc/self/exe", path, room);
    if (length <= 0 || (size_t)length >= room)
        return false;
    path[length] = '\0';
    /* its name is another one once the file was replaced, by an upgrade while a campaign runs */
    return stat("/proc/self/exe", &running) == 0 && is_near(name, "", running.st_uid, path, room);
}

/* The file that this code was read from: the shared library, or the program. */
static bool find_own_file(char *path, size_t room) {
    FREED char *line = NULL;
    size_t size = 0;
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !found && getline(&line, &size, maps) > 0) {
        unsigned long long from, end, here = (uintptr_t)child_find_own;
        char *name = strchr(line, '/');
        found = name && sscanf(line, "%llx-%llx", &from, &end) == 2 && from <= here && here < end;
        found =
            found && (size_t)snprintf(path, room, "%.*s", (int)strcspn(name, "\n"), name) < room;
    }
    if (maps)
        fclose(maps);
    return found;
}

/* Beside it, as in the Python package, or in its prefix. */
static bool is_near_library(const char *name, char *path, size_t room) {
    struct stat running, own;
    return find_own_file(path, room) && stat(path, &own) == 0 &&
           stat("/proc/self/exe", &running) == 0 &&
           (own.st_ino != running.st_ino || own.st_dev != running.st_dev) &&
           (is_near(name, "", own.st_uid, path, room) ||
            is_near(name, STEADYCAST_PROGRAMS_FROM_LIBRARY "/", own.st_uid, path, room));
}

bool child_find_own(const char *name, char *path, size_t room) {
    return is_beside(name, path, room) || is_near_library(name, path, room) ||
           is_installed(name, path, room) || child_find(name, path, room);
}

/* --- in the child, where only calls that are safe after fork are allowed --- */

static _Noreturn void become(const char *program, const char *const arguments[], int in, int out) {
    /* Most of a solver's short life goes into page faults: glibc takes memory in larger parts, and
     * of large pages where the kernel has them; others do not know the word. */
    char memory[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=8388608";
    char *const environment[] = {memory, NULL};
    int nothing = open("/dev/null", O_WRONLY);
    in = fcntl(in, F_DUPFD_CLOEXEC, FIRST_FREE); /* any of them may be 0, 1 or 2 */
    out = fcntl(out, F_DUPFD_CLOEXEC, FIRST_FREE);
    nothing = fcntl(nothing, F_DUPFD_CLOEXEC, FIRST_FREE);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        dup2(nothing, STDERR_FILENO) >= 0)
        execve(program, (char *const *)arguments, environment);
    _exit(NO_PROGRAM);
}

/* This process is sent a signal when its parent ends; one that has ended already sends none. */
static void die_with(pid_t parent, int by) {
    prctl(PR_SET_PDEATHSIG, by);
    if (getppid() != parent)
        _exit(NO_PROGRAM);
}

/* The guard ends as the program did, without a second core file. */
static _Noreturn void end_as(int wait_status) {
    sigset_t all;
    if (WIFEXITED(wait_status))
        _exit(WEXITSTATUS(wait_status));
    prctl(PR_SET_DUMPABLE, 0);
    signal(WTERMSIG(wait_status), SIG_DFL);
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    kill(getpid(), WTERMSIG(wait_status));
    _exit(NO_PROGRAM);
}

/* Files of the parent are not held open: they have locks, and readers who wait for their end. (On a
 * kernel without close_range the first 65536.) */
static void close_all(void) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 0, ~0U, 0) == 0)
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (int file = 0; file < MOST_FILES && file < most; file++)
        close(file);
}

/* Until the program ends, or SIGTERM says that it must; then nothing of its group is left. */
static _Noreturn void guard(pid_t program, const sigset_t *awaited) {
    int wait_status = 0, news = SIGCHLD;
    siginfo_t ended = {.si_pid = 0};
    close_all();
    setpgid(program, program); /* here and there, whichever is first */
    while (waitid(P_PID, (id_t)program, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == 0 && news != SIGTERM)
        sigwait(awaited, &news);
    kill(-program, SIGKILL);
    while (waitpid(program, &wait_status, 0) < 0 && errno == EINTR)
        continue;
    while (waitpid(-program, NULL, 0) > 0 || errno == EINTR)
        continue;
    end_as(wait_status);
}

/* The signals that the guard awaits are blocked. It is in no group that somebody else kills, and
 * what the program leaves behind becomes its child. */
static _Noreturn void start_guarded(const char *program, const char *const arguments[], int in,
                                    int out, pid_t parent, const sigset_t *awaited,
                                    const sigset_t *before) {
    setpgid(0, 0);
    signal(SIGCHLD, SIG_DFL); /* or nothing could be waited for */
    signal(SIGTERM, SIG_DFL);
    die_with(parent, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t self = getpid(), started = fork();
    if (started < 0) { /* not as a program that is missing */
        kill(self, SIGKILL);
        _exit(NO_PROGRAM);
    }
    if (started > 0)
        guard(started, awaited);
    setpgid(0, 0);
    die_with(self, SIGKILL);
    sigprocmask(SIG_SETMASK, before, NULL);
    become(program, arguments, in, out);
}

/* --- in the parent --- */

/* Starts `program` (a path) with `arguments` (ended by NULL, the first is its name), the files `in`
 * and `out` as its input and output, its error messages dropped. The child is a guard, who starts
 * the program in a process group of its own, ends as it does, and kills then what it has left in
 * the group. If the calling thread should die before, by whatever signal, the guard kills them all.
 * -1 if there can be no process; what is no program ends at once, with status 127. To be waited
 * for. */
static pid_t child_start(const char *program, const char *const arguments[], int in, int out) {
    sigset_t awaited, before;
    pid_t parent = getpid();
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &awaited, &before);
    pid_t child = fork();
    if (child == 0)
        start_guarded(program, arguments, in, out, parent, &awaited, &before);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return child;
}

/* Has a program killed, if it has not ended, with its group, and waits for their end. The status is
 * that of waitpid. */
static int child_finish(pid_t child) {
    int wait_status = 0;
    kill(child, SIGTERM);
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

enum { NAP = 50 /* ms */, PATIENCE = 1000 /* ms */, FIRST_ROOM = 4096, LARGEST_READ = 1 << 16 };

struct text {
    char *bytes;
    size_t length, room;
};

struct dialogue {
    const char *name;
    pid_t child;        /* 0: it has been waited for */
    int end;            /* ours, of a pair of sockets: no SIGPIPE, unlike a pipe */
    struct text unsent; /* what has not gone out yet */
    struct text heard;  /* from the beginning of the last answer on */
    size_t answer;      /* bytes of the last answer, with its end */
};

static enum status make_room(struct text *text, size_t more, struct failure *failure) {
    size_t room = text->room ? text->room : FIRST_ROOM;
    while (room - text->length < more)
        room *= 2;
    if (room == text->room)
        return STATUS_OK;
    char *bytes = memory_resize(text->bytes, room, 1);
    TRY(memory_check(bytes, failure, "what is sent to a program"));
    text->bytes = bytes;
    text->room = room;
    return STATUS_OK;
}

static void drop(struct text *text, size_t length) {
    text->length -= length;
    if (text->length)
        memmove(text->bytes, text->bytes + length, text->length);
}

enum status dialogue_open(struct dialogue **dialogue, const char *program, const char *name,
                          struct failure *failure) {
    const char *const arguments[] = {name, NULL};
    int ends[2];
    FREED struct dialogue *result = memory_new(1, sizeof *result);
    TRY(memory_check(result, failure, name));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return failure_system(failure, "%s: %s", name, strerror(errno));
    *result = (struct dialogue){.name = name, .end = ends[0]};
    result->child = child_start(program, arguments, ends[1], ends[1]);
    int error = errno;
    close(ends[1]);
    if (result->child < 0) {
        close(ends[0]);
        return failure_system(failure, "%s: %s", name, strerror(error));
    }
    *dialogue = TAKE(result);
    return STATUS_OK;
}

void dialogue_close(struct dialogue *dialogue) {
    if (!dialogue)
        return;
    if (dialogue->child)
        child_finish(dialogue->child);
    close(dialogue->end);
    FREE_ALL(dialogue->unsent.bytes, dialogue->heard.bytes, dialogue);
}

enum status dialogue_send(struct dialogue *dialogue, struct failure *failure, const char *format,
                          ...) {
    struct text *unsent = &dialogue->unsent;
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    enum status status = make_room(unsent, (size_t)length + 1, failure);
    if (!status) {
        vsnprintf(unsent->bytes + unsent->length, unsent->room - unsent->length, format, again);
        unsent->length += (size_t)length;
    }
    va_end(again);
    return status;
}

/* It closed its side: as a rule it is about to end, and says how; else it is made to. */
static enum status ended(struct dialogue *dialogue, struct failure *failure) {
    int state = 0;
    pid_t gone = 0;
    for (int naps = 0; naps < PATIENCE && gone == 0; naps++) {
        gone = waitpid(dialogue->child, &state, WNOHANG);
        if (gone == 0)
            poll(NULL, 0, 1);
    }
    if (gone == 0)
        return failure_system(failure, "the program %s does not answer any more", dialogue->name);
    dialogue->child = 0;
    if (gone < 0) /* the host of the library waits for all children */
        return failure_system(failure, "the program %s ended without an answer", dialogue->name);
    if (WIFSIGNALED(state))
        return failure_system(failure, "the program %s was killed by signal %d", dialogue->name,
                              WTERMSIG(state));
    return failure_system(failure, "the program %s ended without an answer, with exit status %d",
                          dialogue->name, WEXITSTATUS(state));
}

static bool is_for_later(ssize_t moved) {
    return moved < 0 && (errno == EAGAIN || errno == EINTR);
}

/* As much as the child takes now. It may have answered before it stopped listening. */
static void send_some(struct dialogue *dialogue) {
    ssize_t sent = send(dialogue->end, dialogue->unsent.bytes, dialogue->unsent.length,
                        MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0)
        drop(&dialogue->unsent, (size_t)sent);
    else if (!is_for_later(sent))
        dialogue->unsent.length = 0;
}

static enum status receive_some(struct dialogue *dialogue, struct failure *failure) {
    struct text *heard = &dialogue->heard;
    TRY(make_room(heard, LARGEST_READ, failure));
    ssize_t got = recv(dialogue->end, heard->bytes + heard->length, LARGEST_READ, MSG_DONTWAIT);
    if (got > 0)
        heard->length += (size_t)got;
    else if (!is_for_later(got))
        return ended(dialogue, failure);
    return STATUS_OK;
}

/* Whether a line is there; what is beyond `most` bytes without an end is none. */
static enum status take_line(struct dialogue *dialogue, size_t most, size_t *searched, bool *there,
                             struct failure *failure) {
    struct text *heard = &dialogue->heard;
    char *start = heard->bytes + *searched;
    char *end = heard->length > *searched ? memchr(start, '\n', heard->length - *searched) : NULL;
    size_t length = end ? (size_t)(end - heard->bytes) : heard->length;
    *searched = heard->length;
    *there = end != NULL;
    if (length > most)
        return failure_system(failure, "the program %s answers with a line too long",
                              dialogue->name);
    if (end && memchr(heard->bytes, '\0', length))
        return failure_system(failure, "the program %s answers with a byte 0", dialogue->name);
    if (end) {
        *end = '\0';
        dialogue->answer = length + 1;
    }
    return STATUS_OK;
}

/* Sends first: answers that come meanwhile are left where they are. */
static enum status move_some(struct dialogue *dialogue, struct failure *failure) {
    bool sends = dialogue->unsent.length > 0;
    struct pollfd ready = {.fd = dialogue->end, .events = sends ? POLLOUT : POLLIN};
    if (poll(&ready, 1, NAP) <= 0)
        return STATUS_OK;
    if (!sends)
        return receive_some(dialogue, failure);
    send_some(dialogue);
    return STATUS_OK;
}

enum status dialogue_hear(struct dialogue *dialogue, size_t most, const struct limits *limits,
                          char **line, struct failure *failure) {
    size_t searched = 0;
    bool there = false;
    drop(&dialogue->heard, dialogue->answer);
    dialogue->answer = 0;
    for (;;) {
        enum status status = limits_check(limits, failure);
        if (!status && !dialogue->unsent.length && dialogue->heard.length)
            status = take_line(dialogue, most, &searched, &there, failure);
        if (!status && there)
            *line = dialogue->heard.bytes;
        if (!status && !there)
            status = move_some(dialogue, failure);
        if (status == STATUS_SYSTEM && limits_check(limits, failure)) /* a Ctrl-C ends both */
            status = STATUS_LIMIT;
        if (status || there)
            return status;
    }
}
