/* SPDX-License-Identifier: MIT */
/* Refusing on purpose, once in a run: memory, a process, a pair of sockets, the answer of a
 * program, which has died then; and counting how often each is asked for. The linker directs the
 * calls of what is tested here (steadycast_refuses in CMakeLists.txt). For one source file of a
 * test program. */
#pragma once

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

/* A process with little memory is copied sooner, and each program that is started begins as a copy.
 */
const char *__asan_default_options(void);

const char *__asan_default_options(void) {
    return "quarantine_size_mb=1";
}

enum refused { MEMORY, PROCESS, SOCKETS, ANSWER, TIME, THINGS };
static const char *const names[THINGS] = {"memory", "process", "sockets", "answer", "time"};

/* How often each was asked for in this run, and which time it is refused, from 1 on; 0: never. */
static long asked[THINGS];
static enum refused what;
static long place;
static pid_t last_process;

static bool refuses(enum refused thing) {
    return ++asked[thing] == place && thing == what;
}

/* The linker directs the calls of the solver here. */
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
pid_t __real_fork(void);
int __real_socketpair(int domain, int type, int protocol, int ends[2]);
ssize_t __real_recv(int socket, void *bytes, size_t room, int flags);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
pid_t __wrap_fork(void);
int __wrap_socketpair(int domain, int type, int protocol, int ends[2]);
ssize_t __wrap_recv(int socket, void *bytes, size_t room, int flags);

void *__wrap_calloc(size_t count, size_t size) {
    return refuses(MEMORY) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return refuses(MEMORY) ? NULL : __real_realloc(old, size);
}

pid_t __wrap_fork(void) {
    if (refuses(PROCESS))
        return errno = EAGAIN, -1;
    return last_process = __real_fork();
}

int __wrap_socketpair(int domain, int type, int protocol, int ends[2]) {
    if (refuses(SOCKETS))
        return errno = EMFILE, -1;
    return __real_socketpair(domain, type, protocol, ends);
}

ssize_t __wrap_recv(int socket, void *bytes, size_t room, int flags) {
    if (!refuses(ANSWER))
        return __real_recv(socket, bytes, room, flags);
    kill(last_process, SIGTERM);
    return 0;
}
