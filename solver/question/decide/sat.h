/* SPDX-License-Identifier: MIT */
/* The engine "sat": decides the block-cyclic question for (L,t) by a formula and PicoSAT. Feasible
 * answers carry the schedule, impossible ones the refuted formula with an LRAT proof. */
#pragma once

#include "solver/question/decide/outcome.h"

/* Fills `outcome`. `words`: the encoding by words, else the one by sums. Measured for L = 3..10, t
 * = L..3L+1 together: 0.7 s by sums, 0.9 s by words. Sums refute t = 2L, L even, in milliseconds up
 * to L = 20, words take 20 to 50 times longer for each L + 2; for feasible instances of several
 * hundred letters words are the faster ones. outcome->nodes counts PicoSAT's decisions, and
 * limits->nodes bounds them. Stopped by the limits, while it searches or while the proof is
 * elaborated, it answers unknown. STATUS_LIMIT beyond FORMULA_MAX_LETTERS letters. */
enum status sat_solve(int latency, int depth, bool words, const struct limits *limits,
                      struct outcome *outcome, struct failure *failure);
