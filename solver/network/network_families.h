/* SPDX-License-Identifier: MIT */
/* The table of all networks that have a name: families, whose numbers stand behind the name, and
 * machines, which are data. network_names.h reads texts that are made of them. */
#pragma once

#include "solver/network/network.h"

enum network_family {
    NETWORK_RING,
    NETWORK_PATH,
    NETWORK_STAR, /* node 0 in the middle, so of wheels */
    NETWORK_COMPLETE,
    NETWORK_WHEEL,
    NETWORK_BIPARTITE,
    NETWORK_BOWTIE,
    NETWORK_PETERSEN,
    NETWORK_CCC, /* node (w,i), i = 0..D-1: w D + i */
    NETWORK_DEBRUIJN,
    NETWORK_BUTTERFLY,         /* node (w,i), i = 0..D: i 2^D + w */
    NETWORK_WRAPPED_BUTTERFLY, /* the same, i = 0..D-1 */
    NETWORK_CIRCULANT,
    NETWORK_KAUTZ,
    NETWORK_DRAGONFLY, /* router r of group g: g A + r */
    NETWORK_HUB,
    NETWORK_FAT_TREE, /* node i of hub h: h A + i */
    NETWORK_CLUSTER,  /* node i of box b: b G + i; groups inside, then those outside */
    NETWORK_CLOS,     /* hosts, lower switches of each pod, upper ones, those above all pods */
    NETWORK_FAMILIES,
    NETWORK_LISTED /* a machine, or from a file */
};

enum { NETWORK_MOST_NUMBERS = 20 };

/* The name of a family; NULL behind the last. */
const char *network_family_name(int family);

/* The edges of a machine as network_read_edges has them, or else the NETWORK text of one factor
 * that it is. */
struct network_machine {
    const char *name;
    const char *edges;
    const char *like;
};

/* In the order of the table; NULL behind the last. */
const struct network_machine *network_machine_at(int machine);

/* One of a family: arcs of latency 1 in both directions of every edge, each a group of capacity 1,
 * or what a switch allows. STATUS_INPUT, with the name, for numbers that the family does not take;
 * STATUS_LIMIT for what is larger than networks are. O(arcs log arcs). */
enum status network_family_make(enum network_family family, const int *numbers, int count,
                                struct network *network, struct failure *failure);

/* The network of these edges, from < to, in both directions: network_make, but that an edge may
 * stand again, which is left out; `edges` are put in order. */
enum status network_of_edges(int nodes, struct network_link *edges, int count,
                             struct network *network, struct failure *failure);
