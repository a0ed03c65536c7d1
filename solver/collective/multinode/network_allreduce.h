/* SPDX-License-Identifier: MIT */
/* Everybody's K chunks are added up, with the sums for everybody, over a network. From above by
 * compositions: a reduction to one node and a broadcast from there, or reduce-scatter and
 * allgather of ceil(K / n) chunks each. From below by distances and prices that hold for every
 * schedule whatsoever: of each chunk something goes from everybody to everybody. */
#pragma once

#include "solver/collective/multinode/network_least.h"

/* Two collectives, one behind the other. What it holds borrows it, and that the network. */
struct network_composition {
    struct network_problem problems[2];
    struct network_least halves[2];
};

/* Reduce and broadcast; reduce-scatter and allgather. */
enum { COMPOSITIONS = 2 };

struct network_allreduce {
    const struct network_problem *problem;          /* borrowed */
    int lower;                                      /* no schedule has less */
    int upper;                                      /* that the composition has; 0: there is none */
    struct network_composition *kept[COMPOSITIONS]; /* the best of each, or NULL; owned */
    const struct network_composition *least;        /* one of these, or NULL */
    const struct network_least *bounding; /* a half that alone takes `lower`; NULL: the bound .. */
    struct network_bound bound;           /* .. lower - 1, where lower is above 1 */
    bool is_priced;
};

/* The problem is COLLECTIVE_ALLREDUCE. The steps S of both halves together, or 0, and the rounds,
 * or 0: the least rounds in S steps, as few as `rounds` where these are given; the least steps for
 * `rounds` rounds, where `lower` is 0 if no steps are enough; or the least time with one round in
 * each step. `all` is filled in place, and cleared by the caller in any case. STATUS_INPUT as
 * network_rounds_find; stopped, there may be no composition. */
enum status network_allreduce_find(struct network_allreduce *all,
                                   const struct network_problem *problem, int chunks, int steps,
                                   int rounds, const struct network_hints *hints,
                                   const struct limits *limits, uint64_t *decisions,
                                   struct failure *failure);
void network_allreduce_clear(struct network_allreduce *all);
