/* SPDX-License-Identifier: MIT */
/* Plain streams (plain_stream.h) for numbers of processors of any size, L = 4..20, in few classes
 * of words: fractional streams (fraction.h), rounded.
 *
 * For large N, k* is M or M-1, M = floor(alpha^(L-1)) + 1. The fractional streams at the two points
 * beside N, mixed in proportion, use up all nodes of the tree but for bounded errors, evaluated
 * with the numbers f_(t-j) in place of alpha^-j. They are rounded down (rounded_mix.h); the heads
 * and the slack that are left get words, leaves that are used too often are
 * exchanged; the leaves that are left have the number and the sum of the fill of the tails, and
 * fill them (rounded_tails_write). For small N something comes out negative, and nothing is found
 * (results/THEOREMS.md, section 12). */
#pragma once

#include <gmp.h>
#include <stdbool.h>

#include "solver/base/limits.h"
#include "solver/items/fraction/fraction.h"
#include "solver/model/schedule.h"

/* *found: `words` is a stationary schedule of depth t = B(processors), with |S| >= k* in all words,
 * checked. Not found is no proof of anything. processors >= 1, L >= 4; nothing is found for L > 20.
 * STATUS_LIMIT when stopped, or without the program that solves linear programs (bound/program.h).
 * Deterministic. The linear programs take the time of fraction_find whatever N is; the rest O(t^3)
 * and numbers of the size of N. */
enum status rounded_stream_find(int latency, mpz_srcptr processors, const struct limits *limits,
                                struct schedule *words, bool *found, struct failure *failure);

/* The same with fractional streams that are known: at the points a, b, c, borrowed. */
enum status rounded_stream_build(const struct fraction_stream *streams, mpz_srcptr processors,
                                 struct schedule *words, bool *found, struct failure *failure);
