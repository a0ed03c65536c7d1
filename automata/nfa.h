/* SPDX-License-Identifier: MIT */
#ifndef AUTOMATA_NFA_H
#define AUTOMATA_NFA_H

#include "automata/status.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Nondeterministic finite automata over the letters 0..letters-1, with empty moves: the form in
 * which languages are put together, before language_from_nfa makes them deterministic.
 * States are numbered 0, 1, .. in the order in which they are added.
 */
enum { NFA_EMPTY_MOVE = -1 };

struct nfa_edge {
    size_t from;
    int letter; /* or NFA_EMPTY_MOVE */
    size_t to;
};

struct nfa_state {
    bool starts;
    bool accepts;
};

struct nfa {
    int letters;
    size_t state_count, state_capacity;
    size_t edge_count, edge_capacity;
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

#endif
