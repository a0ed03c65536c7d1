/* SPDX-License-Identifier: MIT */
/*
 * L = 2, the depths below 8: one schedule for each number of processors up to Q(7) = 20, written
 * out. Found by hand and by search; (t,N) = (4,5) and (5,8) are periodic, the others stationary.
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_TWO_SMALL_H
#define STEADYCAST_SOLVER_CONSTRUCTION_TWO_SMALL_H

#include "solver/model/schedule.h"

enum { TWO_SMALL_DEPTHS = 8, TWO_SMALL_PROCESSORS = 20 };

/* Fills `periodic` (not initialised before; not checked). 1 <= processors <= TWO_SMALL_PROCESSORS.
 */
enum status two_small_schedule(struct schedule *periodic, int processors, struct failure *failure);

#endif
