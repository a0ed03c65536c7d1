/* SPDX-License-Identifier: MIT */
/* What is to be sent over a network, as commodities: of each so many chunks go from one node to
 * targets. A collective (MPI's words) has S steps; of a stream the items are born one after the
 * other, each with a deadline of its own.
 *
 * Reductions are the same problem with time and arcs reversed: what a node sends of a chunk is the
 * sum of what came to it, so its messages are an in-tree. The commodity of a reduction goes from
 * the node that wants the sum to all others in *internal* time, against the arcs; a sending in the
 * internal step s along an arc of latency l counts in the real step S + 2 - s - l. Elsewhere both
 * are the same. */
#pragma once

#include "solver/base/limits.h"
#include "solver/network/network.h"

/* For TRY, where what limits end leaves something else to be tried, or what is known by then: a
 * limit is no failure. */
static inline enum status but_limits(enum status status) {
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

enum collective {
    COLLECTIVE_BROADCAST,
    COLLECTIVE_SCATTER,
    COLLECTIVE_GATHER,
    COLLECTIVE_REDUCE,
    COLLECTIVE_ALLGATHER,
    COLLECTIVE_ALLTOALL,
    COLLECTIVE_REDUCE_SCATTER,
    COLLECTIVE_ALLREDUCE /* of which there are bounds alone; commodities as of allgather */
};
enum { COLLECTIVES = COLLECTIVE_ALLREDUCE + 1 };

/* `reduce-scatter`; static. */
const char *collective_name(enum collective collective);

/* Has it a root? */
bool collective_has_root(enum collective collective);

enum { COMMODITY_TO_ALL = -1 }; /* to all that take part (network_forward) */

/* Who has a chunk, or operands of it, in the beginning, and who wants it, or the sum: a node, or
 * COMMODITY_TO_ALL. */
struct chunk_ends {
    int source, target;
};

/* Of how many chunks, sizes of nodes tell (network_set_sizes)? */
bool collective_has_sizes(enum collective collective);

/* How many chunks a collective has where C and all sizes are 1, those from a node to itself
 * included; and what `chunk` is, 0 the first. */
int64_t collective_chunks(enum collective collective, int nodes);
struct chunk_ends collective_chunk(enum collective collective, int nodes, int root, int chunk);

/* Is a node one of those at this end? */

static inline bool chunk_is_at(int end, int node) {
    return end == node || end == COMMODITY_TO_ALL;
}

struct commodity {
    int source;
    int target; /* or COMMODITY_TO_ALL */
    int chunk;  /* the first of C chunks has the number chunk C + 1 in certificates */
    int copy;   /* 0, 1, ..: of those with the same ends, which stand one behind the other */
};

struct network_problem {
    const struct network *network; /* borrowed */
    enum collective collective;
    int root; /* 0 where there is none */
    bool reversed;
    int commodity_count;
    struct commodity *commodities; /* owned */
    /* Of each node the arcs by which something leaves it, comes to it, in internal time. */
    int *leaving, *leaving_first; /* leaving[leaving_first[v]] ..; owned */
    int *coming, *coming_first;
    /* Of each arc its groups. */
    int *groups, *groups_first;
};

/* `problem` borrows the network. Nodes that only forward have no chunks; the numbers that these
 * would have are those of no chunk. Where a node's size is c, what has one chunk for it has c
 * commodities, and an all-to-all c from it to each other one. STATUS_INPUT for sizes of a
 * collective that has none, for a root that is no node, or only forwards, and for a network of one
 * node; STATUS_LIMIT where steps could pass 2^31. */
enum status network_problem_init(struct network_problem *problem, const struct network *network,
                                 enum collective collective, int root, struct failure *failure);
void network_problem_clear(struct network_problem *problem);

/* The commodity to which an automorphism, the images of all nodes, takes one: the root stays.
 * O(log commodities). */
int network_problem_image(const struct network_problem *problem, int commodity, const int *image);

/* The ends of an arc in internal time. */
static inline int problem_tail(const struct network_problem *problem, int arc) {
    const struct network_arc *a = &problem->network->arcs[arc];
    return problem->reversed ? a->to : a->from;
}
static inline int problem_head(const struct network_problem *problem, int arc) {
    const struct network_arc *a = &problem->network->arcs[arc];
    return problem->reversed ? a->from : a->to;
}

/* The arcs that leave v, then those that come, for who sees no direction. */
static inline int problem_degree(const struct network_problem *problem, int v) {
    return problem->leaving_first[v + 1] - problem->leaving_first[v] +
           problem->coming_first[v + 1] - problem->coming_first[v];
}
static inline int problem_arc_at(const struct network_problem *problem, int v, int place) {
    int leaving = problem->leaving_first[v + 1] - problem->leaving_first[v];
    return place < leaving ? problem->leaving[problem->leaving_first[v] + place]
                           : problem->coming[problem->coming_first[v] + place - leaving];
}
static inline int problem_neighbour(const struct network_problem *problem, int v, int place) {
    const struct network_arc *arc = &problem->network->arcs[problem_arc_at(problem, v, place)];
    return arc->from == v ? arc->to : arc->from;
}

/* Of the arc's groups the one of least capacity. */
int problem_smallest_group(const struct network_problem *problem, int arc);

/* The step in which a sending in the internal step s, 1 the first, counts, of S; < 1: it can't be.
 */
static inline int problem_step(const struct network_problem *problem, int arc, int s, int steps) {
    return problem->reversed ? steps + 2 - s - problem->network->arcs[arc].latency : s;
}

/* Does what goes to `target`, a node or COMMODITY_TO_ALL, go to v? */
static inline bool problem_wants(const struct network_problem *problem, int target, int v) {
    return target == v || (target == COMMODITY_TO_ALL && network_takes_part(problem->network, v));
}

/* How many steps a chunk of some node needs to each node, INT_MAX for ever, and the arc by which it
 * comes there; all owned. */
struct network_ways {
    int *steps;
    int *came; /* of nodes to which there is no way, and of the first one, it says nothing */
    int *queue;
    bool *waits;
};

/* STATUS_MEMORY; cleared in any case. */
enum status network_ways_init(struct network_ways *ways, const struct network_problem *problem,
                              struct failure *failure);
void network_ways_clear(struct network_ways *ways);

/* In internal time. O(nodes arcs), as a rule O(arcs). */
void network_ways_find(struct network_ways *ways, const struct network_problem *problem,
                       int source);

/* The same without one of the arcs, -1: with all; or `back`, against the arcs: from each node to
 * this one. */
void network_ways_without(struct network_ways *ways, const struct network_problem *problem,
                          int start, bool back, int without);

/* Fewer steps than this are too few: the farthest that a commodity has to go. STATUS_LIMIT, the
 * limits may be NULL. Ways from each node that has something. */
enum status network_problem_least_steps(const struct network_problem *problem,
                                        const struct limits *limits, int *steps,
                                        struct failure *failure);

/* So many steps are enough for trees whose sendings cost the same in all steps. */
int network_problem_enough_steps(const struct network_problem *problem);
