/* SPDX-License-Identifier: MIT */
/* Prices for LogP machines with g >= 2o that serve an item each g cycles, l = L+2o, with delay l+s:
 * no schedule, whatever waits, reaches more than their bound.
 *
 * What a processor receives from some time on has a value (the cycles left until the item's
 * deadline, 0..s) of one class modulo g, and it sends one held item each g cycles, at times at
 * which its values are of that class. So it is a window automaton (window.h) with steps of g
 * cycles. A message may wait at its receiver, so values between s-l and s are received too, from
 * the source, and prices must not descend. There is one potential for each class, and the prices
 * are common (results/THEOREMS.md, section 11.5; the same in tools/check/rest/prices_classes.c).
 *
 * Only l/d, g/d and floor(s/d) matter, d = gcd(l,g): rounding all times down to multiples of d
 * makes no message late. All is done in these units. */
#pragma once

#include "solver/base/limits.h"
#include "solver/proof/bound/prices.h"

/* The broadcast tree: A(w) for the value w, A(s) for the source, phi(S) = - sum of (A(u) - 1) over
 * S, where A(s) = 1 for s < l and A(s) = A(s-g) + A(s-l) from l on. The bound is A(s). Prices of
 * gap g. O(s) additions. STATUS_INPUT for l < 1, g < 1, s < 0 or s beyond PRICES_MAX_DEPTH. */
enum status class_prices_tree(int latency, int gap, int depth, struct prices *prices,
                              struct failure *failure);

/* The prices of the least bound R/D that a potential in closed form can prove, by a linear program
 * in exact numbers of about 4 s/d rows and 1.5 s^2/(g d) columns: A(s) = 1000 in
 * a few seconds, most of it in the child. They have been checked. Arguments as above. STATUS_LIMIT
 * when stopped, where the linear program is too large or its solver is not
 * installed; STATUS_SYSTEM when that fails. Deterministic. */
enum status class_prices_find(int latency, int gap, int depth, const struct limits *limits,
                              struct prices *prices, struct failure *failure);

/* The least bound of any potentials, which are not returned: by lp.h, with 2^(s/g) states for each
 * class; s/g up to 18 takes seconds. Where that is less than the bound above it is so by little:
 * the first time for (l,g) = (5,2) at s = 20, 39 instead of 40. STATUS_LIMIT also where s/g is
 * beyond LP_MAX_DEPTH or the prices are too large for the automaton. Other faults as above. */
enum status class_prices_search(int latency, int gap, int depth, const struct limits *limits,
                                struct prices *prices, struct failure *failure);

/* Prices by cases of how many processors classes have (prices.h), which allow less than `most` >=
 * 1, the bound so far; *found says whether there are such. The class of which the linear program
 * has a fraction is split, or one that may have other numbers, and so on, at most 200 cases in all,
 * or 1000 for a few processors; where each class has one number, items in whole numbers are asked
 * (whole_prices.h), and then some in a row (class_formula.h). For N <= 100, only where gcd(l,g) =
 * 1, and where the linear program above has an answer; else there are none. */
enum status class_prices_split(int latency, int gap, int depth, mpz_srcptr most,
                               const struct limits *limits, bool *found, struct prices *prices,
                               struct failure *failure);

/* Prices that allow fewer than N = processors: the first of these three, by cases only where the
 * others allow N or N + 1; *found says whether there are any. What is beyond a limit has none. */
enum status class_prices_below(int latency, int gap, int depth, mpz_srcptr processors,
                               const struct limits *limits, bool *found, struct prices *prices,
                               struct failure *failure);

/* The better of the first two; of prices by search, which are much longer in coming, only those
 * that allow less are taken, and they may be beyond a limit. */
enum status class_prices_best(int latency, int gap, int depth, const struct limits *limits,
                              struct prices *prices, struct failure *failure);
