/* SPDX-License-Identifier: MIT */
/* The best of all ways to send one item on a LogP machine, by exhaustive search: for small numbers
 * of processors only. It knows nothing of trees or labels, and not that it pays to send early: in
 * every cycle it lets any number of those processors send that may, also none.
 *
 * Receivers are processors that do not have the item and are not about to: leaving out other
 * messages makes nobody later. A message is received when it arrives, for the same reason. */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/model/logp_machine.h"

enum { SINGLE_SEARCH_MOST_PROCESSORS = 10, SINGLE_SEARCH_MOST_CYCLES = 1000 /* of L, o, g */ };

struct single_best {
    int time;       /* the least time when the last one has it */
    int sum;        /* the least sum of the times when they have it */
    uint64_t nodes; /* cycles that were tried */
};

/* STATUS_INPUT for more than 10 processors, and for a machine with L, o or g beyond 1000.
 * STATUS_LIMIT when stopped; `limits` may be NULL. */
enum status single_search(const struct logp_machine *machine, int processors,
                          const struct limits *limits, struct single_best *best,
                          struct failure *failure);
