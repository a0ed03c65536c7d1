/* SPDX-License-Identifier: MIT */
/* How few rounds a chunk takes: a linear program over the timed trees of all commodities, solved
 * exactly by column generation (steadycast-lp), and its dual, prices that prove it.
 *
 * With lambda(k,t) chunks of the commodity k along its timed tree t, sum_t lambda(k,t) = 1, and
 * rho_s rounds of step s, the load of each group of capacity b in step s is at most b rho_s; the
 * least sum of the rho_s is T(S). So many rounds for each chunk are needed, and are enough for
 * those numbers of chunks that make all lambda and rho whole. Where each step has one round, all
 * rho are one rho: what it passes 1 by is impossible. The same with steps modulo a period is for
 * streams: p items are born in the phases of q steps. */
#pragma once

#include <gmp.h>

#include "solver/network/network_symmetry.h"
#include "solver/network/timed_tree.h"

/* Prices have so many digits at most: what the checker adds up. */
enum { NETWORK_MOST_PRICE = 1000000000 };

struct rate_question {
    const struct network_problem *problem; /* borrowed */
    struct time_axis axis;
    bool even;      /* all steps, or phases, have the same number of rounds */
    int symmetries; /* use no more than so many; 0: all */
    bool near; /* by trees that are not the cheapest (timed_tree.h), on networks of any size, for
                  steps: T is no more than the value, and prices prove nothing */
    int first, each; /* trees of a commodity before the first solution, and before each other one;
                        0: as many as are best for speed. Others have other solutions */
    int items;       /* p, born in a period, item i in the phase floor(i q / p); else 1 */
    int chunks;      /* C: only ceil(C T) is asked for, if it is more than `known`: prices for a
                        `value` below T that prove as much are enough; 0: T itself */
    int known;
};

/* A tree of a commodity, which stands for its orbit. */
struct rate_column {
    int commodity;
    int phase;
    struct timed_tree tree;
    mpq_t weight; /* of each commodity of the orbit so many chunks, of one, in the solution */
};

struct network_rate {
    struct rate_question question;
    mpq_t value;     /* T(S); of even steps, rho; what the prices prove */
    int64_t *prices; /* [group * axis_length + place]; owned */
    struct network_orbits orbits;
    struct rate_column *columns; /* all trees that were generated, of the least commodity of each
                                    orbit; owned */
    int column_count;
    mpq_t *rounds; /* of each place; of even steps one for all; owned */
};

/* Solves it; `rate` is not initialised before. *feasible false, and `rate` is not made: in so many
 * steps some target can't be reached. STATUS_LIMIT when stopped, where the linear program or the
 * trees would be too large, where prices have too many digits, or where the program that solves
 * linear programs is not installed. Deterministic. */
enum status network_rate_solve(const struct rate_question *question, const struct limits *limits,
                               struct network_rate *rate, bool *feasible, struct failure *failure);
void network_rate_clear(struct network_rate *rate);

/* ceil(C T), so many rounds for C chunks; INT_MAX if it is larger. */
int network_rate_rounds(mpq_srcptr rate, int chunks);
