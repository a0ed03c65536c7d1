/* SPDX-License-Identifier: MIT */
/* Did you mean ..? Of several words the one that is nearest to a word that is none of them. */
#ifndef STEADYCAST_SOLVER_BASE_SUGGESTION_H
#define STEADYCAST_SOLVER_BASE_SUGGESTION_H

#include <stddef.h>

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

#endif
