/* SPDX-License-Identifier: MIT */
/* Details (outcome.h): what the engines of a subject return beside numbers and verdicts. */
#pragma once

#include <gmp.h>

#include "solver/base/limits.h"
#include "solver/collective/exchange/allreduce.h"
#include "solver/collective/single/single_tree.h"
#include "solver/collective/summation/summation.h"
#include "solver/items/items_question.h"
#include "solver/proof/sat/decide.h"
#include "solver/question/constructions.h"

/* Of the engine `tree` of SUBJECT_SINGLE, one item on a LogP machine: the least time and the least
 * sum of times, by counting who can know it, and the tree of the least labels, which has both. */
struct single_time {
    struct logp_machine machine;
    mpz_t processors;
    int64_t time;  /* the least when all have it, cycles */
    mpz_t sum;     /* the least over all processors of when they have it */
    bool has_tree; /* not for more processors than a list of messages may have */
    struct single_tree tree;
    struct message_list list; /* its messages */
};

/* Of SUBJECT_ALLREDUCE, everybody's operands combined, with the result for everybody: the schedule
 * that takes the least time, played wherever that does not take too much room. */
struct allreduce_time {
    struct allreduce schedule;
    bool played; /* else there are too many processors or messages */
};

/* Of the engine `tree` of SUBJECT_REDUCE and SUBJECT_REDUCE_TIME, operands added up on a LogP
 * machine: the schedule that was played and compared with the bound. */
struct reduce_most {
    struct logp_machine machine;
    int64_t processors, time;
    int64_t least;              /* asked for the least time of so many operands; else 0 */
    struct summation summation; /* of the most operands in that time */
};

/* Of SUBJECT_ITEMS, the least time in which K items are with all processors: constructions and
 * searches from above, counting and refuted formulas from below. Stopped by the limits it is an
 * interval. */
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

/* Of SUBJECT_ENDGAME. */
struct items_endgame {
    struct items_plans *plans;       /* owned */
    const struct every_items *every; /* of the plans; NULL: none was found */
};

/* Of SUBJECT_FORMULA. */
struct formula_answer {
    struct formula formula;
    struct sat_decision decision; /* a model, or a refutation */
};
