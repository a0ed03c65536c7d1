/* SPDX-License-Identifier: MIT */
/* Stationary schedules for (L,t,N) by exhaustive search: closed words by backtracking over the
 * window automaton (words.h), then their multiplicities, with more and more internal
 * nodes in a word until a schedule is found or all words were tried. */
#pragma once

#include <stdint.h>

#include "solver/base/verdict.h"
#include "solver/model/schedule.h"
#include "solver/proof/bound/window.h"

/* Looks for a schedule with N = processors >= 1 at depths up to L <= t <= WINDOW_MAX_DEPTH, smaller
 * depths first: a schedule there serves, and is found sooner. VERDICT_INFEASIBLE: every word and
 * every combination was tried. On VERDICT_FEASIBLE `periodic` (not initialised before) holds it,
 * checked. `nodes` counts steps of both searches, those of one that was stopped too. Does not
 * depend on threads. With `blocks`, of schedules in block form, with one receive-only processor
 * (solver/model/schedule.h). STATUS_LIMIT beyond what the window automaton takes. */
enum status stationary_search(int latency, int depth, long processors, bool blocks,
                              const struct limits *limits, enum verdict *end,
                              struct schedule *periodic, uint64_t *nodes, struct failure *failure);

/* All stationary schedules at this very depth, as circulations: those that differ only in how they
 * are cut into words count once, and one way to cut them is given. `found` is called for each; it
 * returns false to stop. VERDICT_INFEASIBLE: all were given; VERDICT_UNKNOWN: not all. */
typedef bool stationary_found(void *context, const struct schedule *periodic);
enum status stationary_all(int latency, int depth, long processors, const struct limits *limits,
                           stationary_found *found, void *context, enum verdict *end,
                           struct failure *failure);
