/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkostemp, O_TMPFILE */
#include "solver/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"

FILE *input_file_open_bytes(const char *path) {
    return strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
}

/* Bytes that only begin as the mark does go back: they are still in the buffer, so there is room
 * for both. */
static void skip_mark(FILE *file) {
    static const unsigned char mark[] = {0xef, 0xbb, 0xbf};
    int byte = EOF, count = 0;
    while (count < 3 && (byte = getc(file)) == mark[count])
        count++;
    if (count == 3)
        return;
    if (byte != EOF)
        ungetc(byte, file);
    while (count > 0)
        ungetc(mark[--count], file);
}

FILE *input_file_open(const char *path) {
    FILE *file = input_file_open_bytes(path);
    if (file)
        skip_mark(file);
    return file;
}

/* A name that is too long behind its folder may still be read from there. */
static bool is_read_from(const char *base, size_t room) {
    char here[PATH_MAX];
    return room > PATH_MAX && getcwd(here, sizeof here) && strcmp(base, here) == 0;
}

char *input_file_path(const char *base, const char *name) {
    if (!base || *name == '/' || strcmp(name, "-") == 0)
        return strdup(name);
    size_t room = strlen(base) + strlen(name) + 2;
    if (is_read_from(base, room))
        return strdup(name);
    char *path = memory_new(room, 1);
    if (path)
        snprintf(path, room, "%s/%s", base, name);
    return path;
}

void input_file_close(FILE *file) {
    if (file != stdin)
        fclose(file);
}

enum status input_file_read(FILE *file, size_t most, char **text, size_t *length) {
    enum { FIRST_ROOM = 1 << 14 };
    FREED char *bytes = NULL;
    size_t room = 0, count = 0;
    do {
        room = room ? 2 * room : FIRST_ROOM;
        char *larger = count <= most ? memory_resize(bytes, room, 1) : NULL;
        if (!larger)
            return count <= most ? STATUS_MEMORY : STATUS_LIMIT;
        bytes = larger;
        count += fread(bytes + count, 1, room - 1 - count, file);
    } while (count == room - 1);
    if (ferror(file) || count > most)
        return ferror(file) ? STATUS_SYSTEM : STATUS_LIMIT; /* free() leaves errno alone */
    bytes[count] = '\0';
    *text = TAKE(bytes);
    *length = count;
    return STATUS_OK;
}

const char *input_file_name(const char *path) {
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

enum status input_file_text(const char *path, size_t most, char **text, size_t *length,
                            struct failure *failure) {
    FILE *file = input_file_open(path);
    enum status status = file ? input_file_read(file, most, text, length) : STATUS_SYSTEM;
    int number = errno;
    if (file)
        input_file_close(file);
    if (status == STATUS_MEMORY)
        return failure_memory(failure, "a text");
    if (status == STATUS_LIMIT)
        return failure_input(failure, "%s is larger than %zu bytes", input_file_name(path), most);
    return status ? failure_input(failure, "%s can't be read: %s", input_file_name(path),
                                  strerror(number))
                  : STATUS_OK;
}

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
    FREED char *path = memory_new(length + sizeof name, 1);
    if (!path) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(path, folder, length);
    memcpy(path + length, name, sizeof name);
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
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
