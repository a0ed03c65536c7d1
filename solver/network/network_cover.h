/* SPDX-License-Identifier: MIT */
/* Cut vertices, and covers, of a network whose arcs are edges. */
#pragma once

#include "solver/base/limits.h"
#include "solver/network/network_problem.h"

/* is_cut[v], for all nodes v; set by the caller to false. O(nodes + arcs). */
enum status network_cut_vertices(const struct network_problem *problem, bool *is_cut,
                                 struct failure *failure);

/* The least set of nodes at which all edges of a bipartite network end, by a largest matching:
 * in_cover[v], for all nodes v, set by the caller to false; *found is false if it is not bipartite.
 * O(nodes * arcs). STATUS_LIMIT when stopped. */
enum status network_cover(const struct network_problem *problem, const struct limits *limits,
                          bool *in_cover, bool *found, struct failure *failure);
