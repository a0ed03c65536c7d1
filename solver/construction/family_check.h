/* SPDX-License-Identifier: MIT */
/*
 * The conditions under which a family holds, checked on its instances one by one, trusting no
 * construction.
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_FAMILY_CHECK_H
#define STEADYCAST_SOLVER_CONSTRUCTION_FAMILY_CHECK_H

#include "solver/construction/family.h"

/*
 * One instance of the family's window against its definition; for depth >= T also the receive-only
 * letter, and for T+L-1 that its root is B-ball. STATUS_INTERNAL with what is wrong.
 */
enum status family_check_instance(const struct family *family, const struct schedule *schedule,
                                  struct failure *failure);

/* All instances T..T+L-1: the family's rule then holds for every t >= T. O(L^3).
 * STATUS_LIMIT when it was stopped; `limits` may be NULL. */
enum status family_check_window(const struct family *family, const struct limits *limits,
                                struct failure *failure);

#endif
