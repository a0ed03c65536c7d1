/* SPDX-License-Identifier: MIT */
/* The least time in which K items are with all processors: the details (outcome.h) of the engines.
 * Constructions and searches from above, counting and refuted formulas from below. Stopped by the
 * limits they keep what they have: an interval. */
#ifndef STEADYCAST_SOLVER_QUESTION_ITEMS_TIME_H
#define STEADYCAST_SOLVER_QUESTION_ITEMS_TIME_H

#include "solver/items/items_question.h"
#include "solver/question/constructions.h"

/* Of SUBJECT_ITEMS. */
struct items_time {
    struct items_question question;
    int lower;                      /* no schedule ends before */
    int counted;                    /* the bound by counting: `lower`, or less */
    int upper;                      /* when the schedule ends; INT_MAX: there is none */
    struct items_schedule schedule; /* borrows the plans */
    bool has_proof;                 /* lower > counted, and only then: by this refuted formula */
    struct items_proof proof;
    bool long_lists;           /* as in engine_options */
    struct items_plans *plans; /* NULL: they are the caller's; owned */
};

/* The detail of the engine of SUBJECT_ENDGAME. */
struct items_endgame {
    struct items_plans *plans;       /* owned */
    const struct every_items *every; /* of the plans; NULL: none was found */
};

#endif
