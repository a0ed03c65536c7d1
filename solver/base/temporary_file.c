/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkostemp, O_TMPFILE */
#include "solver/base/temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"

const char *temporary_folder(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/* The descriptor, or -1 with errno. */
static int open_nameless(const char *folder) {
    static const char name[] = "/steadycast-XXXXXX";
    size_t length = strlen(folder);
#ifdef O_TMPFILE /* a process that is killed leaves none */
    int nameless = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (nameless >= 0)
        return nameless;
#endif
    char *path = memory_new(length + sizeof name, 1);
    if (!path) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(path, folder, length);
    memcpy(path + length, name, sizeof name);
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    free(path);
    return file;
}

FILE *temporary_file_open(void) {
    int file = open_nameless(temporary_folder());
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES))
        file = open_nameless("/tmp"); /* a job took its TMPDIR along to another machine */
    FILE *stream = file >= 0 ? fdopen(file, "w+b") : NULL;
    if (file >= 0 && !stream)
        close(file);
    return stream;
}
