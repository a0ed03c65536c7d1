/* SPDX-License-Identifier: MIT */
/*
 * K items on a LogP machine as lists of messages, the source having all of them at time 0: what
 * logp_items_time.h chooses from. N is at most MESSAGES_MOST_PROCESSORS; beyond there is none.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_LOGP_ITEMS_LISTS_H
#define STEADYCAST_SOLVER_QUESTION_LOGP_ITEMS_LISTS_H

#include "solver/logp/whole_steps.h"
#include "solver/question/constructions.h"
#include "solver/question/logp_items_time.h"

/*
 * Fills `schedule` (not initialised before) and sets *made, where the construction has one that
 * may end before `before`; leaves both as they are where it has none.
 * `limits` may be NULL. STATUS_LIMIT when stopped, and for what is beyond its limits.
 */
typedef enum status logp_items_list(const struct logp_items_question *question, int64_t before,
                                    const struct limits *limits, struct items_schedule *schedule,
                                    bool *made, struct failure *failure);

/* One item, by the tree of the smallest labels. */
logp_items_list logp_items_by_tree;

/* The source sends each item to one processor after the other; for few messages only. */
logp_items_list logp_items_by_source;

/* The best that the constructions of the postal model have, for whole steps. */
struct logp_items_steps {
    struct logp_steps steps;
    struct items_plans *plans;    /* owned; NULL: there is none */
    struct items_schedule postal; /* borrows the plans */
    int64_t end;                  /* on the machine, cycles; INT64_MAX: there is none */
};

/* Fills `steps` (not initialised before). STATUS_LIMIT when stopped and beyond the limits of the
 * constructions; then there is none. */
enum status logp_items_steps_find(const struct logp_items_question *question,
                                  const struct limits *limits, struct logp_items_steps *steps,
                                  struct failure *failure);
void logp_items_steps_clear(struct logp_items_steps *steps);

/* Its messages on the machine; there is one. O(N K log). */
enum status logp_items_steps_play(const struct logp_items_question *question,
                                  const struct logp_items_steps *steps, const struct limits *limits,
                                  struct items_schedule *schedule, struct failure *failure);

#endif
