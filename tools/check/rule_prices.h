/* Kind prices: an upper bound for all schedules, see rule_price_list.h. */
#ifndef STEADYCHECK_RULE_PRICES_H
#define STEADYCHECK_RULE_PRICES_H

#include "read.h"

bool rule_prices(struct reader *reader);

#endif
