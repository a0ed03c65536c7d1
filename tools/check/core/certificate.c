/* SPDX-License-Identifier: MIT */
#include "core/certificate.h"

#include "core/memory.h"
#include "core/read.h"

#include <errno.h>
#include <string.h>

static void read_header(struct reader *reader) {
    read_next_line(reader);
    read_key(reader, "steadycast");
    read_key(reader, "certificate");
    read_key(reader, "1");
    read_line_end(reader);
    read_key(reader, "writer");
    read_word(reader);
    read_word(reader);
    read_line_end(reader);
}

static const struct kind *read_kind(struct reader *reader) {
    read_key(reader, "kind");
    struct word word = read_word(reader);
    const struct kind *kind = certificate_kinds;
    while (kind->name && !word_is(word, kind->name))
        kind++;
    if (!kind->name)
        read_malformed(reader, "unknown kind '%.*s'%s", WORD_IN_MESSAGE(word), certificate_unknown);
    read_line_end(reader);
    return kind;
}

/* The line of the digest, and what may be behind it. */
static void read_last_line(struct reader *reader) {
    read_digest_line(reader);
    if (reader->last)
        read_end(reader);
}

static void check_body(struct reader *reader) {
    read_header(reader);
    const struct kind *kind = read_kind(reader);
    verdict_fields(reader->verdict, "kind=%s", kind->name);
    kind->rule(reader);
    read_last_line(reader);
}

/* The current line must be one before the digest line, or that itself. */
static void read_to_digest(struct reader *reader) {
    reader->at = reader->line;
    while (!read_is_at(reader, "digest")) {
        read_check_line(reader);
        read_next_line(reader);
    }
    read_last_line(reader);
}

/* The fault is put aside until the digest is compared. */
static void confirm_refuted(struct reader *reader) {
    struct verdict refuted = *reader->verdict;
    verdict_init(reader->verdict);
    if (read_passes(reader, read_to_digest)) {
        verdict_clear(reader->verdict);
        *reader->verdict = refuted;
    } else {
        verdict_clear(&refuted);
    }
}

/* The one certificate that is next. Nothing is VERIFIED elsewhere but a stream of such. */
static bool check_next(struct reader *reader) {
    verdict_init(reader->verdict);
    uint64_t mark = memory_mark();
    bool right = read_passes(reader, check_body);
    memory_release(mark);
    if (right)
        reader->verdict->status = VERDICT_VERIFIED;
    else if (reader->verdict->status == VERDICT_REFUTED)
        confirm_refuted(reader);
    return right;
}

void certificate_check(FILE *in, const char *name, struct verdict *verdict) {
    struct reader reader;
    read_open(&reader, in, name, verdict);
    reader.last = true;
    check_next(&reader);
    read_close(&reader);
}

static bool print(struct reader *reader, FILE *each, bool fields) {
    bool printed = !each || verdict_print(reader->verdict, fields, each);
    int error = errno;
    verdict_clear(reader->verdict);
    if (printed)
        return true;
    verdict_init(reader->verdict);
    read_report(reader, VERDICT_MALFORMED, reader->number, "cannot print a verdict: %s",
                strerror(error));
    return false;
}

static void conclude(struct reader *reader, uint64_t certificates) {
    struct verdict *verdict = reader->verdict;
    verdict_init(verdict);
    if (certificates == 0) {
        read_report(reader, VERDICT_MALFORMED, reader->number + 1,
                    "the stream holds no certificate");
        return;
    }
    verdict_claim(verdict, "%llu certificate%s", (unsigned long long)certificates,
                  certificates > 1 ? "s" : "");
    verdict_fields(verdict, "certificates=%llu", (unsigned long long)certificates);
    verdict->status = VERDICT_VERIFIED;
}

void certificate_check_stream(FILE *in, const char *name, FILE *each, bool fields,
                              struct verdict *verdict) {
    struct reader reader;
    uint64_t certificates = 0;
    bool right = true;
    read_open(&reader, in, name, verdict);
    while (right && read_again(&reader)) {
        right = check_next(&reader) && print(&reader, each, fields);
        certificates += right;
    }
    if (right)
        conclude(&reader, certificates);
    read_close(&reader);
}

void certificate_cannot_open(const char *name, const char *why, struct verdict *verdict) {
    struct reader reader;
    verdict_init(verdict);
    read_open(&reader, NULL, name, verdict);
    read_report(&reader, VERDICT_MALFORMED, 0, "cannot open: %s", why);
    read_close(&reader);
}
