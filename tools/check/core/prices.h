/* SPDX-License-Identifier: MIT */
/* Kind prices: an upper bound for all schedules, see price_list.h. */
#ifndef STEADYCHECK_PRICES_H
#define STEADYCHECK_PRICES_H

#include "core/price_list.h"

/* Another potential than the largest: reads its lines, and checks. */
typedef bool prices_potential(const struct prices *prices, struct reader *reader);

/* Potential largest only; or also recomputed, if that is not NULL. */
bool rule_prices(struct reader *reader);
bool prices_check(struct reader *reader, prices_potential *recomputed);

#endif
