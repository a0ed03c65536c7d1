/* SPDX-License-Identifier: MIT */
/* How few rounds a chunk takes in the long run, by trees with weights: of each commodity they are 1
 * together, and no group has to send more than its capacity times P/Q. Pipelined, they are
 * schedules of as little more than P/Q rounds a chunk as one likes (results/THEOREMS.md, section
 * 20.7). By symmetry one commodity of each orbit has trees, and of each orbit of groups the mean is
 * looked at. */
#pragma once

#include "solver/network/network_bound.h"

struct packed_tree {
    int commodity;
    int count;
    int *arcs;    /* each from a node that has the chunk; owned */
    mpz_t weight; /* 0: it is not used */
};

struct tree_packing {
    const struct network_problem *problem; /* borrowed */
    mpq_t value;                           /* P/Q; 0: there is none */
    struct network_automorphisms symmetries;
    int count;
    struct packed_tree *trees; /* of a commodity the weights are together as of any; owned */
};

/* Trees one after the other, each where there is most room; then, in networks that are not too
 * large, the best ones by a linear program, whose prices better `bound`, of CLAIM_ROUNDS for any
 * steps, where no cut is as good. It ends where both are the same. `packing` is not initialised
 * before. Stopped, or with too large a network, it has the best that was found, or none.
 * STATUS_MEMORY. Of an allreduce there is none. Deterministic. */
enum status tree_packing_find(const struct network_problem *problem, const struct limits *limits,
                              struct network_bound *bound, struct tree_packing *packing,
                              struct failure *failure);
void tree_packing_clear(struct tree_packing *packing);

/* The body of a certificate of kind network-rate. */
enum status certificate_put_tree_packing(const void *packing, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure);
