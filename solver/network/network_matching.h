/* SPDX-License-Identifier: MIT */
/* What is to be sent in a step, each along one of some arcs, as many at once as the classes of arcs
 * (network_classes.h) have room for in so many rounds: a matching, which grows along paths of
 * changes. Exact where each arc is in one class; where it is in several, a larger one may be
 * missed. */
#pragma once

#include "solver/network/network_classes.h"

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
