/* SPDX-License-Identifier: MIT */
/* Networks: directed arcs with a latency, and groups of arcs with a capacity. What goes along an
 * arc of latency l in step s can be sent on from step s + l on; in a step of r rounds no more than
 * b r messages go along the arcs of a group of capacity b. A link of capacity c is a group of one
 * arc; a node with p ports, full duplex, is two groups, the arcs out of it and those into it; half
 * duplex, one group of both; a switch is a group of the arcs between two sets of nodes.
 *
 * A message counts in the step in which it is sent, but for the ports of the node to which it goes:
 * there in the step in which it arrives, s + l - 1. Where that is later than s by the same for all
 * arcs of a group, as with equal latencies into a node, it's the same with other numbers for the
 * steps, so that all count when they are sent. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/base/certificate_output.h"

enum {
    NETWORK_MOST_NODES = 1000000,
    NETWORK_MOST_ARCS = 10000000,
    NETWORK_MOST_LATENCY = 1000000,
    NETWORK_MOST_CAPACITY = 1000000
};

struct network_arc {
    int from;
    int to;
    int latency; /* >= 1 */
};

/* The arcs members[first] .. before members[first + count] of the network. */
struct network_group {
    int capacity; /* >= 1 */
    int first;
    int count; /* >= 1 */
    int port;  /* v + 1: what comes to node v counts when it arrives; 0: all counts when sent */
};

/* A port to the outside at a node. Boxes are joined by them, the first of each at one switch, the
 * second at another one, .. */
struct network_nic {
    int node;
    int capacity; /* in and out; as of groups */
};

/* What a file says of a network besides, for who reads of it or joins it with others. */
enum { NETWORK_HOW_ROOM = 320, NETWORK_NODE_ROOM = 48 };
struct network_origin {
    char how[NETWORK_HOW_ROOM];       /* what joins its nodes, and what was left out; or "" */
    char (*names)[NETWORK_NODE_ROOM]; /* of the nodes, or ""; NULL: of none; owned */
    struct network_nic *nics;         /* owned */
    int nic_count;
};

/* What a capacity of 1 stands for: capacities that are read as rates or with a point are divided by
 * what all have in common, so that they are whole numbers. */
struct network_unit {
    int thousandths; /* of a GB/s (10^9 bytes) or, without `rate`, of 1; 0: a capacity is itself */
    bool rate;
};

struct network {
    int nodes;
    int arc_count;
    struct network_arc *arcs; /* ascending by from, then by to; owned */
    int *out;                 /* those from v are arcs[out[v]] .. before arcs[out[v + 1]]; owned */
    int group_count;
    struct network_group *groups; /* every arc is in one at least; owned */
    int *members;                 /* arcs, ascending in each group; owned */
    int member_count;
    bool *forwards; /* of each node: it has and wants nothing of its own, and passes on what others
                       have; NULL: all take part; owned */
    int forward_count;
    int *sizes; /* of each node: it has, or is to get, so many chunks where others have one, 0 if it
                   forwards; NULL: one for each that takes part; owned */
    struct network_unit unit;      /* what a capacity of 1 is */
    struct network_origin *origin; /* NULL: nothing more is known; copies have none; owned */
};

/* An arc as it is collected: its capacity is that of a group of its own; 0: it has none, and stands
 * in other groups. */
struct network_link {
    int from, to;
    int latency;
    int capacity;
};

/* The network of these arcs, in any order, which are sorted; each with a capacity is a group of one
 * arc, in the order of the arcs. STATUS_INPUT for an end that is no node, a loop, an arc that
 * stands twice, a latency or capacity out of range; STATUS_LIMIT beyond the sizes above. More
 * groups follow by network_add_group. O(nodes + count log count). */
enum status network_make(int nodes, struct network_link *links, int count, struct network *network,
                         struct failure *failure);
void network_clear(struct network *network);

/* The same that it has, or a new one. NULL without memory. */
struct network_origin *network_origin_of(struct network *network);

/* By their ends, for qsort. */
int network_link_order(const void *left, const void *right);

/* Sorts them so; at once where they are in order, as those of large networks mostly are. */
void network_links_sort(struct network_link *links, int count);
enum status network_copy(const struct network *network, struct network *copy,
                         struct failure *failure);

/* A further group; `arcs` ascend. */
enum status network_add_group(struct network *network, int capacity, const int *arcs, int count,
                              struct failure *failure);

/* The last group is a port of this node, at which its arcs begin or end: its `port` is set, unless
 * all its arcs count as late as each other. */
void network_make_port(struct network *network, int node);

/* So many steps after it is sent a message along the arc, one of its members, counts in a group. */
static inline int network_late(const struct network *network, int group, int arc) {
    const struct network_arc *a = &network->arcs[arc];
    return network->groups[group].port == a->to + 1 ? a->latency - 1 : 0;
}

/* Marks a node that only forwards, once or again, before there are sizes. STATUS_INPUT where fewer
 * than two are left that take part; STATUS_MEMORY. */
enum status network_forward(struct network *network, int node, struct failure *failure);

/* Of each node of `nodes` how many chunks it has, or is to get, where others have one (the `v` of
 * MPI's collectives); sizes of nodes that only forward become 0. STATUS_INPUT where one is
 * negative, all are 0, or they are above NETWORK_MOST_SIZES together; STATUS_MEMORY. */
enum { NETWORK_MOST_SIZES = 1000000 };
enum status network_set_sizes(struct network *network, const int *sizes, struct failure *failure);

/* Leaves out all arcs at nodes that only forward: they forward no more. STATUS_INPUT where none is
 * left. */
enum status network_isolate_forwards(struct network *network, struct failure *failure);

/* Leaves out all nodes but those that are marked, with their arcs; kept node v becomes numbers[v].
 * Its origin is left as it is. STATUS_INPUT, by the old numbers, where a node has no arc to another
 * one any more, or fewer than two take part. O(size log size). */
enum status network_keep(struct network *network, const bool *kept, const int *numbers,
                         struct failure *failure);

static inline bool network_takes_part(const struct network *network, int node) {
    return !network->forwards || !network->forwards[node];
}
static inline int network_parties(const struct network *network) {
    return network->nodes - network->forward_count;
}
static inline int network_node_size(const struct network *network, int node) {
    return network->sizes ? network->sizes[node] : network_takes_part(network, node);
}
int network_sizes_together(const struct network *network);

/* Has every node one chunk, or is to get one? */
static inline bool network_is_even(const struct network *network) {
    return !network->forwards && !network->sizes;
}

/* The number of the arc from u to v, or -1. O(log degree). */
int network_arc_number(const struct network *network, int from, int to);

/* What limits the nodes besides. */
enum network_ports {
    NETWORK_LINKS,      /* nothing: every group as it is */
    NETWORK_PORTS_FULL, /* p sendings and p receptions in a round */
    NETWORK_PORTS_HALF  /* p sendings and receptions together */
};

/* Adds the groups of the ports of all nodes, and leaves out groups of one arc that these imply
 * (capacity >= p). Where it fails some may be there: the caller clears the network. */
enum status network_limit_ports(struct network *network, enum network_ports ports, int p,
                                struct failure *failure);

/* Of its arcs; O(arcs). */
int network_longest_latency(const struct network *network);

/* STATUS_INPUT, with two nodes, where a node that takes part can't reach another one. O(nodes +
 * arcs). */
enum status network_check_connected(const struct network *network, struct failure *failure);

/* The same of what comes from a root, or to it. */
enum status network_check_reached(const struct network *network, int root, bool from, bool to,
                                  struct failure *failure);

/* STATUS_INPUT where rounds within a step are not real: can what goes along the arcs in a step of r
 * rounds be dealt out to r rounds, each of which keeps to the capacities? (Koenig;
 * results/THEOREMS.md.) It can where each group has one tail or one head, and no arc is in two
 * larger groups of the same sort, and all of a group count as late. STATUS_MEMORY. */
enum status network_check_rounds(const struct network *network, struct failure *failure);

/* The lines `nodes` to `group`, `forward` or `sizes` of results/README.md. */
void certificate_put_network(struct certificate_output *output, const struct network *network);

/* Their SHA-256, in lower-case hexadecimal digits. */
enum { NETWORK_DIGEST_ROOM = 65 };
enum status network_digest(const struct network *network, char digest[NETWORK_DIGEST_ROOM],
                           struct failure *failure);
