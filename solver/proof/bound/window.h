/* SPDX-License-Identifier: MIT */
/* The window automaton with prices: what one processor can earn.
 *
 * A state is the set S of the values, less one, that the processor held a step ago (a juggling
 * state with throws up to t, automata/juggling.h). It receives a value v in {0..t-L, t} that S
 * allows, holds A = S + {v}, may send one u in A with u >= L, and goes on to S' = (A without 0)
 * - 1. Receiving v costs price[v]; sending u earns price[u-L]; and every step must pay `unit`. If
 *
 *     price[v] + phi(S') - phi(S) - max(0, max over u in A, u >= L, of price[u-L]) >= unit     (*)
 *
 * for some potential phi and every transition, no schedule of any kind with delay L + t reaches
 * more than price[t] / unit processors: averaged over time every value is received as often as it
 * is sent, and t once a step (results/THEOREMS.md, "All schedules"). Potentials are shortest paths;
 * they exist iff no closed word has a negative sum of (*).
 *
 * Of a class of a LogP machine (class_prices.h) a state is a set of indices, each may be received,
 * and what sending one earns is given: `latency` is 0 then.
 *
 * States are numbers 0..2^t-1, edges are computed, not stored. 21 bytes a state. A pass reads the
 * potential behind every edge once, at most t/4 * 2^t of them and in ascending order for each
 * value; for the prices of L = 2, t passes suffice. From t = 22 on the tables no longer fit a
 * cache, and memory bandwidth is the limit. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "automata/juggling.h"
#include "solver/base/limits.h"

/* Depths beyond would take more than 6 GiB. */
enum { WINDOW_MAX_DEPTH = 28 };

/* No sum over a walk through all states overflows with prices up to this. */
static inline int64_t window_max_price(int depth) {
    return INT64_C(1) << (depth < 20 ? 40 : 60 - depth);
}

struct window {
    int latency;                         /* 0: of a class */
    int depth;                           /* >= latency */
    int64_t unit;                        /* 0..window_max_price */
    int64_t price[WINDOW_MAX_DEPTH + 1]; /* of the values 0..t-L and t: 0..window_max_price */
    int64_t gain[WINDOW_MAX_DEPTH + 1];  /* of a class only; within the same */
};

/* What sending a value earns. */
static inline int64_t window_gain(const struct window *window, int value) {
    if (window->latency == 0)
        return window->gain[value];
    return value >= window->latency ? window->price[value - window->latency] : 0;
}

/* A closed word, by its values. */
struct window_word {
    int length;
    int *values;
    int64_t sum; /* of (*), left minus right */
};

struct window_words {
    struct window_word *list;
    size_t count;
};

void window_words_clear(struct window_words *words);

/* The values that may be received at all, as bits. */
static inline uint64_t window_values(int latency, int depth) {
    return ((UINT64_C(1) << (depth - latency + 1)) - 1) | UINT64_C(1) << depth;
}

/* Those of `values` that may be received in a state: any if the item due now is there, else 0. */
static inline uint64_t window_allowed(juggling_state state, uint64_t values) {
    return state & 1 ? ~state & values : 1;
}

/* Looks for potentials. If there are none, `words` (cleared by the caller) gets closed words with
 * negative sums, at least one and at most a few for each number of balls; else it stays empty, and
 * the potentials of all 2^t states go to *potential (may be NULL; to be given back with free). The
 * same on any number of threads. STATUS_INPUT for prices or depths out of range. */
enum status window_potentials(const struct window *window, const struct limits *limits,
                              int64_t **potential, struct window_words *words,
                              struct failure *failure);

/* sends[p] = the held value from `first` on that earns most, the largest of several, in a closed
 * word of this length; silent (closed_word.h) where none is held. */
void window_best_sends(const struct window *window, int first, const int *values, int length,
                       int *sends);
