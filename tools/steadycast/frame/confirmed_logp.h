/* SPDX-License-Identifier: MIT */
/*
 * Does what steadycheck confirmed answer a question about the most processors of a stream
 * (SUBJECT_STREAM_CAPACITY), or about the least time of K items (SUBJECT_LOGP_ITEMS), on a LogP
 * machine? G = max(g,2o), l = L+2o.
 */
#ifndef STEADYCAST_TOOLS_CONFIRMED_LOGP_H
#define STEADYCAST_TOOLS_CONFIRMED_LOGP_H

#include <stdbool.h>

#include "solver/question/question.h"

/* A stream to as many processors as `bound` says, its delay l+t or less; and prices for g >= 2o
 * that allow so many with this delay. */
bool confirmed_stream_capacity_schedule(const char *fields, const struct question *question,
                                        const char *bound);
bool confirmed_stream_capacity_bound(const char *fields, const struct question *question,
                                     const char *bound);

/* A list of messages that ends at the time `bound`, or a stream with the delay D and (K-1)G + D =
 * `bound`, which sends each item once (11.7 of results/THEOREMS.md); and a bound that no schedule
 * ends before it. */
bool confirmed_logp_items_schedule(const char *fields, const struct question *question,
                                   const char *bound);
bool confirmed_logp_items_bound(const char *fields, const struct question *question,
                                const char *bound);

#endif
