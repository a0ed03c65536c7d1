#include "core/stream.h"

#include "core/certificate.h"
#include "core/read.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct stream {
    FILE *in;
    const char *name;
    FILE *piece;    /* the certificate at hand */
    uint64_t lines; /* in front of it */
    uint64_t ends;  /* line feeds in it */
    uint64_t certificates;
    size_t length; /* of the line so far */
    size_t used, have;
    char buffer[1 << 14];
};

static const char key[] = "digest";

enum { KEY_LENGTH = sizeof key - 1 };

/* `error` is an errno, or 0 for none. */
static void fault(const struct stream *stream, const char *what, int error,
                  struct verdict *verdict) {
    struct reader reader;
    verdict_init(verdict);
    read_open(&reader, stream->in, stream->name, verdict);
    reader.number = stream->lines + stream->ends + 1;
    if (error)
        read_malformed(&reader, "%s: %s", what, strerror(error));
    else
        read_malformed(&reader, "%s", what);
    read_close(&reader);
}

/* False at the end of the stream, or if it can't be read. */
static bool fill(struct stream *stream) {
    stream->used = 0;
    stream->have = fread(stream->buffer, 1, sizeof stream->buffer, stream->in);
    return stream->have > 0;
}

static bool is_too_long(const struct stream *stream) {
    return stream->length > READ_LINE_LIMIT;
}

/* Copies the rest of the line; false if the stream ends in it or it is too long. */
static bool copy_line_end(struct stream *stream) {
    for (;;) {
        if (stream->used == stream->have && !fill(stream))
            return false;
        const char *start = stream->buffer + stream->used;
        const char *end = memchr(start, '\n', stream->have - stream->used);
        size_t take = end ? (size_t)(end - start) + 1 : stream->have - stream->used;
        stream->length += take;
        if (is_too_long(stream))
            return false;
        fwrite(start, 1, take, stream->piece);
        stream->used += take;
        if (end) {
            stream->ends++;
            return true;
        }
    }
}

/* Copies a line; *is_last becomes whether its first word is the key. False if the stream ends or
 * the line is too long. */
static bool copy_line(struct stream *stream, bool *is_last) {
    size_t matched = 0;
    *is_last = false;
    stream->length = 0;
    for (;; matched++, stream->length++, stream->used++) {
        if (stream->used == stream->have && !fill(stream))
            return false;
        char byte = stream->buffer[stream->used];
        if (matched == KEY_LENGTH)
            *is_last = byte == ' ' || byte == '\n';
        if (matched == KEY_LENGTH || byte != key[matched])
            return copy_line_end(stream);
        fputc(byte, stream->piece);
    }
}

/* Puts what goes up to the next digest line into the piece; *some becomes whether that is anything.
 * False, with a verdict, if it can't be read or written. */
static bool copy_piece(struct stream *stream, bool *some, struct verdict *verdict) {
    bool is_last = false;
    rewind(stream->piece);
    if (ftruncate(fileno(stream->piece), 0) != 0)
        return fault(stream, "cannot copy", errno, verdict), false;
    stream->ends = 0;
    errno = 0;
    while (!is_last && copy_line(stream, &is_last)) {
    }
    if (ferror(stream->in))
        return fault(stream, "cannot read", errno ? errno : EIO, verdict), false;
    if (is_too_long(stream))
        return fault(stream, "the line is longer than 268435456 bytes", 0, verdict), false;
    *some = is_last || ftello(stream->piece) > 0;
    if (fflush(stream->piece) != 0 || ferror(stream->piece))
        return fault(stream, "cannot copy", errno ? errno : EIO, verdict), false;
    rewind(stream->piece);
    return true;
}

static void conclude(const struct stream *stream, struct verdict *verdict) {
    if (stream->certificates == 0) {
        fault(stream, "the stream holds no certificate", 0, verdict);
        return;
    }
    verdict_init(verdict);
    verdict_claim(verdict, "%llu certificate%s", (unsigned long long)stream->certificates,
                  stream->certificates > 1 ? "s" : "");
    verdict_field(verdict, "certificates", "%llu", (unsigned long long)stream->certificates);
    verdict->status = VERDICT_VERIFIED;
}

/* Whether another certificate may follow; else the verdict is the one of the stream. */
static bool check_next(struct stream *stream, FILE *each, bool fields, struct verdict *verdict) {
    bool some;
    if (!copy_piece(stream, &some, verdict))
        return false;
    if (!some) {
        conclude(stream, verdict);
        return false;
    }
    certificate_check_behind(stream->lines, stream->piece, stream->name, verdict);
    if (verdict->status != VERDICT_VERIFIED)
        return false;
    bool printed = !each || verdict_print(verdict, fields, each);
    verdict_clear(verdict);
    stream->lines += stream->ends;
    stream->certificates++;
    if (!printed)
        fault(stream, "cannot print a verdict", errno, verdict);
    return printed;
}

void certificate_stream_check(FILE *in, const char *name, FILE *each, bool fields,
                              struct verdict *verdict) {
    struct stream stream = {.in = in, .name = name, .piece = tmpfile()};
    if (!stream.piece) {
        fault(&stream, "cannot copy", errno, verdict);
        return;
    }
    while (check_next(&stream, each, fields, verdict)) {
    }
    fclose(stream.piece);
}
