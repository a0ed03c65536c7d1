/* SPDX-License-Identifier: MIT */
/* The nodes without which a connected graph falls apart, by a search in depth (Tarjan 1972). */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_CUT_VERTICES_H
#define STEADYCAST_SOLVER_COLLECTIVE_CUT_VERTICES_H

#include "solver/collective/multinode/gossip_graph.h"

/* is_cut[v], for all nodes v; set by the caller to false. O(nodes + edges). */
enum status cut_vertices_find(const struct gossip_graph *graph, bool *is_cut,
                              struct failure *failure);

#endif
