/* SPDX-License-Identifier: MIT */
/* Schedules on pruned trees (solver/model/schedule.h) by local search: finds most of them in far
 * less than a millisecond, and never says that there is none.
 *
 * A random tree grows from its root, one send at a time. Its blocks are filled with leaves from
 * small to large: at random, then leaves are exchanged until head + sum is divisible by the size
 * (M. Hall's theorem: words don't matter). The largest block takes what is left but one leaf, and
 * is right if some leaf has the value that may be left over. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

struct pruned_local_question {
    int latency;    /* L >= 1 */
    int depth;      /* t >= L */
    int processors; /* N >= 2; beyond f_t there is none */
    int attempts;   /* fillings tried before giving up */
};

/* Sets *found; when true, `pruned` is the schedule, not yet checked. Equal questions give equal
 * answers. STATUS_INPUT out of range, STATUS_LIMIT when stopped. Cost per attempt about N (t-L). */
enum status pruned_local_find(const struct pruned_local_question *question,
                              const struct limits *limits, bool *found, struct schedule *pruned,
                              struct failure *failure);
