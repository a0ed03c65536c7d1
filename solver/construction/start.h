/* SPDX-License-Identifier: MIT */
/*
 * The first depths, L <= t <= 2L, where only the root has letters: the root of R = t-L+1 processors
 * takes all letters but one.
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_START_H
#define STEADYCAST_SOLVER_CONSTRUCTION_START_H

#include "solver/model/schedule.h"

/*
 * Fills the (initialised, empty) schedule for its depth t, L <= t <= 2L. *found = false where there
 * is none: then no letter makes the root's sum divisible (t = 2L, L even).
 */
enum status start_fill(bool *found, struct schedule *schedule, struct failure *failure);

#endif
