/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD: kills the process right before, or right behind, the n-th call that
 * changes something below a folder. Files are changed by the calls of the system that are wrapped
 * here, and by fflush and fclose of streams.
 *
 *   SHIM_UNDER  the folder, an absolute name without links
 *   SHIM_AT     n, from 1; 0 or nothing: nobody is killed
 *   SHIM_SIDE   before (default) or behind
 *   SHIM_WHO    own (default): the process that was started first, whose number goes to SHIM_PID;
 *               workers: those that are forked from it, each of which counts for itself
 *   SHIM_COUNT  a file that gets the greatest count of such a process */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static struct {
    const char *under;
    long at;
    bool behind, workers, own;
    int count_file;
} shim = {.count_file = -1};

static atomic_long count;
static atomic_long *most; /* of all processes */

static void begin_child(void) {
    shim.own = false;
    atomic_store(&count, 0);
}

static bool is(const char *name, const char *value) {
    const char *text = getenv(name);
    return text && strcmp(text, value) == 0;
}

__attribute__((constructor)) static void begin(void) {
    char number[24];
    const char *at = getenv("SHIM_AT"), *file = getenv("SHIM_COUNT");
    snprintf(number, sizeof number, "%ld", (long)getpid());
    setenv("SHIM_PID", number, 0);
    shim.at = at ? atol(at) : 0;
    shim.behind = is("SHIM_SIDE", "behind");
    shim.workers = is("SHIM_WHO", "workers");
    shim.own = is("SHIM_PID", number);
    if (file && shim.own)
        shim.count_file = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    most = mmap(NULL, sizeof *most, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (most == MAP_FAILED)
        abort();
    pthread_atfork(NULL, NULL, begin_child);
    shim.under = getenv("SHIM_UNDER"); /* only now: what stands above is not counted */
}

/* --- what counts --- */

static bool is_below(const char *path) {
    size_t length = strlen(shim.under);
    return strncmp(path, shim.under, length) == 0 && (path[length] == '/' || !path[length]);
}

static bool names(const char *path) {
    char here[PATH_MAX], whole[2 * PATH_MAX];
    if (!shim.under || !path)
        return false;
    if (*path == '/')
        return is_below(path);
    if (!getcwd(here, sizeof here))
        return false;
    snprintf(whole, sizeof whole, "%s/%s", here, path);
    return is_below(whole);
}

/* A file that was removed still has the name, with something behind it. */
static bool has(int descriptor) {
    char link[48], path[PATH_MAX];
    struct stat state;
    if (!shim.under || fstat(descriptor, &state) != 0 ||
        (!S_ISREG(state.st_mode) && !S_ISDIR(state.st_mode)))
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    return is_below(path);
}

static bool streams(FILE *stream) {
    return stream && has(fileno(stream));
}

static bool makes(const char *path, int flags) {
    return (flags & O_TRUNC || (flags & O_CREAT && access(path, F_OK) != 0)) && names(path);
}

/* --- what is done --- */

static void die_at(bool behind) {
    if (shim.at == atomic_load(&count) && shim.at && behind == shim.behind)
        kill(getpid(), SIGKILL);
}

static bool before(bool counts) {
    counts = counts && shim.own == !shim.workers;
    if (!counts)
        return false;
    long number = atomic_fetch_add(&count, 1) + 1;
    if (number > atomic_load(most)) {
        char text[24];
        atomic_store(most, number);
        snprintf(text, sizeof text, "%8ld\n", number);
        static ssize_t (*real)(int, const void *, size_t, off_t);
        if (!real)
            *(void **)&real = dlsym(RTLD_NEXT, "pwrite");
        if (shim.count_file >= 0 && real(shim.count_file, text, strlen(text), 0) < 0)
            abort();
    }
    die_at(false);
    return true;
}

static void behind(bool counted) {
    int error = errno;
    if (counted)
        die_at(true);
    errno = error;
}

/* Finds what the name stands for without the shim, and stands before and behind it. */
#define WRAP(type, name, parameters, arguments, counts)                                            \
    __attribute__((visibility("default"))) type name parameters {                                  \
        static type(*real) parameters;                                                             \
        if (!real)                                                                                 \
            *(void **)&real = dlsym(RTLD_NEXT, #name);                                             \
        bool counted = before(counts);                                                             \
        type result = real arguments;                                                              \
        behind(counted);                                                                           \
        return result;                                                                             \
    }

WRAP(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), has(file))
WRAP(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at),
     has(file))
WRAP(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at),
     (file, bytes, size, at), has(file))
WRAP(ssize_t, writev, (int file, const struct iovec *list, int size), (file, list, size), has(file))
WRAP(int, ftruncate, (int file, off_t size), (file, size), has(file))
WRAP(int, ftruncate64, (int file, off64_t size), (file, size), has(file))
WRAP(int, fsync, (int file), (file), has(file))
WRAP(int, fdatasync, (int file), (file), has(file))
WRAP(int, syncfs, (int file), (file), has(file))
WRAP(int, fflush, (FILE * stream), (stream), streams(stream))
WRAP(int, fclose, (FILE * stream), (stream), streams(stream))
WRAP(int, rename, (const char *from, const char *to), (from, to), names(from) || names(to))
WRAP(int, unlink, (const char *path), (path), names(path) && access(path, F_OK) == 0)
WRAP(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), has(folder))
WRAP(int, remove, (const char *path), (path), names(path))
WRAP(int, rmdir, (const char *path), (path), names(path))
WRAP(int, link, (const char *from, const char *to), (from, to), names(to))
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), names(path))

#define WRAP_OPEN(name)                                                                            \
    __attribute__((visibility("default"))) int name(const char *path, int flags, ...) {            \
        static int (*real)(const char *, int, ...);                                                \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;                                  \
        va_end(list);                                                                              \
        if (!real)                                                                                 \
            *(void **)&real = dlsym(RTLD_NEXT, #name);                                             \
        bool counted = before(makes(path, flags));                                                 \
        int result = real(path, flags, mode);                                                      \
        behind(counted);                                                                           \
        return result;                                                                             \
    }

WRAP_OPEN(open)
WRAP_OPEN(open64)
