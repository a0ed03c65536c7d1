/*
 * The least time in which K items are with all processors, with evidence for both sides:
 * constructions and searches from above, counting and refuted formulas from below.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_ITEMS_TIME_H
#define STEADYCAST_SOLVER_QUESTION_ITEMS_TIME_H

#include <stdio.h>

#include "solver/items/items_answer.h"
#include "solver/question/constructions.h"

enum items_method {
    ITEMS_CONSTRUCTION, /* constructions alone */
    ITEMS_SAT,          /* formulas alone, from the bound upwards */
    ITEMS_BACKTRACK,    /* the same by exhaustive search, whose no has no certificate */
    ITEMS_ANY           /* constructions, then formulas where they leave a gap */
};

/* Of what is said why an interval stays open; longer reasons are cut. */
enum { ITEMS_REASON_ROOM = 96 };

struct items_time {
    struct items_question question;
    int lower;                      /* no schedule ends before */
    int counted;                    /* the bound by counting: `lower`, or less */
    int upper;                      /* when the schedule ends; INT_MAX: there is none */
    const char *by;                 /* who found the schedule; static */
    char reason[ITEMS_REASON_ROOM]; /* where lower < upper: why; else "" */
    uint64_t nodes;                 /* of all searches */
    struct items_schedule schedule; /* borrows the plans; clear it before them */
    bool has_proof;                 /* lower > counted, and only then: by this refuted formula */
    struct items_proof proof;
};

/*
 * Fills `time` (not initialised before). Stopped by the limits it keeps what it has: an interval.
 * STATUS_LIMIT if not even the bound by counting can be had. STATUS_INTERNAL if an engine finds a
 * schedule that ends before the bound.
 */
enum status items_time_find(struct items_plans *plans, const struct items_question *question,
                            enum items_method method, enum items_encoding encoding,
                            const struct limits *limits, struct items_time *time,
                            struct failure *failure);
void items_time_clear(struct items_time *time);

/* The certificate of one side. */
enum items_side {
    ITEMS_UPPER, /* kind messages; there is a schedule */
    ITEMS_LOWER  /* kind impossible-items if there is a proof, else items-bound */
};

/* To a file, which may be overwritten; or, if `path` is NULL, behind what `stream` holds.
 * STATUS_LIMIT when stopped while messages are listed, and then no file is left. */
enum status items_time_write(const struct items_time *time, enum items_side side, const char *path,
                             FILE *stream, const struct limits *limits, struct failure *failure);

/* The kind of that certificate, and the body into one that is open. */
struct certificate_output;
const char *items_time_kind(const struct items_time *time, enum items_side side);
enum status items_time_put(const struct items_time *time, enum items_side side,
                           struct certificate_output *output, const struct limits *limits,
                           struct failure *failure);

#endif
