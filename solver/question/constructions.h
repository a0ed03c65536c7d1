/* SPDX-License-Identifier: MIT */
/* Broadcasts of K items by construction: whoever has one for a question gives a list of messages,
 * without search beyond what is kept for the next question. */
#pragma once

#include <stdbool.h>

#include "solver/base/limits.h"
#include "solver/items/items_colours.h"
#include "solver/items/items_question.h"
#include "solver/items/items_schedule.h"

/* What questions of one latency and one number of processors share: streams and endgames. Questions
 * should come in an order in which these change seldom. */
struct items_plans;
struct items_plans *items_plans_new(void); /* NULL: no memory */
void items_plans_free(struct items_plans *plans);

/* What meets the counting bound for every K >= M, K large, where it is found: from L = 2 on. Sets
 * *every to NULL where it is not, or where it would be too large, which is remembered; it belongs
 * to the plans as a schedule does. STATUS_LIMIT when stopped. */
enum status items_plans_endgame(struct items_plans *plans, int latency, mpz_srcptr processors,
                                const struct limits *limits, const struct every_items **every,
                                struct failure *failure);

/* What a construction is asked. */
struct items_task {
    struct items_plans *plans;
    const struct items_question *question;
    const struct limits *limits;
};

struct items_construction {
    const char *name;
    bool least; /* made for the least time: one of those that items_construct tries */
    /* Fills `schedule`, all zero before, if the question is in the range; it lives no longer than
     * the plans, until these are asked for another latency or number of processors. Else it stays
     * as it is, which is STATUS_OK as well. */
    enum status (*build)(const struct items_task *task, struct items_schedule *schedule,
                         struct failure *failure);
};

static inline bool items_schedule_is_built(const struct items_schedule *schedule) {
    return schedule->list.each;
}

/* The least t with P(t) = f_t = N; -1 where there is none. */
int items_full_depth(int latency, int processors);

/* The construction that is called so, as its engine is (ask_items.c); there is one. */
const struct items_construction *items_construction_named(const char *name);

/* The first schedule that ends at `enough` or before, else the best one of all constructions for
 * the least time. *by is NULL, and there is no schedule, where none applies. When stopped it gives
 * what was found by then, or STATUS_LIMIT; so it does, with the reason, where nothing is found and
 * one of the constructions refused the question as too large. */
enum status items_construct(struct items_plans *plans, const struct items_question *question,
                            int enough, const struct limits *limits,
                            struct items_schedule *schedule, const struct items_construction **by,
                            struct failure *failure);
