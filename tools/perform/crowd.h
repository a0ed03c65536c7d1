/* SPDX-License-Identifier: MIT */
/*
 * Whether ranks have a processor each. Where they have not they take turns, as MPI waits busily,
 * and a time measured there is mostly that of waiting for the turn.
 */
#ifndef STEADYCAST_TOOLS_PERFORM_CROWD_H
#define STEADYCAST_TOOLS_PERFORM_CROWD_H

#include <stdbool.h>

struct crowd {
    int ranks;      /* on the machine with the fewest processors for each of its ranks */
    int processors; /* that these ranks may use together */
};

/* Called by all ranks; on all the same. A machine is what shares memory. */
struct crowd crowd_find(void);

static inline bool crowd_is_crowded(const struct crowd *crowd) {
    return crowd->ranks > crowd->processors;
}

/* A warning on stderr if they are. */
void crowd_warn(const struct crowd *crowd);

#endif
