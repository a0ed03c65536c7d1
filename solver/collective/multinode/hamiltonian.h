/* SPDX-License-Identifier: MIT */
/* Hamiltonian cycles: through every node once, along edges.
 *
 * By construction:
 *  - ring, complete, wheel, complete bipartite with equal sides: at once.
 *  - products: of two orders of nodes, along paths or cycles, one for the product. C_a x P_b has a
 *    cycle, through all rows of columns 1..a-1 to and fro and back through column 0, as column a-1
 * is beside column 0 as well; P_a x P_b the same for a even; and a path for both odd. So tori,
 *    hypercubes and meshes with an even side have one.
 *  - de Bruijn graphs: the sequence that prefers the bit 1 (Martin 1934) has every word once.
 *  - wrapped butterflies: 2^D cycles of D nodes each, (w,0), (w,1), ..; of the four edges between
 *    levels i and i+1 on w and w + 2^i, the cycles use two, and exchanging them for the other two
 *    joins the cycles of w and w + 2^i if they are different. Each w > 0 is joined with w without
 *    its highest bit i; these four edges are nobody else's, so the order does not matter.
 *  - cube-connected cycles, D = 2 or 3 and two more again and again: see hamiltonian.c.
 * Else by exhaustive search. */
#pragma once

#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/network/network_names.h"

/* The nodes in the order of a hamiltonian cycle, order[0] = 0 .. (room for all nodes), checked edge
 * by edge. Infeasible: there is none, by exhausted search (of two nodes there is none, but
 * they serve as a ring: feasible). Unknown: the limits ended the search,
 * limits->nodes counting its choices; `limits` may be NULL. */
enum status hamiltonian_find(const struct network_factors *network, const struct limits *limits,
                             int *order, enum verdict *verdict, struct failure *failure);

/* The same by search alone: edges that are the last two of a node are taken, those that would close
 * a shorter cycle or are third at a node are left out, and then one edge of an end is tried after
 * the other. None for a bipartite graph whose sides are not equal. */
enum status hamiltonian_search(const struct network *network, const struct limits *limits,
                               int *order, enum verdict *verdict, struct failure *failure);

/* STATUS_INPUT, and where it is not one, unless these are all nodes, each once, neighbours all
 * around; two nodes that are adjacent pass. */
enum status hamiltonian_check(const struct network *network, const int *order,
                              struct failure *failure);
