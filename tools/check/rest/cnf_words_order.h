/* SPDX-License-Identifier: MIT */
/* An order of the words of periodic schedules: they begin with the row that receives most at step
 * 0, or blocks with their head, and stand in the order of what it is. THEOREMS.md, section 8.6: a
 * word may be begun with any of its rows, and words may stand in any order. */
#ifndef STEADYCHECK_CNF_WORDS_ORDER_H
#define STEADYCHECK_CNF_WORDS_ORDER_H

#include "core/formula.h"

extern const struct formula_order words_order;

#endif
