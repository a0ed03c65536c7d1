/* SPDX-License-Identifier: MIT */
/* For the tests: streams of a LogP machine as lists of words, so that they can be written otherwise
 * and forged. */
#pragma once

#include "check_text.h"

enum { LOGP_CLASSES = 40, LOGP_LINES = 40, LOGP_LENGTH = 40, LOGP_NOTHING = -1 };

enum logp_kind { LOGP_REST, LOGP_BLOCK, LOGP_WORD };

/* A line `receive-only`, `block` or `word`. Items are values, those of a block its leaves. */
struct logp_line {
    enum logp_kind kind;
    long class; /* a number of a class */
    long head, size, count;
    bool ordered; /* the leaves are told in their order */
    bool largest;
    long length, items[LOGP_LENGTH], sent[LOGP_LENGTH];
};

struct logp_stream {
    long L, o, g, s, N, T;
    const char *capacity;
    bool may_have_words; /* in place of blocks, if it is written otherwise */
    long classes, late[LOGP_CLASSES], wait[LOGP_CLASSES], offset[LOGP_CLASSES];
    long lines;
    struct logp_line line[LOGP_LINES];
};

/* Reads the lines from `class` on, up to what is no line of a stream. */
void logp_read(struct logp_stream *stream, const char *at);

/* All of kind logp-schedule; false if it is too long. */
bool logp_read_whole(struct logp_stream *stream, const struct text *text);

/* The lines of the classes; and all of kind logp-schedule. */
void logp_put(struct text *text, const struct logp_stream *stream);
void logp_put_whole(struct text *text, const struct logp_stream *stream);

/* How many processors all lines have. */
long logp_processors(const struct logp_stream *stream);

/* The same as a word, if the line is a block of a few processors that has a legal order. */
bool logp_block_to_word(struct logp_line *line);

/* Another way to write the same, mostly. */
void logp_write_otherwise(struct logp_stream *stream);

/* A fault of meaning: it may be no stream any more. The machine stays. */
void logp_forge(struct logp_stream *stream);
