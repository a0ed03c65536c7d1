/* SPDX-License-Identifier: MIT */
/*
 * Lower bounds for multinode broadcasting on a graph by counting, as results/README.md, kind
 * gossip-bound, states them: by the number of nodes alone (Dimakopoulos 1999, (1) to
 * (3)), at a cut vertex, and without a removed set of nodes.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_BOUND_H
#define STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_BOUND_H

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/collective/multinode/gossip_graph.h"

struct gossip_bound {
    int64_t time;
    int cut;      /* the node, -1: none */
    int *removed; /* ascending; NULL: none; owned */
    int removed_count;
    bool serve; /* what these have to send to who has no edge left */
};

/* The bounds (1) to (3): P-1; for half duplex 2(P-1) for P even, 2P for P odd. P = 1: 0. */
int64_t gossip_bound_counted(int nodes, bool half);

/* A set of nodes is looked for among all if P is no more, and in larger graphs if they are
 * bipartite. */
enum { GOSSIP_BOUND_SMALL = 14, GOSSIP_BOUND_MOST = 3000 };

/*
 * The best bound that was found: the counted one; for up to GOSSIP_BOUND_MOST nodes each cut
 * vertex, and removed sets: all sets of small graphs, for larger bipartite ones the
 * least set of nodes at which all edges end (Koenig), which is the best there by the formula of
 * Tutte and Berge, and for full duplex by that of Koenig. O(nodes * edges), or 2^P P. The caller
 * clears it. P >= 1. Stopped by the limits, which may be NULL, it is the best one by then.
 */
enum status gossip_bound_find(const struct gossip_graph *graph, bool half,
                              const struct limits *limits, struct gossip_bound *bound,
                              struct failure *failure);
void gossip_bound_clear(struct gossip_bound *bound);

#endif
