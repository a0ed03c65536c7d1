/* SPDX-License-Identifier: MIT */
/* Prices: why no schedule of any kind with delay L + t reaches more processors (window.h), as exact
 * numbers, with or without potentials in closed form. Postal, or for a LogP machine of gap g
 * (class_prices.h): then latency is l = L+2o and depth s, in cycles, the delay is l + s. */
#pragma once

#include <gmp.h>
#include <stdbool.h>

#include "solver/base/evidence.h"
#include "solver/proof/bound/window.h"
#include "solver/proof/sat/lrat.h"

/* All prices and potentials are numerators over `denominator`. */
struct prices {
    int latency;
    int gap; /* 0: postal */
    int depth;
    mpz_t denominator;
    mpz_t root;    /* of receiving the value t; with a gap also those above t-L */
    mpz_t *values; /* of receiving 0..t-L; empty for t < L */

    /* Potentials in closed form, or NULL: phi(S) = 0 for the empty set, -single[x] for S = {x}, and
     * -(largest[M] + sum of other[u] over u in S but M) for larger sets with maximum M. Each has t
     * numbers; largest[0] and other[t-1] mean nothing and are 0. With a gap the values of a set are
     * congruent modulo g, and so nothing is meant by largest below g, by single and largest above
     * t-g, and by other above t-2g. */
    mpz_t *single;
    mpz_t *largest, *other;

    struct prices_case *within; /* NULL: whatever number of processors the classes have; owned */
    struct prices_split *split; /* NULL; else these are no prices, but two cases; owned */
    struct prices_whole *whole; /* NULL; else these exclude a case of exact numbers; owned */
    struct prices_formula *formula; /* NULL; else this does; owned */
};

/* With a gap: prices for the case that each class c, by its least value, has least[c]..most[c]
 * processors, INT_MAX: any number. A class has a denominator of its own. Let T_c of the N
 * processors be of it: with D for the others
 *
 *     the sum of own[c] T_c is root at most,   so   N D <= root + the sum of (D - own[c]) T_c,
 *
 * which the case bounds; own[c] >= D where most[c] is INT_MAX. */
struct prices_case {
    int *least, *most;
    mpz_t *own;
};

/* A class has at most `most` processors, or more. */
struct prices_split {
    int class, most;
    struct prices few, more;
};

/* Why there is no schedule at all if each class has exactly so many processors: prices of what is
 * received and of what is sent, by values, and D of each class (whole_prices.h). */
struct prices_whole {
    mpz_t *pay, *earn; /* [0..depth]; earn is 0 below l */
    mpz_t *own;        /* [0..gap-1] */
};

/* The same because a formula of so many items in a row was refuted (class_formula.h). */
struct prices_formula {
    int items, variables;
    size_t clauses;
    struct lrat lrat;
};

/* All zero, gap 0, with potentials if `closed`. STATUS_INPUT for L < 1, t < 0 or t beyond
 * PRICES_MAX_DEPTH. */
enum { PRICES_MAX_DEPTH = 20000 };
enum status prices_init(struct prices *prices, int latency, int depth, bool closed,
                        struct failure *failure);

/* Adds a case of `gap` classes with these numbers, which are copied, and own = 0. */
enum status prices_add_case(struct prices *prices, const int *least, const int *most,
                            struct failure *failure);

/* Adds those of a whole case, all 0. */
enum status prices_add_whole(struct prices *prices, struct failure *failure);

/* `prices` take both cases, which hold nothing then; on failure these are as they were. */
enum status prices_join(struct prices *prices, int class, int most, struct prices *few,
                        struct prices *more, struct failure *failure);
void prices_clear(struct prices *prices);

/* bound = floor(root / denominator), the number of processors; in a case what that allows, 0 in a
 * whole case and in one of a formula, of a split the larger bound. */
void prices_bound(const struct prices *prices, mpz_ptr bound);

/* The broadcast tree, of a gap from 1 on, or 0 for the postal model: price A(w) for the value w,
 * A(s) for s; phi(S) = -sum of (A(u) - 1). The bound is how many can know an item, P(t) in the
 * postal model for every L and t. */
enum status prices_tree(struct prices *prices, int latency, int gap, int depth,
                        struct failure *failure);

/* L = 2, t >= 3: (f_{w+1} + t - 2) / 2 for the value w, (f_{t+1} + t - 1) / 2 for t. The bound is
 * exact for t >= 6 (results/THEOREMS.md). */
enum status prices_two(struct prices *prices, int depth, struct failure *failure);

/* The tighter of the two. */
enum status prices_best(struct prices *prices, int latency, int depth, struct failure *failure);

/* Checks potentials in closed form: STATUS_INTERNAL, with the transition, if (*) of window.h fails.
 * Every transition of every state is covered by O(t) of them, the least of each kind: |S| does not
 * change, and the slack depends on the two largest elements and grows with every further one.
 * Demands prices and `other` that do not descend. With a gap all of this for each class. */
enum status prices_check(const struct prices *prices, struct failure *failure);

/* The same numbers for the window automaton, or for that of the class of the value `least`, which
 * is below the gap. STATUS_LIMIT if they do not fit. */
enum status prices_window(const struct prices *prices, struct window *window,
                          struct failure *failure);
enum status prices_window_of_class(const struct prices *prices, int least, struct window *window,
                                   struct failure *failure);

/* Their certificate: the bound for all schedules. */
struct evidence evidence_of_prices(const struct prices *prices);
