#include "solver/certificate/output.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"

struct certificate_output {
    FILE *stream;
    char *path; /* NULL for the standard output */
    char *partial;
    int error; /* errno of the first failed write */
    struct sha256_ctx digest;
    char *text; /* scratch for formatting */
    size_t room;
};

static void output_free(struct certificate_output *output) {
    free(output->path);
    free(output->partial);
    free(output->text);
    free(output);
}

static void put(struct certificate_output *output, const char *bytes, size_t count) {
    sha256_update(&output->digest, count, (const uint8_t *)bytes);
    if (!output->error && fwrite(bytes, 1, count, output->stream) != count)
        output->error = errno ? errno : EIO;
}

static bool make_room(struct certificate_output *output, size_t room) {
    if (room > output->room) {
        char *text = memory_resize(output->text, room, 1);
        if (!text) {
            output->error = output->error ? output->error : ENOMEM;
            return false;
        }
        output->text = text;
        output->room = room;
    }
    return true;
}

void certificate_print(struct certificate_output *output, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(output->text, output->room, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length >= output->room) {
        if (!make_room(output, (size_t)length + 1))
            return;
        va_start(arguments, format);
        vsnprintf(output->text, output->room, format, arguments);
        va_end(arguments);
    }
    if (length > 0)
        put(output, output->text, (size_t)length);
}

void certificate_print_big(struct certificate_output *output, mpz_srcptr number) {
    if (!make_room(output, mpz_sizeinbase(number, 10) + 2))
        return;
    mpz_get_str(output->text, 10, number);
    put(output, output->text, strlen(output->text));
}

static char *copy_with(const char *text, const char *suffix) {
    char *copy = memory_new(strlen(text) + strlen(suffix) + 1, 1);
    if (copy) {
        strcpy(copy, text);
        strcat(copy, suffix);
    }
    return copy;
}

/* Locked for as long as it is open, so that a second run on the same file is refused. */
static enum status open_partial(struct certificate_output *output, struct failure *failure) {
    int descriptor = open(output->partial, O_RDWR | O_CREAT, 0666);
    if (descriptor < 0)
        return failure_set(failure, STATUS_INPUT, "%s can't be written: %s", output->path,
                           strerror(errno));
    if (lockf(descriptor, F_TLOCK, 0) != 0) {
        close(descriptor);
        return failure_set(failure, STATUS_INPUT, "another run is writing %s", output->path);
    }
    output->stream = ftruncate(descriptor, 0) == 0 ? fdopen(descriptor, "w") : NULL;
    if (!output->stream) {
        int error = errno;
        close(descriptor);
        return failure_set(failure, STATUS_INPUT, "%s can't be written: %s", output->path,
                           strerror(error));
    }
    return STATUS_OK;
}

static enum status open_file(struct certificate_output *output, const char *path, bool overwrite,
                             struct failure *failure) {
    output->path = copy_with(path, "");
    output->partial = copy_with(path, ".partial");
    if (!output->path || !output->partial)
        return failure_set(failure, STATUS_SYSTEM, "out of memory");
    struct stat info; /* renaming would put a file in the place of a device */
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return failure_set(failure, STATUS_INPUT, "%s is not a regular file", path);
    if (!overwrite && access(path, F_OK) == 0)
        return failure_set(failure, STATUS_INPUT, "%s exists; --force overwrites it", path);
    enum status status = open_partial(output, failure);
    if (status)
        return status;
    if (!overwrite && access(path, F_OK) == 0) { /* another run has just finished it */
        unlink(output->partial);
        fclose(output->stream);
        return failure_set(failure, STATUS_INPUT, "%s exists; --force overwrites it", path);
    }
    return STATUS_OK;
}

enum status certificate_open(struct certificate_output **output, const char *path, bool overwrite,
                             const char *kind, struct failure *failure) {
    struct certificate_output *result = memory_new(1, sizeof *result);
    if (!result || !make_room(result, 256)) {
        free(result);
        return failure_set(failure, STATUS_SYSTEM, "out of memory");
    }
    sha256_init(&result->digest);
    if (strcmp(path, "-") == 0) {
        result->stream = stdout;
    } else {
        enum status status = open_file(result, path, overwrite, failure);
        if (status) {
            output_free(result);
            return status;
        }
    }
    certificate_print(result, "steadycast certificate 1\nwriter steadycast %s\nkind %s\n",
                      STEADYCAST_VERSION, kind);
    *output = result;
    return STATUS_OK;
}

static void print_digest(struct certificate_output *output) {
    uint8_t bytes[SHA256_DIGEST_SIZE];
    char hex[2 * SHA256_DIGEST_SIZE + 1];
    sha256_digest(&output->digest, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        sprintf(hex + 2 * i, "%02x", bytes[i]);
    certificate_print(output, "digest sha256 %s\n", hex);
}

static void note_error(struct certificate_output *output, bool failed) {
    if (failed && !output->error)
        output->error = errno ? errno : EIO;
}

enum status certificate_close(struct certificate_output *output, struct failure *failure) {
    print_digest(output);
    note_error(output, fflush(output->stream) != 0);
    if (output->path) {
        note_error(output, fsync(fileno(output->stream)) != 0);
        if (!output->error)
            note_error(output, rename(output->partial, output->path) != 0);
        if (output->error)
            unlink(output->partial);
        fclose(output->stream); /* only now: it holds the lock, and the bytes are on the disk */
    }
    enum status status = STATUS_OK;
    if (output->error)
        status =
            failure_set(failure, STATUS_SYSTEM, "%s could not be written: %s",
                        output->path ? output->path : "standard output", strerror(output->error));
    output_free(output);
    return status;
}

void certificate_discard(struct certificate_output *output) {
    if (output->path) {
        unlink(output->partial);
        fclose(output->stream);
    }
    output_free(output);
}
