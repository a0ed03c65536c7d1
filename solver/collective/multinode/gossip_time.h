/* SPDX-License-Identifier: MIT */
/* The least number of steps of multinode broadcasting on a network, from both sides: bounds by
 * prices and by refuted formulas, schedules along a hamiltonian cycle, by products, by formulas,
 * and, which every network has, greedily or along a spanning tree. */
#pragma once

#include <stdint.h>

#include "solver/base/certificate_output.h"
#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/collective/multinode/gossip_edges.h"
#include "solver/collective/multinode/gossip_lower.h"
#include "solver/collective/multinode/product_gossip.h"
#include "solver/collective/multinode/ring_gossip.h"
#include "solver/collective/multinode/tree_gossip.h"
#include "solver/model/message_list.h"

enum gossip_engine {
    GOSSIP_ALL,
    GOSSIP_BY_RING,
    GOSSIP_BY_PRODUCT,
    GOSSIP_BY_SAT,
    GOSSIP_BY_GREEDY
};

/* Evidence for the upper bound. */
enum gossip_by {
    GOSSIP_NOBODY,
    GOSSIP_RING_CYCLE,
    GOSSIP_PRODUCT,
    GOSSIP_FORMULA,
    GOSSIP_GREEDY,
    GOSSIP_TREE
};

struct gossip_time {
    const struct network_factors *network; /* borrowed */
    const struct network *whole;           /* network_factors_whole of it */
    bool half;
    struct message_edge *edges; /* owned */
    struct message_graph graph; /* borrows them */
    struct gossip_lower *below; /* what proves the lower bound; owned */
    int64_t lower;
    int64_t upper; /* -1: none known */
    enum gossip_by by;
    const char *reason;             /* why there is a gap, or NULL; static */
    int *order;                     /* a hamiltonian cycle, or NULL; owned */
    struct ring_schedule ring;      /* GOSSIP_RING_CYCLE */
    struct message_array messages;  /* GOSSIP_FORMULA, GOSSIP_GREEDY */
    struct tree_gossip tree;        /* GOSSIP_TREE */
    struct product_gossip product;  /* GOSSIP_PRODUCT */
    struct product_factor *factors; /* its parts; owned */
    struct message_array *schedules;
};

/* Fills `time` (the caller clears it; it borrows the network). `order` is a hamiltonian
 * cycle that the caller knows, or NULL. Engine GOSSIP_ALL: a ring if there is a cycle, the
 * product's algorithm, then formulas for each number of steps from the lower bound on until one has
 * a model, for up to GOSSIP_SAT_MOST nodes, and where this leaves a gap, greedily or along a
 * spanning tree, whichever ends earlier; the others do one of these. Stopped by the limits, it
 * keeps what is known by then; the spanning tree's schedule is made all the same.
 *
 * STATUS_INPUT for an order that is no hamiltonian cycle, and for GOSSIP_BY_PRODUCT of a single
 * factor; STATUS_LIMIT as gossip_lower_new. */
enum status gossip_time_find(const struct network_factors *network, bool half,
                             enum gossip_engine engine, const int *order,
                             const struct limits *limits, struct gossip_time *time,
                             struct failure *failure);
void gossip_time_clear(struct gossip_time *time);

/* Formulas for larger networks are not tried unless GOSSIP_BY_SAT asks for it. */
enum { GOSSIP_SAT_MOST = 16 };

/* Schedules of larger factors are not kept for a product: 320 MB for each. */
enum { GOSSIP_MOST_FACTOR = 4000 };

/* Without a limit of nodes GOSSIP_ALL gives up the search for a cycle after so many choices. */
enum { GOSSIP_CYCLE_CHOICES = 1000000 };

/* The upper bound's messages, which borrow `time`. STATUS_LIMIT for products as
 * product_gossip_list. */
enum status gossip_time_list(const struct gossip_time *time, struct message_list *list,
                             struct failure *failure);

/* What attains the upper bound, which must be known: the kind of certificate, messages or
 * gossip-product, and its body (evidence.h); those of the bound are gossip_lower.h's. */
const char *certificate_kind_of_gossip_upper(const struct gossip_time *time);
enum status certificate_put_gossip_upper(const void *time, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure);
