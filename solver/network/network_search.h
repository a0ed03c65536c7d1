/* SPDX-License-Identifier: MIT */
/* Whether a task can be done: a schedule, or a refuted formula, or neither within the limits. */
#pragma once

#include "solver/base/verdict.h"
#include "solver/network/network_formula.h"
#include "solver/proof/sat/lrat.h"

/* The task's formula has no model (kind impossible-network). */
struct network_refutation {
    struct network_task task;
    int variables;
    size_t clauses;
    struct lrat lrat; /* owned */
};

void network_refutation_clear(struct network_refutation *refutation);
enum status certificate_put_network_refutation(const void *refutation,
                                               struct certificate_output *output,
                                               const struct limits *limits,
                                               struct failure *failure);

struct network_found {
    enum verdict verdict;
    struct network_schedule schedule;     /* feasible, but of a window */
    struct network_refutation refutation; /* infeasible, if a proof was asked for */
};

void network_found_clear(struct network_found *found);

/* By the formula, with at most so many decisions (0: as many as the limits leave); those made are
 * added to *decisions. `prove`: whether a refutation is wanted. Unknown when stopped, and for
 * formulas that are too large. */
enum status network_search(const struct network_task *task, bool prove, uint64_t most,
                           const struct limits *limits, uint64_t *decisions,
                           struct network_found *found, struct failure *failure);

/* The same where of each turn->order steps on end all are the first one turned; refuted, *none is
 * true, which says nothing of other schedules, and the verdict is unknown. Not for streams. */
enum status network_search_turned(const struct network_task *task, const struct network_turn *turn,
                                  uint64_t most, const struct limits *limits, uint64_t *decisions,
                                  struct network_found *found, bool *none, struct failure *failure);
