/* SPDX-License-Identifier: MIT */
/* Questions as people write them, for titles and heads: `single item, L = 6, o = 2, P = 12`. */
#ifndef STEADYCAST_TOOLS_QUESTION_WORDS_H
#define STEADYCAST_TOOLS_QUESTION_WORDS_H

#include "solver/question/question.h"

enum { QUESTION_WORDS_ROOM = 240 };

/* What a subject is about, a few words: `single item`. */
const char *subject_words(enum subject subject);

/* All of it; words that are implied are left out. Long names are cut, and the rest if there is no
 * room. */
void question_words(const struct question *question, char text[QUESTION_WORDS_ROOM]);

/* The parameters but the one at a place, for the head of a column; implied words too. */
void question_rest_words(const struct question *question, int but, char text[QUESTION_WORDS_ROOM]);

#endif
