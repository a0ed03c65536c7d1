/* SPDX-License-Identifier: MIT */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "automata/status.h"

/* Nondeterministic finite automata over the letters 0..letters-1, with empty moves: the form in
 * which languages are put together, before language_from_nfa makes them deterministic. States are
 * numbered 0, 1, .. in the order in which they are added. */
enum { NFA_EMPTY_MOVE = -1 };

struct nfa_edge {
    size_t from;
    int letter; /* or NFA_EMPTY_MOVE */
    size_t to;
};

struct nfa_state {
    bool starts, accepts;
};

struct nfa {
    int letters;
    size_t state_count, edge_count;
    struct nfa_state *states;
    struct nfa_edge *edges; /* in the order in which they were added */
};

/* No states, no edges; no memory is taken yet. letters >= 1. */
void nfa_init(struct nfa *nfa, int letters);
void nfa_clear(struct nfa *nfa);

/* Adds a state that neither starts nor accepts (set the flags in nfa->states) and stores its
 * number. Fails for lack of memory only, as nfa_add_edge does. */
enum status nfa_add_state(struct nfa *nfa, size_t *state, struct failure *failure);
enum status nfa_add_edge(struct nfa *nfa, size_t from, int letter, size_t to,
                         struct failure *failure);

/* Regular languages, as complete deterministic finite automata over the letters 0..letters-1.
 * State 0 is the start. Every state has a successor for every letter, so a language that is not
 * everything usually has a state without hope, from which nothing is accepted.
 *
 * All functions that make a language write it into *result, which is to be given back with
 * language_clear; the result is minimal and its states are numbered in breadth-first order by
 * letters. So two languages are equal iff their automata are identical. A result may be written
 * over an argument only after that has been cleared; arguments are never changed. */
struct language {
    int letters;
    size_t state_count;
    uint32_t *successors; /* state * letters + letter */
    bool *accepts;        /* per state */
};

void language_clear(struct language *language);

/* By subset construction. STATUS_LIMIT as soon as there are more than `state_limit` subsets (before
 * minimisation). */
enum status language_from_nfa(const struct nfa *nfa, size_t state_limit, struct language *result,
                              struct failure *failure);

/* The minimal automaton of the language that `language` accepts when it is started in `start`;
 * Moore's partition refinement, O(letters * states * rounds), at most `states` rounds. Here the
 * argument need not be minimal; all other functions take any automaton as well. */
enum status language_minimise(const struct language *language, size_t start,
                              struct language *result, struct failure *failure);

/* The words w with prefix w in the language, and those with w suffix in the language. */
enum status language_after_prefix(const struct language *language, const int *prefix, size_t count,
                                  struct language *result, struct failure *failure);
enum status language_before_suffix(const struct language *language, const int *suffix, size_t count,
                                   struct language *result, struct failure *failure);

/* The words in at least one of the two, which have the same alphabet. */
enum status language_union(const struct language *left, const struct language *right,
                           struct language *result, struct failure *failure);

/* Compares two languages over the same alphabet. Sets *equal, and if they differ a shortest word
 * that is in exactly one of them, the lexicographically first one: *word, to be given back with
 * free(), and *count. If they are equal, *word = NULL and *count = 0. O(letters * states *
 * states). */
enum status language_separate(const struct language *left, const struct language *right,
                              bool *equal, int **word, size_t *count, struct failure *failure);

/* Draws the automaton in the language of Graphviz, without the state that has no hope. Edges carry
 * the names of the letters (word.h); accepting states have a double circle. */
enum status language_write_dot(FILE *file, const struct language *language,
                               struct failure *failure);

/* Languages from regular expressions as the papers print them:
 *
 *     expression = sequence { "|" sequence }
 *     sequence   = { item { "*" } }
 *     item       = letter | "(" expression ")"
 *
 * Letters are a, b, c, .. (a = 0), blanks mean nothing, an empty sequence is the empty word. */
enum { REGULAR_EXPRESSION_DEPTH = 1000, REGULAR_EXPRESSION_STATES = 1000 * 1000 };

/* The language of `text` over `letters` letters, 1 <= letters <= 26. STATUS_INPUT with the column
 * of the mistake; STATUS_LIMIT for parentheses nested deeper than REGULAR_EXPRESSION_DEPTH or an
 * automaton of more than REGULAR_EXPRESSION_STATES states. */
enum status regular_expression_parse(const char *text, int letters, struct language *result,
                                     struct failure *failure);
