/* SPDX-License-Identifier: MIT */
/*
 * L = 2: two families of stationary schedules for all depths t >= T, in the notation of
 * results/THEOREMS.md, "Two".
 *
 *  - capacity, T = 11: Q(t) = floor((f_{t+1} + t - 1) / 2) processors, the most that any schedule
 *    serves. The words of solver/construction/two.h with all nodes of value 2 in the words of
 * others.
 *  - theorem-3-5, T = 16: P(t-1) processors, block-cyclic on the pruned tree that Theorem 3.5 of
 *    Karp et al. 1993 sketches, with the fractions f and g that it leaves open.
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_TWO_FAMILY_H
#define STEADYCAST_SOLVER_CONSTRUCTION_TWO_FAMILY_H

#include "solver/model/stationary_family.h"

enum two_family { TWO_FAMILY_CAPACITY, TWO_FAMILY_THEOREM_3_5, TWO_FAMILIES };

/* For file names: "capacity", "theorem-3-5". */
const char *two_family_name(enum two_family which);

/* Fills `family` (not initialised before). */
enum status two_family_init(struct stationary_family *family, enum two_family which,
                            struct failure *failure);

#endif
