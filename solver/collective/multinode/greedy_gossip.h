/* SPDX-License-Identifier: MIT */
/* Multinode broadcasting on any network, step by step: of the directions of edges along
 * which something new can go, the most urgent are taken first, as long as both ends are free; along
 * each goes the rarest of its items. In every step something is received, so it ends after n(n-1)
 * steps or earlier; how much earlier is seen when it is done. */
#pragma once

#include <stdint.h>

#include "solver/collective/multinode/gossip_edges.h"
#include "solver/model/message_list.h"

/* What is urgent: along which much is new, whose receiver lacks much, or the sum of both. Networks
 * differ in which of them ends first. */
enum greedy_order { GREEDY_NEW, GREEDY_MISSING, GREEDY_BOTH, GREEDY_ORDERS };

/* About so many operations are worth it: some seconds. */
#define GREEDY_GOSSIP_WORK INT64_C(2000000000)

/* Whether `steps` steps take no more than these. */
bool greedy_gossip_is_cheap(const struct network *network, int64_t steps);

/* The messages in their order; `messages` is initialised by the caller. *found is false, and the
 * messages then are to be thrown away, if it takes more than `most` steps. A step takes O(edges *
 * n/64 + n^2), memory for n^2 bits and the messages. */
enum status greedy_gossip_find(const struct network *network, bool half, enum greedy_order order,
                               int64_t most, const struct limits *limits,
                               struct message_array *messages, bool *found,
                               struct failure *failure);
