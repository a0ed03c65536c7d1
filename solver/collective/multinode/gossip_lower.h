/* SPDX-License-Identifier: MIT */
/* Lower bounds of multinode broadcasting on a graph: it is an allgather of one chunk on a network
 * whose nodes have one port, and each step has one round (solver/network/network_least.h). */
#pragma once

#include "solver/collective/multinode/gossip_edges.h"
#include "solver/network/network_least.h"

/* The parts borrow each other: it is not moved. */
struct gossip_lower {
    struct network network;
    struct network_problem problem;
    struct network_least least;
};

/* (1) to (3) of Dimakopoulos 1999: P-1; for half duplex 2(P-1) for P even, 2P for P odd. P = 1: 0.
 */
int64_t gossip_counted(int nodes, bool half);

/* With the bound of parts. Freed by the caller. The limits may be NULL. STATUS_LIMIT for more nodes
 * or arcs than networks have, and for a bound of 2^31 and more. */
enum status gossip_lower_new(const struct network *network, bool half, const struct limits *limits,
                             struct gossip_lower **lower, struct failure *failure);
void gossip_lower_free(struct gossip_lower *lower);

/* Whether so many steps are enough: feasible with the messages of a schedule, in order and played,
 * in `messages`, which is initialised before; infeasible with a refutation, and a better bound. */
enum status gossip_lower_decide(struct gossip_lower *lower, int steps, const struct limits *limits,
                                enum verdict *verdict, struct message_array *messages,
                                struct failure *failure);

/* What proves the bound: the kind of certificate, and its body (evidence.h). */
const char *gossip_lower_kind(const struct gossip_lower *lower);
enum status certificate_put_gossip_lower(const void *lower, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure);
