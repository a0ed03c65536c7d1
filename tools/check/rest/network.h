/* SPDX-License-Identifier: MIT */
/* Networks, and what is to be sent on them: the head of the kinds network-.. and
 * impossible-network.
 *
 * A reduction is the reversed problem, in *internal time*: the item of the node that wants a sum
 * goes from there to all others, against the arcs, and a sending in internal step j of S, which has
 * arrived after step j + L - 1, is in truth in step S + 2 - j - L. Why bounds and formulas may look
 * at it so: in a schedule of the reduction every operand comes to that node by sendings one after
 * the other; reversed, these bring the item to all. (The player does not need this: it adds.) */
#pragma once

#include "core/read.h"

enum {
    NETWORK_LIMIT = 1000000, /* nodes, latency, capacity, steps, chunks, rounds in a step */
    NETWORK_ARCS_LIMIT = 10000000,
    NETWORK_GROUPS_LIMIT = 20000000
};

enum { BROADCAST, SCATTER, GATHER, REDUCE, ALLGATHER, ALLTOALL, REDUCE_SCATTER, ALLREDUCE };

struct arc {
    uint32_t tail, head, latency;
};

/* Arcs are numbered from 0 here, and groups. The arcs of group g are those at first[g] of `members`
 * and behind, up to first[g+1]. What goes to node port[g] counts in g when it arrives; all else,
 * and all where port[g] is the number of nodes, when it is sent. */
struct network {
    uint32_t nodes, arcs, groups, longest; /* the largest latency */
    bool *forwards; /* of each node: it has and wants nothing of its own; or NULL, if none is so */
    uint32_t parties; /* the other nodes */
    /* Of each node the first commodity that is of it, if what it has, or is to get, are several, or
     * none; behind the last one how many there are. NULL: one of each. Of an all-to-all times the
     * nodes: of each so many to every node. */
    uint32_t *begin;
    struct arc *arc;      /* ascending, by tail, then head */
    size_t *first, count; /* of members */
    uint32_t *members, *capacity, *port;
    size_t first_room, members_room, capacity_room, port_room;
    struct digest lines; /* of these */
    int what;            /* of these collectives */
    bool stream, reduces;
    bool sums_all; /* allreduce, of which there are bounds alone: commodities as of allgather */
    uint32_t root;
};

/* Reads the lines up to `collective` or `stream`, and puts them into the claim; an allreduce only
 * for who asks about bounds. */
void network_read(struct network *network, struct reader *reader, bool bounds);

/* A further arc of the next group, and the end of its list. */
void network_add_member(struct network *network, uint32_t arc);
void network_add_group(struct network *network, uint32_t capacity, uint32_t port);

/* The commodities are the numbers below network_commodities, but for those that are not there:
 * network_commodity is false of them. Of the others, where it comes from and where it goes to, in
 * internal time; `to` is the number of nodes if it goes to all. */
uint64_t network_commodities(const struct network *network);
bool network_commodity(const struct network *network, uint64_t number, uint32_t *from,
                       uint32_t *to);

/* How many chunks a node has, or is to get, where C is 1. */
static inline uint32_t network_size(const struct network *network, uint32_t v) {
    return network->begin ? network->begin[v + 1] - network->begin[v] : 1;
}

/* Does what goes to `to`, a node or to all, go to node v? */
static inline bool network_wants(const struct network *network, uint32_t to, uint32_t v) {
    return to == v || (to == network->nodes && !(network->forwards && network->forwards[v]));
}

/* Is there an arc from tail to head? Then its number is in `arc`. O(log arcs). */
bool network_find_arc(const struct network *network, uint32_t tail, uint32_t head, uint32_t *arc);

/* The arc in internal time. */
static inline struct arc network_arc(const struct network *network, uint32_t a) {
    struct arc arc = network->arc[a];
    return network->reduces ? (struct arc){arc.head, arc.tail, arc.latency} : arc;
}

/* The step in which a sending goes along the arc that does so in internal step j of a commodity
 * that is there after step `birth`; `steps` are those of the reduction. It is 1 at least if the
 * sending arrives in time: then j + latency - 1 <= steps. */
static inline uint64_t network_step(const struct network *network, uint32_t a, uint64_t birth,
                                    uint64_t j, uint64_t steps) {
    return network->reduces ? steps + 2 - j - network->arc[a].latency : birth + j;
}

/* So many steps later, when it has arrived at the latest, it counts in group g. */
static inline uint32_t network_late(const struct network *network, uint32_t g, uint32_t a) {
    return network->arc[a].head == network->port[g] ? network->arc[a].latency - 1 : 0;
}

/* Is a node that wants something farther than these steps? Refuted if not. */
void network_is_far(const struct network *network, struct reader *reader, uint32_t steps);

/* Charges for a*b*c units. */
static inline void network_charge(struct reader *reader, double a, double b, double c) {
    read_charge(reader, a * b * c < 1e18 ? (uint64_t)(a * b * c) : UINT64_MAX);
}

/* P Q, in lowest terms, and the end of the line; a line of `key` and these. */
struct ratio {
    uint32_t P, Q;
};
void network_read_lowest(struct reader *reader, struct ratio *ratio);
void network_read_ratio(struct reader *reader, const char *key, struct ratio *ratio);

/* A line `key any` or `key NUMBER`, 0 for any; returns the word. */
const char *network_read_or_any(struct reader *reader, const char *key, uint32_t *number);

/* Item i, from 1, of a stream of rate P/Q is born at the source after this step. */
static inline uint64_t network_birth(uint64_t i, const struct ratio *rate) {
    return (i - 1) * rate->Q / rate->P;
}
