/* SPDX-License-Identifier: MIT */
/* What goes along the groups of a network with one round in each step, while a schedule is made
 * step by step, in internal time: the loads of the steps that are near. */
#pragma once

#include "solver/network/network_problem.h"

struct network_loads {
    const struct network_problem *problem; /* borrowed */
    int ring;                              /* more than the longest latency */
    int *load;                             /* [step % ring * groups + group]; owned */
};

/* STATUS_MEMORY; cleared in any case. */
enum status network_loads_init(struct network_loads *loads, const struct network_problem *problem,
                               struct failure *failure);
void network_loads_clear(struct network_loads *loads);

/* Is there room for a sending along the arc in this step, or a later one of those that are near?
 * And what is sent. O(groups of the arc). */
bool network_loads_have_room(const struct network_loads *loads, int arc, int step);
void network_loads_add(struct network_loads *loads, int arc, int step);

/* The step is over: its place is for one that follows. */
void network_loads_end(struct network_loads *loads, int step);
