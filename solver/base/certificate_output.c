/* SPDX-License-Identifier: MIT */
#include "solver/base/certificate_output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/digest.h"
#include "solver/base/locked_file.h"

struct certificate_output {
    FILE *stream;            /* NULL: the bytes are taken */
    struct locked_file file; /* without path for what was open before */
    certificate_take *take;
    void *context;
    int error; /* errno of the first failed write */
    struct sha256_ctx digest;
    char *text; /* scratch for formatting */
    size_t room;
};

static void output_free(struct certificate_output *output) {
    FREE_ALL(output->text, output);
}

static void write_bytes(struct certificate_output *output, const char *bytes, size_t count) {
    sha256_update(&output->digest, count, (const uint8_t *)bytes);
    if (!output->stream && !output->error && !output->take(output->context, bytes, count))
        output->error = ECANCELED;
    if (output->stream && !output->error && fwrite(bytes, 1, count, output->stream) != count)
        output->error = errno ? errno : EIO;
}

bool certificate_write(struct certificate_output *output, const char *bytes, size_t count) {
    write_bytes(output, bytes, count);
    return !output->error;
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
        write_bytes(output, output->text, (size_t)length);
}

void certificate_print_big(struct certificate_output *output, mpz_srcptr number) {
    if (!make_room(output, mpz_sizeinbase(number, 10) + 2))
        return;
    mpz_get_str(output->text, 10, number);
    write_bytes(output, output->text, strlen(output->text));
}

/* What is open as `like` says, with the first lines. */
static enum status begin(struct certificate_output **output, const struct certificate_output *like,
                         const char *kind, struct failure *failure) {
    FREED struct certificate_output *result = memory_new(1, sizeof *result);
    if (result)
        *result = *like;
    TRY(memory_check(result && make_room(result, 256), failure, "a certificate"));
    sha256_init(&result->digest);
    certificate_print(result, "steadycast certificate 1\nwriter steadycast %s\nkind %s\n",
                      STEADYCAST_VERSION, kind);
    *output = TAKE(result);
    return STATUS_OK;
}

enum status certificate_open_stream(struct certificate_output **output, FILE *stream,
                                    const char *kind, struct failure *failure) {
    return begin(output, &(struct certificate_output){.stream = stream}, kind, failure);
}

enum status certificate_open_taken(struct certificate_output **output, certificate_take *take,
                                   void *context, const char *kind, struct failure *failure) {
    return begin(output, &(struct certificate_output){.take = take, .context = context}, kind,
                 failure);
}

enum status certificate_open(struct certificate_output **output, const char *path, bool overwrite,
                             const char *kind, struct failure *failure) {
    struct certificate_output opened = {0};
    if (strcmp(path, "-") == 0)
        return certificate_open_stream(output, stdout, kind, failure);
    TRY(locked_file_open(&opened.file, path, overwrite, failure));
    opened.stream = opened.file.stream;
    enum status status = begin(output, &opened, kind, failure);
    if (status)
        locked_file_discard(&opened.file);
    return status;
}

static void print_digest(struct certificate_output *output) {
    char hex[DIGEST_ROOM];
    digest_end(&output->digest, hex);
    certificate_print(output, "digest sha256 %s\n", hex);
}

/* Why the taker has not everything: it wanted no more, or there was no memory for the text. */
static enum status end_taken(const struct certificate_output *output, struct failure *failure) {
    if (output->error == ECANCELED)
        return failure_limit(failure, "no more of the certificate was wanted");
    return output->error ? failure_memory(failure, "a certificate") : STATUS_OK;
}

enum status certificate_close(struct certificate_output *output, struct failure *failure) {
    print_digest(output);
    enum status status = STATUS_OK;
    if (output->file.path) {
        status = locked_file_close(&output->file, output->error, failure);
    } else if (!output->stream) {
        status = end_taken(output, failure);
    } else {
        if (fflush(output->stream) != 0 && !output->error)
            output->error = errno ? errno : EIO;
        if (output->error)
            status = failure_system(failure, "%s could not be written: %s",
                                    output->stream == stdout ? "standard output" : "a certificate",
                                    strerror(output->error));
    }
    output_free(output);
    return status;
}

enum status certificate_end(struct certificate_output *output, enum status status,
                            struct failure *failure) {
    if (!status || output->error)
        return certificate_close(output, failure);
    if (output->file.path)
        locked_file_discard(&output->file);
    output_free(output);
    return status;
}
