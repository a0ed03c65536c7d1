/* SPDX-License-Identifier: MIT */
/* The linear program over the window automaton (window.h): the best average of any schedule, solved
 * exactly by column generation. A column is a closed word, in which the best value held is sent at
 * each step; the master program has a row for each value, the automaton finds words that still
 * pay. */
#pragma once

#include <gmp.h>

#include "solver/proof/bound/prices.h"

/* A closed word and how often the optimum uses it. */
struct lp_word {
    int least; /* 0, or the least value of its class, and then indices stand for values */
    int length;
    int *values, *sends;
    mpq_t count;
};

struct lp_solution {
    mpq_t value; /* the bound before it is rounded down */
    struct prices prices;
    struct lp_word *words; /* all that were generated */
    size_t word_count;
};

/* Of prices without a potential of their own, the checker's account of work takes no more. */
enum { LP_MAX_DEPTH = 24 };

/* L <= t <= LP_MAX_DEPTH. Fills `solution`. STATUS_LIMIT when stopped, when t is beyond that, when
 * the prices have too large a denominator, or where the program that solves linear programs is not
 * installed (program.h); STATUS_SYSTEM when that program fails. The prices have been checked on
 * every transition. Deterministic. May be called from several threads. */
enum status lp_solve(int latency, int depth, const struct limits *limits,
                     struct lp_solution *solution, struct failure *failure);

/* How many processors the classes have: least[c]..most[c], c < g, INT_MAX: any number. Borrowed. */
struct lp_case {
    const int *least, *most;
};

/* The same for a LogP machine (class_prices.h), l <= s, s/g <= LP_MAX_DEPTH; `within` NULL:
 * whatever number of processors the classes have; else the prices are those of this case
 * (prices.h). A case for which there are no schedules at all has a bound of 0 or so, and words that
 * mean nothing. */
enum status lp_solve_classes(int latency, int gap, int depth, const struct lp_case *within,
                             const struct limits *limits, struct lp_solution *solution,
                             struct failure *failure);
void lp_clear(struct lp_solution *solution);

/* Moves the prices out; the rest is still to be cleared. */
void lp_take_prices(struct lp_solution *solution, struct prices *prices);
