/* SPDX-License-Identifier: MIT */
/*
 * The least set of nodes at which all edges of a bipartite graph end, by a largest matching.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_BIPARTITE_COVER_H
#define STEADYCAST_SOLVER_COLLECTIVE_BIPARTITE_COVER_H

#include "solver/base/limits.h"
#include "solver/collective/multinode/gossip_graph.h"

/* cover[0..*count-1] ascends; *count is 0 if the graph is not bipartite. O(nodes * edges).
 * STATUS_LIMIT when stopped; the limits may be NULL. */
enum status bipartite_cover(const struct gossip_graph *graph, const struct limits *limits,
                            int *cover, int *count, struct failure *failure);

#endif
