/* SPDX-License-Identifier: MIT */
/* Kind prices: an upper bound for all schedules, see price_list.h. */
#ifndef STEADYCHECK_PRICES_H
#define STEADYCHECK_PRICES_H

#include "core/price_list.h"

/* Reads the lines of a potential, and checks. */
typedef bool prices_potential(const struct prices *prices, struct reader *reader);

struct prices_rules {
    void (*claim)(const struct prices *prices, struct verdict *verdict, mpz_srcptr bound);
    prices_potential *potential[2]; /* recomputed, and largest */
    struct prices_cases *cases;     /* for rest/prices_classes.h alone; or NULL */
    /* With cases: reads what stands before the bound, and changes the bound's numerator. */
    bool (*own)(const struct prices *prices, struct reader *reader, mpz_ptr numerator);
};

/* Kind prices behind a line `gap`, or with gap = 0. A claim that is NULL is that of price_list.h, a
 * potential that is NULL is not taken. */
bool prices_check(struct reader *reader, uint32_t gap, const struct prices_rules *rules);

/* Without a gap, and potential largest only. */
bool rule_prices(struct reader *reader);

#endif
