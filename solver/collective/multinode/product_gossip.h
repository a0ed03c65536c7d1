/* SPDX-License-Identifier: MIT */
/* Multinode broadcasting on products of networks, by the algorithm of Dimakopoulos 1999, section 4
 * (Figure 6): in phase F every copy of the last factor runs its schedule once; in phase i = F-1,
 * .., 1 every copy of factor i runs its own once for each item that its nodes have by then. It
 * takes
 *
 *     T = T_F + P_F (T_(F-1) + P_(F-1) (T_(F-2) + ..))
 *
 * steps (Theorem 2). Why it is right is in results/THEOREMS.md, 16.4. */
#pragma once

#include <gmp.h>

#include "solver/model/message_list.h"
#include "solver/network/network_names.h"

/* Networks for multinode broadcasting (Dimakopoulos 1999): the nodes are processors, and messages
 * go along edges, so that every arc has its reverse, and latency 1; everybody can reach everybody.
 * As a processor sends one message in a step, capacities of links say nothing here. */

/* Every message takes a step, and links go both ways. */
bool gossip_is_both_ways(const struct network *network);

/* Is it such a network, each link for itself, but that somebody might not reach somebody? */
bool gossip_is_plain(const struct network *network);

/* (1) to (3) of Dimakopoulos 1999: no schedule has fewer steps than P-1; for half duplex 2(P-1) for
 * P even, 2P for P odd. P = 1: 0. */
int64_t gossip_counted(int nodes, bool half);

/* One factor, whose schedule is in `messages`: in order, time T_i. All borrowed. */
struct product_factor {
    const struct network *network;
    const struct message *messages;
    int count, finish;
};

struct product_gossip {
    int count; /* >= 2 */
    const struct product_factor *factors;
    bool half;
    long nodes;
};

/* T, as the formula gives it. */
void product_gossip_time(const struct product_gossip *product, mpz_ptr time);

/* Its messages, by time, then by sender, for products of so many nodes and steps as below; what
 * `each` of a list is. Takes the time that they are many: P(P-1). */
enum status product_gossip_each(const void *product, message_take *take, void *context,
                                const struct limits *limits, struct failure *failure);

/* Plays the algorithm from the definition of the model, in which each processor has one bit for
 * each item, and finds the number of steps: runs of processors that differ in the last places only
 * do the same, and are checked 64 at a time. P^2/8 bytes, about P^2/64 operations and 2^6 for each
 * run. STATUS_INTERNAL with the first fault. */
enum status product_gossip_play(const struct product_gossip *product, const struct limits *limits,
                                long *steps, struct failure *failure);
