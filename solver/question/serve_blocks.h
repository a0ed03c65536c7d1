/* SPDX-License-Identifier: MIT */
/*
 * The engines of serve.h for SERVE_BLOCKS: is there a block-cyclic schedule on a pruned tree
 * (solver/model/schedule.h)? The first three ask the prices before anything else, which may exclude
 * every schedule; any other no ends in the refuted formula with `roles blocks`.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_SERVE_BLOCKS_H
#define STEADYCAST_SOLVER_QUESTION_SERVE_BLOCKS_H

#include "solver/question/serve.h"

/* The union rule (solver/construction/every.h); L = 2 is left to the others. */
serve_solve serve_blocks_construction;

/* M. Hall's theorem: local search, then exhaustion (solver/arithmetic/pruned_find.h). */
serve_solve serve_blocks_arithmetic;

/* Words over the window automaton, without that theorem (solver/stationary/search.h). */
serve_solve serve_blocks_search;

/* The formula alone. */
serve_solve serve_blocks_sat;

#endif
