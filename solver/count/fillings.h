/* SPDX-License-Identifier: MIT */
/* What the blocks of one size can be filled with: the letter multisets that have a legal order, and
 * how many legal words each gives. The words are counted as closed walks of the juggling state
 * graph, one number of balls at a time. */
#pragma once

#include <stddef.h>

#include "automata/juggling.h"
#include "automata/status.h"
#include "solver/count/lattice.h"
#include "solver/count/resources.h"

/* The states of the juggling state graph with one number of balls, ordered by potential (the sum of
 * their landing times), with the edges that lead into each. */

/* An edge: the letter, and the place of the state it comes from among those of its potential. */
struct ball_edge {
    int letter, slot;
};

struct ball_part {
    int throw; /* maximal letter h */
    int balls;
    int least; /* potentials least..most */
    int most;
    int slots; /* most states of one potential */
    size_t count;
    juggling_state *states;  /* ascending potential */
    size_t *first;           /* first[p - least]: first state of potential p; one more at the end */
    int *edge_count;         /* of each state */
    struct ball_edge *edges; /* those into state i: edges + i * (balls + 1) */
};

/* 0 <= balls <= throw <= 63. */
enum status ball_part_init(struct ball_part *part, int throw, int balls, struct failure *failure);
void ball_part_clear(struct ball_part *part);

int ball_part_potential(juggling_state state);

/* Numbers of legal words by their letters: W_r(v) is the number of legal words of a block of size r
 * with Parikh vector v.
 *
 * A legal word is a closed walk in the juggling state graph with maximal throw h = L-1 whose first
 * letter is L-1, and so from exactly one state S (automata/juggling.h). For each state S in which
 * L-1 may be thrown, the number of walks from S is carried forward by letters used and state
 * reached, one letter at a time; where a walk is back in S it closes a word.
 *
 * Few states go with the same letters: let the potential of a state be the sum of its landing
 * times. A letter w changes it by w - b, b the number of balls, so the letters used and the start
 * fix the potential reached. A cell therefore holds one number for each state of one potential, at
 * most the largest coefficient of the Gaussian binomial [h choose b].
 *
 * Cost: for each of the 2^(L-2) start states (L >= 2), the vectors of all totals below the largest
 * size, times states of one potential, times b+1 additions. Checked: every number is at most the
 * multinomial coefficient of its letters, and these are refused beyond 64 bits. */

/* Adds W_r(v) to words[r][cell of v in the layer of total r-1], for r = 1..largest and all v within
 * the lattice; a size r with words[r] = NULL is left out. L >= 2, L - 1 <= 63. If the crew is
 * stopped the numbers are incomplete. STATUS_LIMIT if a number may exceed 64 bits or the tables do
 * not fit. */
enum status walks_count(const struct lattice *lattice, int latency, int largest, uint64_t **words,
                        struct crew *crew, struct budget *budget, struct failure *failure);

struct fillings {
    int size;
    size_t count;
    int *letters;    /* Parikh vector of filling i: letters[i * lattice->letters + j] */
    uint64_t *words; /* legal words of filling i, at least 1 */
};

/* Sets fillings[r], r = 1..instance->root_size, for the sizes r that occur; all v <= n. By M.
 * Hall's theorem v fills a block of size r iff L-1 + sum is divisible by r, and this must agree
 * with where there are words: STATUS_INTERNAL if not. Sizes that do not occur stay empty. The array
 * has room for root_size + 1, all zero. If the crew is stopped the words are incomplete. */
enum status fillings_find(struct fillings *fillings, const struct small_instance *instance,
                          const struct lattice *lattice, struct crew *crew, struct budget *budget,
                          struct failure *failure);
void fillings_clear(struct fillings *fillings);

static inline const int *fillings_at(const struct fillings *fillings, const struct lattice *lattice,
                                     size_t index) {
    return fillings->letters + index * (size_t)lattice->letters;
}
