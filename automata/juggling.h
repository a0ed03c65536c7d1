/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "automata/require.h"
#include "automata/status.h"

/* The juggling state graph: the automaton of what one processor may receive.
 *
 * At every step n one letter w_n is thrown, 0 <= w_n <= h, where h is the maximal throw; it lands
 * at time n + w_n. (A reception of the letter w at step n is the item with deadline n + w; the
 * processor receives every item exactly once iff every time is hit exactly once.)
 *
 * State before the throw at time n: a bit set S; bit i is set iff time n + i is already taken by
 * a throw before n. Those land at n - 1 + h at the latest, so the bits are 0..h-1, and h <= 63.
 *
 * The letter w may be thrown in S iff bit w is not set and (bit 0 is set or w = 0): the time n must
 * be hit by something, and later throws can't do it; so if it is not taken, the throw is 0.
 * The successor is (S + bit w) shifted down by one. Every throw keeps the number of set bits, the
 * number b of balls, which is the average letter of a closed walk. So the graph splits into
 * the parts b = 0..h with binomial(h, b) states each. Every part is strongly connected.
 *
 * A word of a block of size r for latency L (word.h) is legal iff (L-1) w_1 .. w_{r-1} is a closed
 * walk of length r for h = L - 1, and it is so from exactly one state:
 *  - a legal word, repeated for ever, hits every time exactly once, since the times p + w_p are
 *    distinct mod r; so its states exist and have the period r;
 *  - conversely repeat a closed walk for ever. A set bit stems from a throw at most h steps ago, so
 *    the landing times are distinct, hence distinct mod r; and the throws determine the states.
 * This holds for r < L too. The automaton of the paper's Figure 2 is the case h = 2. The window of
 * all items that a processor may hold in a broadcast of depth t is the case h = t.
 *
 * Sources: R. Karp et al., SPAA 1993, section 3.2; J. Buhler, D. Eisenbud, R. Graham, C. Wright,
 * "Juggling drops and descents", Amer. Math. Monthly 101, 1994.
 *
 * Everything here is O(1). Callers keep 0 <= h <= 63 and the states within the bits 0..h-1. */
typedef uint64_t juggling_state;

enum { JUGGLING_MAXIMAL_THROW = 63 };

static inline bool juggling_may_throw(juggling_state state, int letter) {
    return (state >> letter & 1) == 0 && ((state & 1) != 0 || letter == 0);
}

/* The set of the letters that may be thrown, as bits 0..maximal_throw. Never empty. */
static inline uint64_t juggling_letters(juggling_state state, int maximal_throw) {
    const uint64_t all = UINT64_MAX >> (JUGGLING_MAXIMAL_THROW - maximal_throw);
    return (state & 1) != 0 ? ~state & all : 1;
}

/* The state after a letter that may be thrown. */
static inline juggling_state juggling_successor(juggling_state state, int letter) {
    return (state | UINT64_C(1) << letter) >> 1;
}

static inline int juggling_balls(juggling_state state) {
    return __builtin_popcountll(state);
}

/* The first state with `balls` balls, 0 <= balls <= 63: its balls land at once, one by one. */
static inline juggling_state juggling_first_state(int balls) {
    return (UINT64_C(1) << balls) - 1;
}

/* Steps to the next state with equally many balls in ascending order (Gosper); false after the
 * last one. All states with b balls:
 *     juggling_state state = juggling_first_state(b);
 *     do .. while (juggling_next_state(&state, maximal_throw));                              */
static inline bool juggling_next_state(juggling_state *state, int maximal_throw) {
    juggling_state carried;
    if (*state == 0)
        return false;
    carried = *state + (*state & (~*state + 1));
    if (carried >> maximal_throw != 0)
        return false;
    /* the block of ones that the carry broke up returns at the bottom, less the carried one */
    *state = carried | ((*state ^ carried) >> 2 >> __builtin_ctzll(*state));
    return true;
}

/* binomial(maximal_throw, balls), exact for maximal_throw <= 63. */
static inline uint64_t juggling_state_count(int maximal_throw, int balls) {
    uint64_t row[JUGGLING_MAXIMAL_THROW + 1] = {1};
    require(maximal_throw <= JUGGLING_MAXIMAL_THROW && balls <= JUGGLING_MAXIMAL_THROW);
    for (int line = 1; line <= maximal_throw; line++)
        for (int column = line; column > 0; column--)
            row[column] += row[column - 1];
    return row[balls];
}

/* One part of the juggling state graph, written out: all states with a given number of balls and
 * their edges. The order is fixed: states ascending as numbers, the edges of a state by ascending
 * letter. Edges of state k: first_edge[k] .. first_edge[k+1] - 1. Read-only after construction. */
struct juggling_graph {
    int maximal_throw, balls;
    size_t state_count, edge_count;
    juggling_state *states;
    size_t *first_edge;  /* state_count + 1 entries */
    uint8_t *letters;    /* per edge */
    uint32_t *successor; /* per edge, the index of a state */
};

/* Builds the part with `balls` balls, 0 <= balls <= maximal_throw, into *graph; to be given back
 * with juggling_graph_clear. STATUS_INPUT for arguments out of range, STATUS_LIMIT for more than
 * JUGGLING_GRAPH_STATES states. Time O(edges * log states). */
enum { JUGGLING_GRAPH_STATES = 10 * 1000 * 1000 };

enum status juggling_graph_init(struct juggling_graph *graph, int maximal_throw, int balls,
                                struct failure *failure);
void juggling_graph_clear(struct juggling_graph *graph);

/* The index of a state that belongs to the graph. O(log states). */
size_t juggling_graph_find(const struct juggling_graph *graph, juggling_state state);

/* Writes the parts balls_from..balls_to in the language of Graphviz, one cluster each. A state is
 * shown as its bits, the next landing time first; edges carry the names of the letters (word.h);
 * states where the maximal throw is possible, in which a legal word may begin, have a double
 * circle. STATUS_INPUT for arguments out of range and STATUS_LIMIT for maximal_throw > 12, where
 * nobody can look at the picture: nothing is written then. */
enum status juggling_write_dot(FILE *file, int maximal_throw, int balls_from, int balls_to,
                               struct failure *failure);
