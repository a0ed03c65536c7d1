/* SPDX-License-Identifier: MIT */
/* An order of rows and items for the formula of K items: rows in the order of their first
 * receptions, items in that of their first sends by the source. THEOREMS.md, section 12.8: names of
 * processors and of items may be given so. */
#ifndef STEADYCHECK_CNF_ITEMS_ORDER_H
#define STEADYCHECK_CNF_ITEMS_ORDER_H

#include "core/formula.h"

extern const struct formula_order items_order;

#endif
