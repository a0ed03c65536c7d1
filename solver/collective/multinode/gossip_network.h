/* SPDX-License-Identifier: MIT */
/* Networks by name (solver/network/network_names.h) as graphs: every arc has its reverse, and
 * latency 1. As a processor sends one message in a step, capacities of links say nothing here. */
#pragma once

#include "solver/collective/multinode/gossip_graph.h"
#include "solver/network/network_names.h"

/* One that is not given as a product. */
struct gossip_factor {
    enum network_family family;
    int size; /* N, A or D; 0 without */
    struct gossip_graph graph;
};

struct gossip_network {
    int count; /* >= 1 */
    struct gossip_factor factors[NETWORK_MOST_FACTORS];
    struct gossip_graph graph; /* the product, numbered as gossip_graph_product does; of one: it */
};

/* Reads a NETWORK. `network` is not initialised before; the caller clears it. STATUS_INPUT also for
 * one that is no such graph, or not connected, with what it has besides. */
enum status gossip_network_parse(const char *text, struct gossip_network *network,
                                 struct failure *failure);

/* The same; relative names of files stand below the folder `base`, NULL: the working directory. */
enum status gossip_network_parse_in(const char *text, const char *base,
                                    struct gossip_network *network, struct failure *failure);

void gossip_network_clear(struct gossip_network *network);
