/* SPDX-License-Identifier: MIT */
/* The closed words that a stationary schedule for N processors may hold, by backtracking over the
 * window automaton.
 *
 * Prices that bound all schedules (solver/proof/bound) give every step of a word a slack >= 0: what
 * (*) of window.h leaves over, and what is lost where not the best value held is sent. Over all
 * processors the slacks, and the prices of messages that are sent in vain, add up to exactly
 *
 *     budget = price[t] - unit * N,
 *
 * so that words with more slack than that can be left out. With good prices and N near the
 * bound hardly any remain. Only simple walks count (no state twice): every circulation is a sum of
 * such.
 *
 * Words in block form (results/THEOREMS.md, 10.1): a head and then only leaves, sent as head,
 * head-1, .. at all positions; or one value that is never sent. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/proof/bound/window.h"

struct stationary_word {
    int length;
    int *values; /* begins with the largest; a block with its head */
    int *sends;
    int top;       /* the largest value received */
    int64_t slack; /* of the whole word */
    int *change; /* change[w] = times that w is sent, less times that it is received, w = 0..t-L */
    uint64_t state; /* before the first value */
};

struct stationary_words {
    struct stationary_word *list; /* by descending top, then slack, then ascending length */
    size_t count;
    bool more_heads; /* words were left out because of `heads` */
    bool cut; /* words were left out because of `most`, or because they are too long to be kept */
};

struct stationary_question {
    const struct window *window;
    const int64_t *potential; /* of all states, by window_potentials */
    int64_t budget;
    int longest; /* words up to this length */
    int heads;   /* values per word that are >= L and larger than what is held; 0: any number */
    bool blocks; /* words in block form only; `heads` is 0, and alike words are never kept */
    bool alike;  /* keep words that are received and sent alike, else one of them */
    size_t most; /* words to keep at most */
};

/* Fills `words`. In parallel; the result does not depend on threads. Adds its steps to *nodes in
 * any case. STATUS_LIMIT when stopped, or after limits->nodes steps, of which each of the parts
 * that the start states are cut into gets its share. */
enum status stationary_words_find(const struct stationary_question *question,
                                  const struct limits *limits, struct stationary_words *words,
                                  uint64_t *nodes, struct failure *failure);
void stationary_words_clear(struct stationary_words *words);
