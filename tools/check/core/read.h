/* SPDX-License-Identifier: MIT */
/* Reads a certificate line by line and word by word, says where a fault is, and compares the
 * digest.
 *
 * Functions that find a fault put it, with file and line, into the verdict, and do not return: the
 * check has ended (read_passes). Words are of printable ASCII, with single spaces between them and
 * a LF behind the last; a line of which all words were taken is right, and read_check_line looks at
 * others. Words are taken from where they stand: memory is a buffer that holds the current line,
 * never longer than READ_LINE_LIMIT, and what comes with it. The reader borrows the stream, the
 * name and the verdict. */
#pragma once

#include "core/verdict.h"

#include <gmp.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* SHA-256 of a stream of bytes, by nettle: it distinguishes whole files from damaged ones, and no
 * claim rests on it. */
struct digest {
    struct sha256_ctx sha;
    uint64_t bytes;
};

enum { DIGEST_HEX_SIZE = 2 * SHA256_DIGEST_SIZE + 1 };

static inline void digest_init(struct digest *digest) {
    sha256_init(&digest->sha);
    digest->bytes = 0;
}

static inline void digest_update(struct digest *digest, const char *bytes, size_t length) {
    sha256_update(&digest->sha, length, (const uint8_t *)bytes);
    digest->bytes += length;
}

/* Writes 64 lower-case hex digits and a NUL. The digest itself may go on after that. */
static inline void digest_hex(const struct digest *digest, char hex[DIGEST_HEX_SIZE]) {
    struct sha256_ctx last = digest->sha;
    uint8_t binary[SHA256_DIGEST_SIZE];
    sha256_digest(&last, sizeof binary, binary);
    base16_encode_update(hex, sizeof binary, binary);
    hex[DIGEST_HEX_SIZE - 1] = '\0';
}

#define READ_LINE_LIMIT ((size_t)1 << 28)

/* What is read from the stream at once, at least. */
#define READ_BLOCK ((size_t)1 << 15)

/* The work that a file may take: about a second, and as much again for each MiB of it. A stream of
 * certificates is one file. */
#define READ_WORK_LIMIT ((uint64_t)1 << 30)
#define READ_WORK_OF_BYTE ((uint64_t)1 << 10)

/* The memory that it may take at a time, all that memory.h gives. */
#define READ_MEMORY_LIMIT ((uint64_t)152 << 20)
#define READ_MEMORY_OF_BYTE ((uint64_t)1 << 6)

enum {
    READ_LATENCY_LIMIT = 1000000,
    READ_DEPTH_LIMIT = 10000000,
    READ_PORTS_LIMIT = 1 << 16,
    READ_DIGITS_LIMIT = 10000000,
    READ_NUMBER_LIMIT = INT32_MAX
};

/* A word inside the current line; not NUL-terminated. */
struct word {
    const char *text;
    size_t length;
};

/* Arguments for "%.*s", shortened. */
#define WORD_IN_MESSAGE(word) ((word).length > 40 ? 40 : (int)(word).length), (word).text

struct reader {
    FILE *in;
    const char *name;
    struct verdict *verdict;
    uint64_t number;  /* of the current line, from 1 */
    const char *line; /* its beginning */
    const char *at;   /* the same, or behind the words taken so far: a space or the LF */
    const char *next; /* behind its LF, or `line` if there is none to be had */
    uint64_t work;    /* so far, for all certificates of the stream */
    uint64_t earlier; /* bytes of the certificates before this one */
    uint64_t length;  /* of the file, if it tells before it is read; else of what was read so far */
    char *buffer;
    size_t capacity, have;
    jmp_buf *guard;       /* of read_passes */
    bool last;            /* nothing may follow this certificate */
    struct digest before; /* of the bytes of this certificate before the place `counted` */
    size_t counted;
};

/* read_open does not load the first line. */
void read_open(struct reader *reader, FILE *in, const char *name, struct verdict *verdict);
void read_close(struct reader *reader);

/* Goes on with the certificate behind the last one; false, without a fault, if the stream ends. */
bool read_again(struct reader *reader);

/* Does this check go to its end, without a fault? All faults of the check come back to here, so
 * that whoever finds one need not return, and nobody can go on behind it. */
bool read_passes(struct reader *reader, void (*check)(struct reader *reader));

/* Puts a fault into the verdict; and goes back to read_passes. */
void read_report(struct reader *reader, enum verdict_status status, uint64_t line,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
_Noreturn void read_stop(struct reader *reader);

/* Faults at the current line, and at an earlier one. */
#define read_malformed(reader, ...)                                                                \
    (read_report((reader), VERDICT_MALFORMED, (reader)->number, __VA_ARGS__), read_stop(reader))
#define read_refuted(reader, ...) read_refuted_at(reader, (reader)->number, __VA_ARGS__)
#define read_refuted_at(reader, line, ...)                                                         \
    (read_report((reader), VERDICT_REFUTED, (line), __VA_ARGS__), read_stop(reader))

/* Malformed: something else than the next word, or any at all, was expected. */
_Noreturn void read_expected(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Refuted: `what` should be `expected` and is `found`; long numbers are shortened. */
#define read_refuted_number(reader, ...)                                                           \
    read_refuted_number_at(reader, (reader)->number, __VA_ARGS__)
_Noreturn void read_refuted_number_at(struct reader *reader, uint64_t line, const char *what,
                                      mpz_srcptr expected, mpz_srcptr found);

/* Counts work that goes on besides reading, a unit for each limb or word of memory that is looked
 * at: a short hostile file could ask for hours. To be called before it is done; malformed beyond
 * READ_WORK_LIMIT and READ_WORK_OF_BYTE for each byte so far. */
void read_charge(struct reader *reader, uint64_t work);

/* Loads the next line, whatever is left of this one. */
void read_next_line(struct reader *reader);

/* Is the line words with single spaces between? Malformed otherwise. */
void read_check_line(struct reader *reader);

/* Is there another word in this line? */
static inline bool read_has_more(const struct reader *reader) {
    return *reader->at != '\n';
}

/* Where the next word begins; the LF if there is none. */
static inline const char *read_front(const struct reader *reader) {
    return reader->at + (reader->at > reader->line && *reader->at == ' ');
}

/* Behind the number <= most that stands here, digits without leading zeros; NULL if there is none.
 * A LF stops it. */
static inline const char *read_digits(const char *at, uint32_t most, uint32_t *number) {
    const char *first = at;
    uint64_t value = 0;
    for (unsigned digit; (digit = (unsigned char)*at - '0') <= 9 && at < first + 11; at++)
        value = 10 * value + digit;
    *number = (uint32_t)value;
    return at > first && value <= most && (*first != '0' || at == first + 1) ? at : NULL;
}

static inline bool read_ends_word(char c) {
    return c == ' ' || c == '\n';
}

/* Behind the key, if it stands here as a word, or NULL. */
static inline const char *read_behind(const char *at, const char *key) {
    while (*key && *at == *key)
        at++, key++;
    return *key || !read_ends_word(*at) ? NULL : at;
}

/* Is `key` the first word of this line, with none taken yet? read_is_at takes nothing. */
static inline bool read_is_at(const struct reader *reader, const char *key) {
    return reader->at == reader->line && read_behind(reader->at, key);
}

static inline bool read_take(struct reader *reader, const char *key) {
    const char *end = reader->at == reader->line ? read_behind(reader->at, key) : NULL;
    reader->at = end ? end : reader->at;
    return end;
}

/* Take the next word: any, exactly `key`, one of two (is it the other?), a number within
 * least..most, a number of any size; or `key` and one of `words`, up to NULL, which `what` lists:
 * the place in them. */
struct word read_word(struct reader *reader);
static inline void read_key(struct reader *reader, const char *key) {
    const char *end = read_behind(read_front(reader), key);
    if (!end)
        read_expected(reader, "%s", key);
    reader->at = end;
}
bool read_either(struct reader *reader, const char *key, const char *other);
int read_one_of(struct reader *reader, const char *key, const char *const *words, const char *what);
static inline uint32_t read_number(struct reader *reader, const char *what, uint32_t least,
                                   uint32_t most) {
    uint32_t number;
    const char *end = read_digits(read_front(reader), most, &number);
    if (!end || !read_ends_word(*end) || number < least)
        read_expected(reader, "%s, a number from %u to %u", what, least, most);
    reader->at = end;
    return number;
}
void read_big(struct reader *reader, const char *what, mpz_ptr number);

/* No word may be left; and loads the next line. */
void read_no_more(struct reader *reader);
void read_line_end(struct reader *reader);

/* A whole line `key word` or `key other`; `key number`; and `key big`, a number >= least. */
bool read_either_line(struct reader *reader, const char *key, const char *word, const char *other);
uint32_t read_number_line(struct reader *reader, const char *key, uint32_t least, uint32_t most);
void read_big_line(struct reader *reader, const char *key, unsigned least, mpz_ptr number);

/* A line `ports p`, p >= 2, if there is one; else 1. */
uint32_t read_ports(struct reader *reader);

/* A whole line `key big` with a number that has come out already: refuted if it is another one. */
void read_result_line(struct reader *reader, const char *key, mpz_srcptr result);

/* The lines latency and depth, depth >= latency. */
void read_instance(struct reader *reader, uint32_t *latency, uint32_t *depth);

/* The lines latency, overhead and gap of a LogP machine, and what they are in a claim and its
 * fields. */
struct logp {
    uint32_t latency, overhead, gap;
};
void read_logp(struct reader *reader, struct logp *logp);

/* Sendings of a processor begin h = max(g,o) apart at least, and what is sent is known l = L+2o
 * later. */
static inline uint64_t logp_apart(const struct logp *logp) {
    return logp->gap > logp->overhead ? logp->gap : logp->overhead;
}
static inline uint64_t logp_transfer(const struct logp *logp) {
    return logp->latency + 2 * (uint64_t)logp->overhead;
}
void logp_claim(const struct logp *logp, struct verdict *verdict);

/* The current line must be the digest line, and right. */
void read_digest_line(struct reader *reader);

/* Nothing may be left. */
void read_end(struct reader *reader);

bool word_is(struct word word, const char *text);

/* Takes a number from the front of the word: as read_digits. */
bool word_take_number(struct word *word, uint32_t most, uint32_t *number);

/* Takes the rest, `*k` with k >= 2 or nothing: so many copies, 1 for nothing. */
bool word_take_copies(struct word *word, uint32_t *copies);

/* Takes one character if it is the next. */
bool word_take(struct word *word, char character);

/* Numbers that a certificate states in front of its evidence, as what comes out of it. */
struct stated {
    uint32_t number;
    uint64_t line;
};

/* The line `key NUMBER`, not less than `least`. */
struct stated stated_read(struct reader *reader, const char *key, uint32_t least);

/* Refuted at that line if something else came out. */
void stated_check(const struct stated *stated, struct reader *reader, const char *key,
                  uint64_t found);
