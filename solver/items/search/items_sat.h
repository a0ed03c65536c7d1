/* SPDX-License-Identifier: MIT */
/* Decides by a formula (items_formula.h), PicoSAT and CaDiCaL (solver/proof/sat/decide.h) whether K
 * items can be with all processors by time T.
 *
 * At the counting bound or later the ordered encoding takes some milliseconds to some seconds; the
 * plain one three times as long where there is a schedule, and did not refute 5 of the 17 questions
 * below that were tried again in 40 s (results/README.md, "What a plain formula costs"). Below the
 * bound neither is of use: there the bound itself is the proof (items_bound.h).
 *
 * With several ports (L <= 4, 2 <= N <= 10, K <= 10, any sends) the bound is attained for p = 2 and
 * p = 3. For p = 4 to 8 it is not in 20 of the 1800 cases, which take one step more. The first are
 * (L,p,N,K) = (1,4,8,3), (1,4,8,7), (2,4,7,8); items_backtrack.h agrees for the first. */
#pragma once

#include "solver/base/limits.h"
#include "solver/items/items_question.h"

/* Fills `answer` (the caller clears it). For T < L, when nothing can be received, it is infeasible
 * without a proof (the bound is one). limits->nodes bounds the decisions of both programs together;
 * stopped by the limits it answers unknown.
 *
 * STATUS_INPUT unless L, p, N, K >= 1 and T >= 0; STATUS_LIMIT when the formula would be too
 * large. */
enum status items_sat(const struct items_question *question, int time, enum items_encoding encoding,
                      const struct limits *limits, struct items_answer *answer,
                      struct failure *failure);
