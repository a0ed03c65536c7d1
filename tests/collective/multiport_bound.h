/* SPDX-License-Identifier: MIT */
/* The lower bounds of Bar-Noy and Ho, section 2, on the rounds for m messages among n >= 2
 * processors in the k-port model. The formulas are lost in the text that is at hand, and are
 * reconstructed from their proofs; all are at most the bound by counting of items_bound.h. */
#pragma once

/* Lemma 2: ceil(m/k) - 1 + ceil(log_(k+1) n): the last message is sent in round ceil(m/k) or later,
 * and those who know it become k+1 times as many in a round at most. For m = 1, Lemma 1. */
int multiport_bound_simple(int ports, int processors, int items);

/* Lemma 3: one more if b (n-1) > (k+1)^d - 1, where b = m - k (ceil(m/k) - 1), 1 <= b <= k, and d =
 * ceil(log_(k+1) n). For b messages at least are not sent before round t = ceil(m/k); they need b
 * (n-1) receptions, and in round t+i, i >= 0, at most (k+1)^i processors know any of them and send
 * k messages each. */
int multiport_bound_bandwidth(int ports, int processors, int items);

/* Corollary 4, for n = (k+1)^d, d >= 1: ceil(m/k) + d, one less if k divides m-1. Equal to Lemma 3
 * for k >= 2. */
int multiport_bound_power(int ports, int depth, int items);
