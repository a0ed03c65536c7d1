/* SPDX-License-Identifier: MIT */
/* The words of the field that all texts use, and what exit statuses mean: one table each, for the
 * help, the manual pages and the pages of campaigns. */
#pragma once

struct word_meaning {
    const char *word;
    const char *meaning; /* one paragraph, plain text */
};

/* In the order in which one needs them; ended by a NULL word. Static. */
extern const struct word_meaning help_words[];

struct exit_meaning {
    int status;
    int zero; /* with --exit-zero, or STEADYCAST_EXIT_ZERO in the environment */
    const char *meaning;
};

/* Ended by a NULL meaning. Static. */
extern const struct exit_meaning exit_meanings[];

/* On stdout: the words, and the exit statuses, as paragraphs of at most 90 columns. */
void words_print(void);
void exits_print(void);
