/* SPDX-License-Identifier: MIT */
/* Kind items-bound: in the postal model with p ports, or on a LogP machine, before which time
 * nobody can bring K items that a source has at time 0 to the N other processors.
 *
 * On a machine h = max(g,o), l = L+2o, p = 1; in the postal model h = 1, l = L, o = 0. A(s) is the
 * sequence of growth.h, near = h, far = l, factor = p, and tau(x) the first s with A(s) > x. With m
 * from ceil(K/p) - 1 down to 0 nobody ends before
 *
 *     m h + tau((K - mp) N).
 *
 * Before the time m h the source begins m p sendings at most, so K - mp items leave it at m h or
 * later, all of them. Of these N receivers must have (K - mp) N messages in all. Let each such
 * message stand below the one by which its sender had the first of these items. From that time on a
 * sender begins p sendings in h, and each is received l later; so, as for one item (rest/reach.h),
 * A(s) - 1 messages at most are there s after m h. Once A grows by p N or more in h, which it does
 * when A(s+h-l) >= N, the next m gives no more.
 *
 * If the source sends each item once, one item leaves it at m h or later, m = ceil(K/p) - 1, to one
 * processor, which has it l later. Only this one and those who have the item from it can send it
 * on, the source can't: s later no more than A(s) have it, and N must.
 *
 * On a machine each message takes o cycles of its sender and of its receiver. Who is the i-th
 * receiver to have anything has it at tau(i) or later, o after the first of its work, and ends by
 * the time T; the source begins its last sending at T - l or before. So P processors do
 *
 *     2 K N <= 1 + (T-l)/o + the sum over i = 1..N of 1 + (T-tau(i))/o
 *
 * pieces of work: P (T+o) >= 2oKN + l + the sum of all tau(i). (If o = 0, T is no less than their
 * mean by the above.)
 *
 * If the source alone can begin all sendings before anybody else has an item, h (KN/p - 1) < l with
 * KN/p rounded up, then A(s) = 1 + p (1 + floor((s-l)/h)) up to there, m = 0 gives the most, and no
 * term is needed: what can be done, in l + h (KN/p - 1), is not below what the work says.
 *
 * Times are in units of the greatest common divisor of h and l, at the multiples of which A
 * changes. Room: max(h,l) numbers. */
#ifndef STEADYCHECK_ITEMS_BOUND_H
#define STEADYCHECK_ITEMS_BOUND_H

#include "core/read.h"

bool rule_items_bound(struct reader *reader);

#endif
