/*
 * libsteadycast: exhaustive search and proof for continuous broadcast in the LogP and postal
 * models.
 *
 * The whole interface of the library; each header documents its part. All functions are free of
 * global state and may be called from several threads on different objects. Functions that can fail
 * return an `enum status`, describe the failure in a `struct failure` (which may be NULL) and leave
 * their outputs untouched.
 *
 *     struct answer answer;
 *     struct failure failure;
 *     if (arithmetic_solve(3, 7, NULL, &answer, &failure) != STATUS_OK) {
 *         puts(failure.message); // and there is nothing to clear
 *     } else {
 *         if (answer.verdict == VERDICT_FEASIBLE)
 *             answer_write(&answer, "L3-t7.cert", false, &failure); // for steadycheck
 *         answer_clear(&answer);
 *     }
 *
 * Compile with the flags of `pkg-config --cflags --libs --static steadycast`.
 */
#ifndef STEADYCAST_SOLVER_STEADYCAST_H
#define STEADYCAST_SOLVER_STEADYCAST_H

/* One processor: words and their automaton. */
#include "automata/arrangement.h"
#include "automata/closed_word.h"
#include "automata/juggling_graph.h"
#include "automata/language.h"
#include "automata/legal_language.h"
#include "automata/word.h"
#include "automata/word_count.h"

/* All processors: numbers, instances, schedules. */
#include "solver/model/instance.h"
#include "solver/model/logp_machine.h"
#include "solver/model/message_array.h"
#include "solver/model/messages.h"
#include "solver/model/periodic.h"
#include "solver/model/reception.h"
#include "solver/model/schedule.h"
#include "solver/model/sequence.h"
#include "solver/model/stationary_family.h"
#include "solver/model/tree.h"

/* Answers and their certificates. */
#include "solver/answer.h"
#include "solver/certificate/items_family_read.h"
#include "solver/certificate/messages_read.h"
#include "solver/certificate/periodic_read.h"
#include "solver/certificate/schedule_read.h"
#include "solver/certificate/stationary_family_read.h"
#include "solver/certificate/write.h"
#include "solver/engine/capacity.h"
#include "solver/engine/delay.h"
#include "solver/engine/engine.h"
#include "solver/engine/items_scan.h"
#include "solver/engine/serve.h"

/* One item on a LogP machine. */
#include "solver/collective/single/growth_root.h"
#include "solver/collective/single/preorder_tree.h"
#include "solver/collective/single/reach_numbers.h"
#include "solver/collective/single/single_play.h"
#include "solver/collective/single/single_search.h"
#include "solver/collective/single/single_tree.h"
#include "solver/collective/single/spmd_broadcast.h"

/* K items at one source. */
#include "solver/items/build/block_digraph.h"
#include "solver/items/constructions.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_backtrack.h"
#include "solver/items/search/items_sat.h"

/* Everybody to everybody. */
#include "solver/certificate/write_combining.h"
#include "solver/collective/exchange/all_to_all.h"
#include "solver/collective/exchange/combining_play.h"

/* Summation. */
#include "solver/certificate/write_summation.h"
#include "solver/collective/summation/shou_chen_sum.h"
#include "solver/collective/summation/summation_most.h"
#include "solver/collective/summation/summation_search.h"

/* Bounds for all schedules. */
#include "solver/bound/circulation_export.h"
#include "solver/bound/lp.h"
#include "solver/bound/prices.h"
#include "solver/bound/reach.h"

/* Engines and constructions one by one. */
#include "solver/build/best.h"
#include "solver/build/every.h"
#include "solver/build/exception.h"
#include "solver/build/family.h"
#include "solver/build/logp.h"
#include "solver/build/two.h"
#include "solver/build/two_family.h"
#include "solver/engine/arithmetic.h"
#include "solver/engine/backtrack.h"
#include "solver/engine/paper.h"
#include "solver/search/pruned_find.h"
#include "solver/stationary/periodic_sat.h"
#include "solver/stationary/search.h"

#endif
