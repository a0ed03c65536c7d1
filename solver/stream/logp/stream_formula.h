/* SPDX-License-Identifier: MIT */
/*
 * Whether a LogP machine has a periodic stream (logp_schedule.h) for N processors with depth s, as
 * a formula: for finding one. It is no proof that there is none: words that send late, or that wait
 * at the receiver for longer than others do, are left out.
 *
 * In outline: rows of a table are processors, one column for each step of a period. A row has a
 * class, and as the formula for the postal model (solver/proof/sat/periodic_formula.h) the states
 * of the window automaton before each step, receptions and sends, all by their values in cycles;
 * rows that continue each other after a period stand one below the other. What is new is that
 * messages may wait, so that counters compare, for each value z and phase of an item, the
 * receptions D(z) due at z or more with the messages S(z) that could be received at z or more:
 *
 *     S(z+X) <= D(z) <= S(z)       (results/THEOREMS.md, Lemma 8; the left side unless X is
 * endless)
 *
 * Times are counted in units (stream_question.h). The size is O(N^2 T^2 s).
 */
#ifndef STEADYCAST_SOLVER_STREAM_LOGP_STREAM_FORMULA_H
#define STEADYCAST_SOLVER_STREAM_LOGP_STREAM_FORMULA_H

#include "solver/proof/sat/formula.h"
#include "solver/stream/logp/stream_question.h"

/* Questions beyond are refused; depths in units. */
enum { STREAM_MAX_PROCESSORS = 128, STREAM_MAX_DEPTH = 200, STREAM_MAX_PERIOD = 8 };

/* Contract: a machine that logp_machine_check takes, depth, N - 1 and T - 1 from 0 on. STATUS_LIMIT
 * beyond the limits above and those of formulas. */
enum status stream_formula_build(const struct stream_question *question, struct formula *formula,
                                 struct failure *failure);

/* The schedule that a model gives (model[v]: variable v is true), checked; its depth is a whole
 * number of units. STATUS_INTERNAL if it is none. */
enum status stream_formula_decode(const struct stream_question *question, const bool *model,
                                  struct logp_schedule *schedule, struct failure *failure);

#endif
