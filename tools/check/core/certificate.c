#include "core/certificate.h"

#include "core/messages.h"
#include "core/read.h"

#include <string.h>
#include <sys/types.h>

static bool read_header(struct reader *reader) {
    if (!read_next_line(reader) || !read_key(reader, "steadycast") ||
        !read_key(reader, "certificate") || !read_key(reader, "1") || !read_line_end(reader) ||
        !read_key(reader, "writer"))
        return false;
    if (reader->words != 2)
        return read_malformed(reader, "expected writer, a program and a version");
    return read_next_line(reader);
}

static bool read_kind(struct reader *reader, const struct kind **kind) {
    if (!read_key(reader, "kind"))
        return false;
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    for (const struct kind *it = certificate_kinds; it->name; it++)
        if (word_is(word, it->name)) {
            *kind = it;
            return read_line_end(reader);
        }
    return read_malformed(reader, "unknown kind '%.*s'", WORD_IN_MESSAGE(word));
}

/* The file may be very long; the digest is compared last. */
static bool is_read_once(const struct kind *kind) {
    return kind->rule == rule_messages;
}

/* The current line must be one before the digest line, or that itself. */
static bool read_to_digest(struct reader *reader) {
    while (!read_is_at(reader, "digest"))
        if (!read_next_line(reader))
            return false;
    return read_digest_line(reader);
}

/* Nothing is refuted that is only damaged: a fault found before the digest was compared is put
 * aside until it is. */
static void confirm_refuted(struct reader *reader) {
    struct verdict refuted = *reader->verdict;
    verdict_init(reader->verdict);
    if (read_to_digest(reader)) {
        verdict_clear(reader->verdict);
        *reader->verdict = refuted;
    } else {
        verdict_clear(&refuted);
    }
}

static bool follow_rule(struct reader *reader, const struct kind *kind) {
    verdict_field(reader->verdict, "kind", "%s", kind->name);
    return kind->rule(reader);
}

static bool check_once(struct reader *reader, const struct kind *kind) {
    if (follow_rule(reader, kind))
        return read_digest_line(reader);
    if (reader->verdict->status == VERDICT_REFUTED)
        confirm_refuted(reader);
    return false;
}

static bool check_evidence(struct reader *reader, const struct kind **kind) {
    if (!read_header(reader) || !read_kind(reader, kind))
        return false;
    if (is_read_once(*kind))
        return check_once(reader, *kind);
    return follow_rule(reader, *kind) && read_digest_line(reader);
}

static bool check_frame(struct reader *reader, const struct kind **kind) {
    if (!read_header(reader) || !read_kind(reader, kind))
        return false;
    if (is_read_once(*kind))
        return check_once(reader, *kind);
    return read_to_digest(reader);
}

static bool pass(uint64_t lines, FILE *in, const char *name, struct verdict *verdict,
                 const struct kind **kind,
                 bool (*check)(struct reader *reader, const struct kind **kind)) {
    struct reader reader;
    read_open(&reader, in, name, verdict);
    reader.number = lines;
    bool right = check(&reader, kind);
    read_close(&reader);
    return right;
}

static bool cannot_read(const char *name, const char *why, struct verdict *verdict) {
    struct reader reader;
    read_open(&reader, NULL, name, verdict);
    return read_malformed(&reader, "cannot open: %s", why);
}

void certificate_cannot_open(const char *name, const char *why, struct verdict *verdict) {
    verdict_init(verdict);
    cannot_read(name, why, verdict);
}

static bool check_twice(uint64_t lines, FILE *in, const char *name, struct verdict *verdict) {
    off_t start = ftello(in);
    if (start < 0)
        return cannot_read(name, "it can't be read twice", verdict);
    const struct kind *kind;
    if (!pass(lines, in, name, verdict, &kind, check_frame))
        return false;
    if (is_read_once(kind))
        return true;
    if (fseeko(in, start, SEEK_SET) != 0)
        return cannot_read(name, "it can't be read twice", verdict);
    return pass(lines, in, name, verdict, &kind, check_evidence);
}

/* What was read of a stream that can't seek. */
struct beginning {
    char bytes[READ_BUFFER_SIZE];
    size_t length;
};

/* A file, set to its start. NULL if it can't be copied. The caller closes it. */
static FILE *copy_of(struct beginning *beginning, FILE *in) {
    FILE *copy = tmpfile();
    if (!copy)
        return NULL;
    while (beginning->length > 0) {
        fwrite(beginning->bytes, 1, beginning->length, copy);
        beginning->length = fread(beginning->bytes, 1, sizeof beginning->bytes, in);
    }
    if (ferror(in) || fflush(copy) != 0 || ferror(copy) || fseeko(copy, 0, SEEK_SET) != 0) {
        fclose(copy);
        return NULL;
    }
    return copy;
}

/* By its third line; what looks like this and is something else is found when it is checked. */
static bool begins_read_once(const struct beginning *beginning) {
    static const char line[] = "\nkind messages\n";
    const char *end = beginning->bytes + beginning->length;
    const char *second = memchr(beginning->bytes, '\n', beginning->length);
    const char *third = second ? memchr(second + 1, '\n', (size_t)(end - second - 1)) : NULL;
    return third && (size_t)(end - third) >= strlen(line) && !memcmp(third, line, strlen(line));
}

static bool check_without_copy(const struct beginning *beginning, FILE *in, const char *name,
                               struct verdict *verdict) {
    struct reader reader;
    const struct kind *kind;
    read_open(&reader, in, name, verdict);
    read_put_back(&reader, beginning->bytes, beginning->length);
    bool right = check_evidence(&reader, &kind);
    read_close(&reader);
    return right;
}

static bool check_pipe(FILE *in, const char *name, struct verdict *verdict) {
    struct beginning beginning;
    beginning.length = fread(beginning.bytes, 1, sizeof beginning.bytes, in);
    if (begins_read_once(&beginning))
        return check_without_copy(&beginning, in, name, verdict);
    FILE *copy = copy_of(&beginning, in);
    bool right = check_twice(0, copy ? copy : in, name, verdict);
    if (copy)
        fclose(copy);
    return right;
}

static void conclude(bool right, struct verdict *verdict) {
    if (right)
        verdict->status = VERDICT_VERIFIED;
}

void certificate_check_behind(uint64_t lines, FILE *in, const char *name, struct verdict *verdict) {
    verdict_init(verdict);
    conclude(check_twice(lines, in, name, verdict), verdict);
}

void certificate_check(FILE *in, const char *name, struct verdict *verdict) {
    verdict_init(verdict);
    bool can_seek = ftello(in) >= 0;
    conclude(can_seek ? check_twice(0, in, name, verdict) : check_pipe(in, name, verdict), verdict);
}
