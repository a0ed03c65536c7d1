/* SPDX-License-Identifier: MIT */
/* Networks for multinode broadcasting (Dimakopoulos 1999): the nodes are processors, and messages
 * go along edges, so that every arc has its reverse, and latency 1; everybody can reach everybody.
 * As a processor sends one message in a step, capacities of links say nothing here. */
#pragma once

#include "solver/network/network_names.h"

/* Every message takes a step, and links go both ways. */
bool gossip_is_both_ways(const struct network *network);

/* Is it such a network, each link for itself, but that somebody might not reach somebody? */
bool gossip_is_plain(const struct network *network);

/* (1) to (3) of Dimakopoulos 1999: no schedule has fewer steps than P-1; for half duplex 2(P-1) for
 * P even, 2P for P odd. P = 1: 0. */
int64_t gossip_counted(int nodes, bool half);
