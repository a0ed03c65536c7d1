/* SPDX-License-Identifier: MIT */
/* A problem whose symmetries act freely on its nodes, as one source sees it: one of each orbit of
 * nodes stands for all of them, and for sendings of its chunks the arcs, and groups, of an orbit
 * are one. With G groups in an orbit, elements |F|, and capacity b, r rounds of a step have room in
 * it for b r G / |F| sendings of the chunks of these: all images of such sendings together load
 * each group of the orbit alike (results/THEOREMS.md 20.5). */
#pragma once

#include "solver/network/network_automorphisms.h"

/* Larger networks have no such group here: its images take 4 nodes^2 bytes. */
enum { FREE_MOST_NODES = 4096 };

/* A group of automorphisms that acts freely: but for the identity none of them leaves a node where
 * it is, so each is known by where it takes node 0. */
struct network_free {
    int order;   /* >= 1, a divisor of the nodes */
    int *images; /* of all nodes, by each element, one behind the other; the identity first;
                    owned. NULL: the identity alone, not listed */
};

/* A large one that these generate: products by chance, and their powers, are taken as long as it
 * stays free, from several beginnings, until it has as many elements as there are nodes. Such a
 * group is found as a rule where there is one. The same on every run; some 10^8 operations at most.
 * STATUS_LIMIT when stopped; STATUS_MEMORY. */
enum status network_free_find(const struct network_automorphisms *automorphisms, int nodes,
                              const struct limits *limits, struct network_free *found,
                              struct failure *failure);
void network_free_clear(struct network_free *found);

struct network_classes {
    const struct network_problem *problem; /* borrowed */
    struct network_free group;
    int source_count;
    int *sources;          /* of each orbit of nodes the least; owned */
    int orbit_count;       /* of arcs */
    int *orbit;            /* of each arc; owned */
    int class_count;       /* orbits of groups */
    int *capacity, *share; /* of each: b, |F| / G; owned */
    int *classes;          /* of each orbit of arcs, behind each other; owned */
    int *classes_first;    /* classes[classes_first[o]] ..; owned */
    int *distance;         /* [from * nodes + to], in internal time; owned */
};

/* Of an allgather, or a reduce-scatter. *usable is false, and there is nothing to clear, where no
 * such symmetries are found, where an arc is in several groups of an orbit, as with half duplex,
 * and where what counts together may count in different steps. STATUS_LIMIT when stopped;
 * STATUS_MEMORY. O(nodes^2 + members log degree), and the search for symmetries. */
enum status network_classes_find(const struct network_problem *problem, const struct limits *limits,
                                 struct network_classes *classes, bool *usable,
                                 struct failure *failure);
void network_classes_clear(struct network_classes *classes);

/* How many sendings r rounds have room for. */
static inline int64_t network_class_room(const struct network_classes *classes, int class,
                                         int rounds) {
    return (int64_t)classes->capacity[class] * rounds / classes->share[class];
}

/* Is the arc in a group of the class? */
static inline bool network_class_has(const struct network_classes *classes, int class, int arc) {
    const int *first = classes->classes_first + classes->orbit[arc];
    for (int i = first[0]; i < first[1]; i++)
        if (classes->classes[i] == class)
            return true;
    return false;
}
