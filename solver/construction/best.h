/* SPDX-License-Identifier: MIT */
/*
 * The schedule with the least delay for any latency and any number of processors, in words:
 * whichever of the constructions (every.h, exception.h, two.h) is for them.
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_BEST_H
#define STEADYCAST_SOLVER_CONSTRUCTION_BEST_H

#include "solver/base/limits.h"
#include "solver/construction/every.h"
#include "solver/model/schedule.h"

/*
 * Fills `periodic`, checked: of period 1, or 2 where L = 2 asks for it. L >= 1, N >= 1.
 * STATUS_LIMIT for words of more than SCHEDULE_MAX_PLACES letters in all, or when stopped (`limits`
 * may be NULL).
 */
enum status best_schedule(struct schedule *periodic, int latency, mpz_srcptr processors,
                          const struct limits *limits, struct failure *failure);

/* The same when there are many for one latency: with what they share, NULL for L = 2. */
enum status best_schedule_of(struct every *every, int latency, mpz_srcptr processors,
                             const struct limits *limits, struct schedule *periodic,
                             struct failure *failure);

#endif
