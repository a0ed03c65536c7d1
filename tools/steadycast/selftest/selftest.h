/* SPDX-License-Identifier: MIT */
/*
 * Numerical checks of the statements of results/THEOREMS.md, each over a stated range: what
 * `steadycast selftest` runs.
 */
#ifndef STEADYCAST_TOOLS_SELFTEST_H
#define STEADYCAST_TOOLS_SELFTEST_H

#include "automata/status.h"
#include "solver/base/limits.h"

struct selftest {
    const char *name;
    const char *statement; /* with the range that is checked */
    /* STATUS_INTERNAL, with the first counter-example, if the statement fails. */
    enum status (*check)(struct failure *failure);
    /* With --full: the same over a range that takes much longer; STATUS_LIMIT when stopped.
     * Both NULL where `check` leaves nothing out. */
    const char *full_statement;
    enum status (*check_full)(const struct limits *limits, struct failure *failure);
};

/* Ended by one without name. */
extern const struct selftest selftests[];

/* The checks, by file: counting.c, base.c, simulation.c, every.c, messages.c, pruned.c, two.c,
 * logp.c, streams.c and items.c of selftest_*. */
enum status selftest_tree(struct failure *failure);
enum status selftest_union(struct failure *failure);
enum status selftest_hall(struct failure *failure);
enum status selftest_start(struct failure *failure);
enum status selftest_exception(struct failure *failure);
enum status selftest_lemma_2(struct failure *failure);
enum status selftest_lemma_3(struct failure *failure);
enum status selftest_letter_b(struct failure *failure);
enum status selftest_finite_part(struct failure *failure);
enum status selftest_simulation(struct failure *failure);
enum status selftest_theorem_b(struct failure *failure);
enum status selftest_potential(struct failure *failure);
enum status selftest_theorem_c(struct failure *failure);
enum status selftest_two(struct failure *failure);
enum status selftest_every(struct failure *failure);
enum status selftest_messages(struct failure *failure);
enum status selftest_messages_full(const struct limits *limits, struct failure *failure);
enum status selftest_pruned(struct failure *failure);
enum status selftest_pruned_two(struct failure *failure);
enum status selftest_logp(struct failure *failure);
enum status selftest_streams(struct failure *failure);
enum status selftest_streams_full(const struct limits *limits, struct failure *failure);
enum status selftest_items_bound(struct failure *failure);
enum status selftest_items_one(struct failure *failure);
enum status selftest_items_one_full(const struct limits *limits, struct failure *failure);
enum status selftest_items_two(struct failure *failure);
enum status selftest_items_two_full(const struct limits *limits, struct failure *failure);
enum status selftest_items_endgame(struct failure *failure);
enum status selftest_items_endgame_full(const struct limits *limits, struct failure *failure);
enum status selftest_items_lacks(struct failure *failure);
enum status selftest_items_lacks_full(const struct limits *limits, struct failure *failure);
enum status selftest_items_four(struct failure *failure);
enum status selftest_items_four_full(const struct limits *limits, struct failure *failure);
enum status selftest_items_three(struct failure *failure);
enum status selftest_items_three_full(const struct limits *limits, struct failure *failure);
enum status selftest_items_single(struct failure *failure);
enum status selftest_items_single_full(const struct limits *limits, struct failure *failure);

/* A part of two of them: so many states are reached, and so many are kept. L <= 4, M <= 3. */
enum status selftest_source_states(int latency, int colours, int reached, int kept,
                                   struct failure *failure);

#endif
