/* SPDX-License-Identifier: MIT */
/* Schedules of an allgather of one chunk that are there without a search of schedules: along a
 * hamiltonian cycle, along a spanning tree, of a product from those of its factors. A node sends
 * one message at most in a step and receives one, with half duplex one of both; a message takes one
 * step, in products as long as in the factors. */
#pragma once

#include "solver/collective/multinode/product_gossip.h"
#include "solver/collective/multinode/ring_gossip.h"
#include "solver/collective/multinode/tree_gossip.h"
#include "solver/model/message_list.h"

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
