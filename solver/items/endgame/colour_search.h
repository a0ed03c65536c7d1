/* SPDX-License-Identifier: MIT */
/* Colours for the slots of processors, by exchanges: no solver is asked. */
#pragma once

#include "solver/base/limits.h"
#include "solver/items/colour_plan.h"

/* `plan` has its classes, each with as many slots as there are colours or more, and no deals.
 * *found: it has what the source sends and the deals, not finished yet. Not found proves nothing.
 * The work depends on the number of classes, and on the digits of N. */
enum status colour_search(struct colour_plan *plan, const struct limits *limits, bool *found,
                          struct failure *failure);
