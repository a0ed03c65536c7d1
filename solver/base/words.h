/* SPDX-License-Identifier: MIT */
/* Words that users write: quoted ones in a line, and ones that are nearly a word that is known. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* Words of a line that may hold anything: one that begins with `"` ends at the next `"`, and inside
 * `\"`, `\\` and `\xHH` stand for a quote, a backslash and a byte. All others are what they look
 * like, to the next blank. */

struct quoted_word {
    char *text; /* what it stands for, in the line; NULL: there is no word left */
    bool quoted;
};

/* The next word of a line, whose bytes it changes; *rest is moved behind it. Blanks are spaces,
 * tabs and ends of lines. STATUS_INPUT with the word: its quote has no end or no blank behind it,
 * its escape is none, or stands for a byte 0. */
enum status quoted_word_next(char **rest, struct quoted_word *word, struct failure *failure);

/* Room for what quoted_word_put makes of a text of so many bytes, with the byte 0 at its end. */
#define QUOTED_WORD_ROOM(length) (4 * (size_t)(length) + 3)

/* The word that stands for a text, as it is where that can be read again: not empty, valid UTF-8,
 * without blanks and control characters, and neither `"` nor `#` at its beginning. Else quoted,
 * with `\xHH` for control characters and for bytes that are no UTF-8: always UTF-8 in one line.
 * Returns its length. */
size_t quoted_word_put(const char *value, char *word);

/* May it stand as it is in a string of JSON, where `"` at its beginning says that it is a quoted
 * word? UTF-8 without control characters. */
bool quoted_word_is_legible(const char *text);

/* Bytes of the letter of UTF-8 at the beginning, in its shortest form and no half of a pair of
 * UTF-16; 0: there is none. */
size_t quoted_word_letter(const char *text);

/* Is all of the text UTF-8? */
bool quoted_word_is_utf8(const char *text);

/* The bytes of the text that fit into `most` without cutting a letter of valid UTF-8. */
size_t quoted_word_cut(const char *text, size_t most);

/* The number whose digits stand at *at, which is moved behind them; most + 1 for all above `most` <
 * INT_MAX. False if there are none. */
bool digits_read(const char **at, int most, int *number);

/* Did you mean ..? Of several words the one that is nearest to a word that is none of them. */

enum { SUGGESTION_ROOM = 64, SUGGESTION_TEXT = SUGGESTION_ROOM + 24 };

struct suggestion {
    const char *word;           /* that was given; borrowed */
    int distance;               /* of the best: letters changed, left out, put in, or exchanged */
    char best[SUGGESTION_ROOM]; /* "": none is near enough */
};

void suggestion_init(struct suggestion *suggestion, const char *word);

/* Near enough: a third of the letters, the beginning of a word from two letters on, or the name
 * that the word had before version 0.4. The first of several that are equally near stays. */
void suggestion_offer(struct suggestion *suggestion, const char *candidate);

/* Each of the words that have | between them. */
void suggestion_offer_words(struct suggestion *suggestion, const char *words);

/* `; did you mean 'sweep'?`, or "". Returns text. */
const char *suggestion_text(const struct suggestion *suggestion, char *text, size_t room);
