/* SPDX-License-Identifier: MIT */
/* Prices on a LogP machine with g >= 2o, l = L+2o, that serves an item each g cycles, each with
 * delay l+s at most. Times are cycles, and a message may wait at its receiver.
 *
 * A processor begins its receptions at least g cycles apart, and it receives an item in g cycles.
 * So the offset of its k-th reception from kg does not fall, and is bounded: it is one offset from
 * some time on, and so are those of the source's sendings, each of which is then the first of an
 * item. The value of a reception is s less the cycles since the source began to send the item and
 * l: all values of a processor, or class, are e + g w, w = 0, 1, .., with the same e = 0..g-1. Its
 * sendings are at least g apart too. Let each begin sooner, at the last offset at which an item is
 * received in this class: what is sent is known then, and the message waits longer. So a processor
 * is a window state of price_list.h, of indices w, and sends at most one u of A at each step. It
 * has the value e + g u then, and is received with e + g u - l at most, as it may wait; and what
 * comes from the source with s at most.
 *
 * Let the prices P_0 <= .. <= P_(s-l) <= R not descend. What waits pays no more than its sender has
 * earned for it. So with pay(w) = P_(e+gw), or R where e + g w > s-l, and earn(u) = P_(e+gu-l), and
 * a potential for each class, N is R/D at most, as there. Nothing else about o, or about how many
 * messages are under way, is used.
 *
 * Or there are cases, by lines split, of how many processors T_e the classes have: each case has
 * prices of its own, in which class e may have an own_e in the place of D. Then the sum of
 * own_e T_e is R at most, and D N <= R + the sum of (D - own_e) T_e, where T_e is the most of the
 * case if own_e < D, else the least; or it is excluded as prices_whole.h says. The largest bound of
 * all cases is one. */
#ifndef STEADYCHECK_PRICES_CLASSES_H
#define STEADYCHECK_PRICES_CLASSES_H

#include "core/read.h"

/* Kind prices, without a line `gap` and with one, and with either potential. */
bool rule_prices_of_classes(struct reader *reader);

#endif
