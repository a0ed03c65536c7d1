/* SPDX-License-Identifier: MIT */
/*
 * All connected graphs of a few nodes, each once up to the names of its nodes.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_GOSSIP_SMALL_H
#define STEADYCAST_TOOLS_CLAIM_GOSSIP_SMALL_H

#include "solver/collective/multinode/gossip_network.h"

enum { GOSSIP_SMALL_MOST = 6 };

/* Edges as words `01 12`, of at most 15 edges. */
enum { GOSSIP_SMALL_TEXT = 64 };

typedef enum status gossip_small_use(void *context, const struct gossip_network *network,
                                     const char *text, struct failure *failure);

/* Those of `nodes` nodes, 2..GOSSIP_SMALL_MOST, as networks of one factor. 2^(n(n-1)/2) n! steps.
 */
enum status gossip_small_each(int nodes, gossip_small_use *use, void *context,
                              struct failure *failure);

#endif
