/* SPDX-License-Identifier: MIT */
/* What the ranks other than 0 do: pass on orders to their worker, and replies, with the files that
 * they name, to rank 0, until it says that it is over. */
#ifndef STEADYCAST_TOOLS_CLUSTER_RANK_SERVE_H
#define STEADYCAST_TOOLS_CLUSTER_RANK_SERVE_H

#include "tools/cluster/ranks.h"
#include "tools/cluster/relay.h"

/* Does it until the end; ends the relay, and removes the rank's own folder. *lost: rank 0 says that
 * a rank was lost, or was itself silent for too long. */
void rank_serve(struct ranks *ranks, struct relay *relay, bool *lost);

/* Of rank 0: notifies all others that it is over. */
void rank_dismiss(struct ranks *ranks, bool lost);

#endif
