/* SPDX-License-Identifier: MIT */
/* The crew of rank 0: a worker on each rank, its own by its relay, the others by messages. */
#pragma once

#include "tools/cluster/ranks.h"
#include "tools/cluster/relay.h"

/* Worker i is that of rank i. Worker 0 writes into the folder of the campaign; what the others
 * write comes with their replies, is compared with the digests in them and written below the folder
 * of certificates. A rank that is silent for too long (rank_message.h) is lost. All borrowed until
 * the crew is closed. */
enum status cluster_crew_open(struct crew *crew, struct ranks *ranks, struct relay *relay,
                              const struct crew_place *place, struct failure *failure);

/* Has a rank been lost? To be asked before the crew is closed. */
bool cluster_crew_lost(const struct crew *crew);
