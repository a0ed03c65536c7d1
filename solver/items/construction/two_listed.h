/* SPDX-License-Identifier: MIT */
/*
 * L = 2: the endgames for N = 1, and for N = 3, 4, 5, 7 and 9, which have too few processors for
 * the words of two_endgame.h. These were found by search and are listed in the source; who reads
 * them checks them (items_family_finish).
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_LISTED_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_LISTED_H

#include "solver/items/items_family.h"

bool two_listed_has(int processors);

/* Fills `family` (not initialised before; not checked). N = processors is listed. */
enum status two_listed_family(struct items_family *family, int processors, struct failure *failure);

#endif
