/* SPDX-License-Identifier: MIT */
/* Networks for multinode broadcasting (Dimakopoulos 1999): the nodes are processors, and messages
 * go along edges, so that every arc has its reverse, and latency 1; everybody can reach everybody.
 * As a processor sends one message in a step, capacities of links say nothing here. */
#pragma once

#include "solver/model/message_list.h"
#include "solver/network/network_names.h"

/* network_factors_parse_in; STATUS_INPUT also where a factor is no such network, with what it has
 * besides. */
enum status gossip_network_parse(const char *text, const char *base,
                                 struct network_factors *factors, struct failure *failure);

/* The edges of such a network as lists of messages have them. The caller frees *edges, which
 * `graph` borrows; NULL if memory was refused. */
enum status gossip_edges(const struct network *network, bool half, struct message_edge **edges,
                         struct message_graph *graph, struct failure *failure);

/* The head of a list of messages along these edges, one item each; the caller sets count, finish,
 * delay = finish, each and source. */
struct message_list gossip_list(const struct message_graph *graph, int nodes);
