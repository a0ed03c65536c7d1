/* SPDX-License-Identifier: MIT */
/* All-to-all broadcast by exhaustive search over all schedules, for very small machines: whoever
 * has an item may pass it on, messages may wait, processors may rest. It knows nothing but the
 * definition of the machine, and is what allgather.h and its bound are compared with. */
#pragma once

#include <stdbool.h>

#include "solver/base/limits.h"
#include "solver/model/logp_machine.h"

enum {
    ALLGATHER_SEARCH_MOST_PROCESSORS = 4,
    ALLGATHER_SEARCH_MOST_ITEMS = 12,
    ALLGATHER_SEARCH_MOST_TIME = 1000
};

/* *possible: k items from each of P processors can be with all by this time. STATUS_INPUT for more
 * than the above (items: P*k), STATUS_LIMIT when stopped or after limits->nodes cycles of
 * processors. */
enum status allgather_search(const struct logp_machine *machine, int processors, int items,
                             int time, const struct limits *limits, bool *possible,
                             struct failure *failure);
