/* SPDX-License-Identifier: MIT */
/* All-to-all on Cayley graphs of products of cyclic groups: tori, hypercubes, circulants, complete
 * networks and their products, with ports or without. Every node sends its chunks as node 0 does,
 * shifted; so in a step, along all arcs of one shift, as many chunks may go of node 0 as along one
 * arc. A chunk is a way of shifts, which come in any order, as the group is abelian. This is the
 * open shop of Gonzalez and Sahni (J. ACM 23, 1976) with operations of one step: chunks are jobs,
 * shifts are machines, and the bipartite graph of operations has a colouring by steps with no more
 * colours than its largest degree (Koenig 1916), or than operations by ports, each colour equally
 * large (de Werra 1971). */
#pragma once

#include "solver/network/network_schedule.h"

/* The nodes are those of a product of `count` factors of these sizes, numbered as
 * network_factors_multiply does. *found is false where v, w -> v + w is no symmetry of it, where
 * latencies are above 1 or groups are neither links nor ports, and where it takes more than `most`
 * steps, or too much memory. The task, of an all-to-all, has even rounds; its steps come out:
 * the most operations of a shift or port, or of a chunk. STATUS_LIMIT; STATUS_MEMORY. O(operations
 * * (steps + chunks) + messages) at worst. */
enum status network_cayley(const struct network_task *task, const int *sizes, int count, int most,
                           const struct limits *limits, struct network_schedule *schedule,
                           bool *found, struct failure *failure);
