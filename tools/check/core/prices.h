/* Kind prices: an upper bound for all schedules, see price_list.h. */
#ifndef STEADYCHECK_PRICES_H
#define STEADYCHECK_PRICES_H

#include "core/read.h"

bool rule_prices(struct reader *reader);

#endif
