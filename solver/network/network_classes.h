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

/* What is to be sent in a step, each along one of some arcs, as many at once as the classes of arcs
 * (network_classes.h) have room for in so many rounds: a matching, which grows along paths of
 * changes. Exact where each arc is in one class; where it is in several, a larger one may be
 * missed. */

enum { MATCHING_NONE = -1, MATCHING_MOST_OPTIONS = 64 };

struct matching_item {
    int chunk, node;  /* whose they are is told by who fills this in, .. */
    int latency;      /* .. the least of its options, .. */
    int covers;       /* .. how many critical targets it brings nearer, .. */
    uint64_t order;   /* .. and when its turn is */
    int first, count; /* options[first] .., of different orbits */
    int taken;        /* the arc along which it is sent, or MATCHING_NONE */
    bool blocked;     /* there was no room for it */
};

struct matching {
    const struct network_classes *classes; /* borrowed */
    int rounds;
    struct matching_item *items; /* owned, as all that follow */
    int item_count;
    int *options; /* arcs */
    int option_count;
    int *load;  /* of each class */
    int *tried; /* of each class the last search that has tried to clear it */
    int search;
    int *saved; /* what the items had taken */
};

/* STATUS_MEMORY; cleared in any case. */
enum status matching_init(struct matching *matching, const struct network_classes *classes,
                          struct failure *failure);
void matching_clear(struct matching *matching);

/* Without items, and rounds. */
void matching_empty(struct matching *matching);

/* A further item, which has no options, and a further option of the last item; beyond
 * MATCHING_MOST_OPTIONS these are passed over. STATUS_MEMORY. */
enum status matching_add_item(struct matching *matching, int chunk, int node,
                              struct failure *failure);
enum status matching_add_option(struct matching *matching, int arc, struct failure *failure);

/* Sends the item, if others find room elsewhere; false, and it is blocked, if not. None that is
 * sent is left out for it. O(classes * items). */
bool matching_place(struct matching *matching, struct matching_item *item);

/* Is there no arc along which more could go in these rounds? O(orbits of arcs). */
bool matching_is_full(const struct matching *matching);

/* Notes what is sent, and goes back to it, with so many rounds. */
enum status matching_save(struct matching *matching, struct failure *failure);
void matching_go_back(struct matching *matching, int rounds);
