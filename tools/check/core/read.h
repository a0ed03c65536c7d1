/* Reads a certificate line by line and word by word, and says where a fault is.
 *
 * Functions that can fail return false (or a NULL text) after they have put the fault, with file
 * and line, into the verdict; callers pass that false upwards and do nothing more. Every line that
 * is loaded has been checked to consist of words of printable ASCII with single spaces between,
 * and a LF at its end. Memory: one line, never longer than READ_LINE_LIMIT, grown as bytes arrive.
 * The reader borrows the stream, the name and the verdict. */
#ifndef STEADYCHECK_READ_H
#define STEADYCHECK_READ_H

#include "core/digest.h"
#include "core/verdict.h"

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define READ_LINE_LIMIT ((size_t)1 << 28)
#define READ_BUFFER_SIZE ((size_t)1 << 15)

/* The work that a certificate may take: about a second, and as much again for each MiB of it. */
#define READ_WORK_LIMIT ((uint64_t)1 << 30)
#define READ_WORK_OF_BYTE ((uint64_t)1 << 10)

enum {
    READ_LATENCY_LIMIT = 1000000,
    READ_DEPTH_LIMIT = 10000000,
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
    struct digest before; /* of all bytes before the current line */
    uint64_t number;      /* of the current line, from 1 */
    char *line;           /* the current line with its LF */
    size_t length, capacity;
    size_t next;   /* where the next word begins */
    size_t words;  /* not yet taken from the line */
    uint64_t work; /* so far */
    size_t used, have;
    char buffer[READ_BUFFER_SIZE];
};

/* read_open does not load the first line. */
void read_open(struct reader *reader, FILE *in, const char *name, struct verdict *verdict);
void read_close(struct reader *reader);

/* Goes on with the certificate behind the last one; false, without a fault, if the stream ends. */
bool read_again(struct reader *reader);

/* For rules that read millions of short lines for themselves, instead of read_next_line: whole
 * lines that stand in the buffer behind the current one (perhaps none; no bytes have been looked
 * at), and going on behind the first `length` bytes of them. Contract: those are whole lines, of
 * which the caller has counted `number` up; the next thing read is read_next_line. */
const char *read_ahead(const struct reader *reader, size_t *length);
void read_skip(struct reader *reader, size_t length);

/* Faults at the current line; both return false. */
bool read_malformed(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool read_refuted(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Refuted: `what` should be `expected` and is `found`; long numbers are shortened. */
bool read_refuted_number(struct reader *reader, const char *what, mpz_srcptr expected,
                         mpz_srcptr found);

/* Counts work that goes on besides reading, a unit for each limb or word of memory that is looked
 * at: a short hostile file could ask for hours. To be called before it is done; malformed beyond
 * READ_WORK_LIMIT and READ_WORK_OF_BYTE for each byte so far. */
bool read_charge(struct reader *reader, uint64_t work);

bool read_next_line(struct reader *reader);

/* Is `key` the first word of this line, with none taken yet? Takes nothing. */
bool read_is_at(const struct reader *reader, const char *key);

/* Take the next word: any, exactly `key`, one of two, a number within least..most, a number of any
 * size. */
struct word read_word(struct reader *reader);
bool read_key(struct reader *reader, const char *key);
bool read_either(struct reader *reader, const char *key, const char *other, bool *is_other);
bool read_number(struct reader *reader, const char *what, uint32_t least, uint32_t most,
                 uint32_t *number);
bool read_big(struct reader *reader, const char *what, mpz_ptr number);

/* No word may be left; loads the next line. */
bool read_line_end(struct reader *reader);

/* A whole line `key number`, and `key big`. */
bool read_number_line(struct reader *reader, const char *key, uint32_t least, uint32_t most,
                      uint32_t *number);
bool read_big_line(struct reader *reader, const char *key, mpz_ptr number);

/* The lines latency and depth, depth >= latency. */
bool read_instance(struct reader *reader, uint32_t *latency, uint32_t *depth);

/* The current line must be the digest line, and right. */
bool read_digest_line(struct reader *reader);

/* Nothing may be left. */
bool read_end(struct reader *reader);

bool word_is(struct word word, const char *text);

/* Takes a number <= most from the front of the word: digits without leading zeros. */
bool word_take_number(struct word *word, uint32_t most, uint32_t *number);

/* Takes one character if it is the next. */
bool word_take(struct word *word, char character);

#endif
