/* SPDX-License-Identifier: MIT */
/* Schedules of an allgather of one chunk that are there without a search of schedules: along a
 * hamiltonian cycle, along a spanning tree, of a product from those of its factors. A node sends
 * one message at most in a step and receives one, with half duplex one of both; a message takes one
 * step, in products as long as in the factors. */
#pragma once

#include <stdint.h>

#include "solver/collective/multinode/product_gossip.h"
#include "solver/collective/multinode/ring_gossip.h"
#include "solver/model/message_list.h"
#include "solver/network/network.h"

/* Multinode broadcasting along a spanning tree, for every network: the edges of the tree
 * are coloured with D colours, D its largest degree, so that no two of a colour meet. A round goes
 * through the colours, a step each (half duplex: two, one for each direction), and in round r every
 * edge carries to each side the r-th item of the other side, until there is none. So it ends by
 *
 *     D (n-1) steps, half duplex 2 D (n-1).
 *
 * The nodes are numbered so that the nodes below a node follow it. Towards the root an edge carries
 * the items below it in this order; from node u to its child v first those below u (u itself, which
 * is the first, included) and not below v, then what u receives from above, in its order. That
 * everything is there when it is sent: results/THEOREMS.md, section 16.6. */

/* A direction of an edge of the tree. */
struct tree_arc {
    int child; /* its place; the other end is the parent */
    bool down; /* to the child */
};

/* Places are 0 to n-1, in depth first order from the root. All owned. */
struct tree_gossip {
    bool half;
    int nodes;
    int degree;            /* D */
    int64_t finish;        /* when the last item is received */
    int *node;             /* of each place */
    int *parent;           /* place; of the root -1 */
    int *size;             /* nodes below a place, itself included */
    int slots;             /* steps of a round */
    struct tree_arc *arcs; /* those of step s of a round are first[s] .. before first[s+1], */
    int *first;            /* ascending by sender */
};

/* The spanning tree that a search in depth finds, which leaves nodes of low degree behind: it looks
 * for a long path from a node of the least degree; then leaves go where fewer edges are. `tree` is
 * not initialised before, and cleared by the caller. nodes >= 2. O(nodes + edges). */
enum status tree_gossip_make(const struct network *network, bool half, struct tree_gossip *tree,
                             struct failure *failure);
void tree_gossip_clear(struct tree_gossip *tree);

enum gossip_rule { GOSSIP_RING, GOSSIP_TREE, GOSSIP_PRODUCT };

/* It borrows the networks. */
struct gossip_schedule {
    enum gossip_rule rule;
    int steps;
    int *order;                      /* a hamiltonian cycle; GOSSIP_RING, as `ring`; owned */
    struct ring_schedule ring;       /* borrows it */
    struct tree_gossip tree;         /* GOSSIP_TREE */
    struct product_gossip product;   /* GOSSIP_PRODUCT */
    struct product_factor *factors;  /* its parts; owned */
    struct message_array *schedules; /* theirs, in order, one of each factor; owned */
};

/* Frees what it owns; not the struct. */
void gossip_schedule_clear(struct gossip_schedule *schedule);

/* `schedule` is not initialised before. STATUS_LIMIT: 2^31 steps or more, or a factor has no
 * schedule; it is cleared then. */

/* The order is one that hamiltonian_find made, or passes hamiltonian_check; it is copied. */
enum status gossip_schedule_of_ring(const int *order, int nodes, bool half,
                                    struct gossip_schedule *schedule, struct failure *failure);

enum status gossip_schedule_of_tree(const struct network *network, bool half,
                                    struct gossip_schedule *schedule, struct failure *failure);

/* The messages of a factor, which are taken over, and when the last one is there. */
struct gossip_part {
    struct message_array messages;
    int finish;
};
typedef enum status gossip_part_make(void *context, int factor, struct gossip_part *part,
                                     struct failure *failure);
enum status gossip_schedule_of_product(const struct network_factors *factors, bool half,
                                       gossip_part_make *make, void *context,
                                       struct gossip_schedule *schedule, struct failure *failure);

/* Emits the n(n-1) messages by time; item v+1 is the chunk of node v. STATUS_LIMIT when stopped;
 * `limits` may be NULL. */
enum status gossip_schedule_each(const struct gossip_schedule *schedule, message_take *take,
                                 void *context, const struct limits *limits,
                                 struct failure *failure);

/* The body of kind gossip-product. */
enum status certificate_put_gossip_product(const struct product_gossip *product,
                                           struct certificate_output *output,
                                           struct failure *failure);
