/* SPDX-License-Identifier: MIT */
/* Classes of exactly T_e processors on a LogP machine that some items in a row exclude
 * (results/THEOREMS.md, section 11.5; the same in tools/check/rest/cnf_classes.c): a formula says
 * when each processor receives and sends each of so many late items, and that each reception has a
 * message of its own; where it has no model, no schedule has these classes. It proves what prices
 * of whole items (whole_prices.h) do not, where items get in each other's way. */
#pragma once

#include "solver/base/limits.h"
#include "solver/proof/bound/prices.h"
#include "solver/proof/sat/formula.h"

/* The formula of results/README.md for `items` >= 1 items in a row; l, g >= 1, s >= l and g, T_e >=
 * 0 for e < g and not all 0. STATUS_LIMIT when it would be too large. */
enum status class_formula_build(int latency, int gap, int depth, const int *processors, int items,
                                struct formula *formula, struct failure *failure);

/* *found says whether a formula of 12 items at most was refuted, each within some hundred thousand
 * decisions, and then `prices` have the refutation: the formula case of prices.h. For 16 processors
 * at most. Arguments as above. STATUS_LIMIT when stopped. */
enum status class_formula_refute(int latency, int gap, int depth, const int *processors,
                                 const struct limits *limits, bool *found, struct prices *prices,
                                 struct failure *failure);
