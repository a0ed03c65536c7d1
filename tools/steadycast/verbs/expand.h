/* SPDX-License-Identifier: MIT */
/* The parts of the verb expand: schedules from files. */
#pragma once

#include "solver/items/items_schedule.h"
#include "solver/model/schedule.h"
#include "solver/stream/logp/logp_stream.h"

/* The machine that the options ask for, and the latency in steps of the schedules that run on it;
 * without --logp it is that of the schedule. */
struct expand_target {
    bool logp;
    struct logp_machine machine;
    struct logp_steps steps;
    int items;
    bool at_once; /* all items are at the source at time 0 */
    bool stream;  /* item i from step i-1 on was asked for, not just taken as the default */
};

/* K items by a stream of this latency. */
enum status expand_schedule(const struct expand_target *target, const struct schedule *periodic,
                            struct items_schedule *schedule, struct failure *failure);

/* K items by the schedule in a certificate. */
enum status expand_file(const char *path, const struct expand_target *target,
                        struct items_schedule *schedule, struct failure *failure);
