/* SPDX-License-Identifier: MIT */
/* Kind fractional-stream: words with multiplicities, and leaves that are fill, of a stream whose
 * number of processors has no bound. The definitions are in the grammar.
 *
 * What is claimed is what is checked: each word is legal (fractional_word.h) and has the |S| that
 * the point demands; modulo x^L - x^(L-1) - 1, words and fill use each node exactly once, z heads
 * are A, and the sum of the fill is M-1 times its places; all multiplicities, and what must be
 * there besides, are above 0 (alpha.h).
 *
 * The fill has as many leaves as places. The tails, of which there are x^-tail, as the sum of
 * x^(-L-v) over all v >= tail is x^(-L-tail+1) / (x-1) and 1/(x-1) = x^(L-1), have v - tail places
 * each, x^(-L-tail+1) / (x-1)^2 = x^(L-1-tail) in all. A head with its leaves takes v-L places, one
 * more if it is an A, so all heads take the sum of (v-L) x^(-L-v), which is x^-1, and z more: that
 * is how many nodes there are.
 *
 * That the sum of (|S|-M) (length) over all words is V - M N follows as well: the sum of all values
 * is V = x^(L-1), and that of tails and fill has the mean M. */
#ifndef STEADYCHECK_FRACTIONAL_STREAM_H
#define STEADYCHECK_FRACTIONAL_STREAM_H

#include "core/read.h"

enum { FRACTIONAL_LATENCY_LIMIT = 100, FRACTIONAL_TAIL_LIMIT = 1000 };

bool rule_fractional_stream(struct reader *reader);

#endif
