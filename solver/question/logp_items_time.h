/* SPDX-License-Identifier: MIT */
/* The least time in which K items that the source has at time 0 are with all processors of a LogP
 * machine: the best of four schedules from above, and counting from below
 * (bound/reach.h, results/THEOREMS.md, 11.7).
 *
 *     source   the source sends every item to everybody: l + (K N - 1) h
 *     tree     one item by the tree of the smallest labels, which meets the bound
 *     stream   the first K items of an endless stream (logp/logp_stream.h), in G cycles each
 *     steps    a schedule for K items in the postal model, in whole steps of G cycles: what ends at
 *              the step E there ends at G (E - lambda) + l + w, as in Theorem F
 *
 * Asked for by name alone, where o = 0, g = 1, and any number of messages may wait,
 *
 *     buffered Theorem 3.8 of Karp et al. 1993: L + B(N) + K - 1, each item sent once
 *
 * All but the stream are lists of messages, for N up to MESSAGES_MOST_PROCESSORS. The stream is for
 * N of any size. */
#pragma once

#include <gmp.h>

#include "solver/items/items_schedule.h"
#include "solver/question/engines.h"
#include "solver/stream/logp/logp_schedule.h"

struct logp_items_question {
    struct logp_machine machine;
    enum logp_capacity capacity;
    mpz_t processors; /* N >= 1, of any size */
    int items;        /* K >= 1 */
    bool single;      /* the source sends each item once */
    bool buffered;    /* by nothing else */
};

/* The detail (outcome.h) of the engine of SUBJECT_LOGP_ITEMS. */
struct logp_items_time {
    struct logp_items_question question; /* its own */
    int64_t counted, work; /* the parts of the bound, cycles: counting messages, and work */
    int64_t lower;         /* no schedule ends before */
    int64_t upper;         /* when the schedule ends; INT64_MAX: there is none */
    const char *by;        /* its name above; NULL: nobody; static */
    bool has_list;         /* `schedule` holds its messages; .. */
    struct items_schedule schedule; /* owned */
    bool has_stream;                /* .. else, if `by` is "stream", this is the stream */
    struct logp_schedule stream;
    char reason[160]; /* what was left out: a construction that was stopped or beyond its limits */
};

/* Fills `time` (not initialised before). Stopped by the limits (may be NULL) it keeps what it has.
 * STATUS_INPUT for what is no machine and for less processors or items, STATUS_LIMIT where the
 * bound is too large to be counted. The caller clears its question, `time` has a copy. */
enum status logp_items_time_find(const struct logp_items_question *question,
                                 const struct limits *limits, struct logp_items_time *time,
                                 struct failure *failure);
void logp_items_time_clear(struct logp_items_time *time);

/* The same as the outcome of a question about a broadcast (engines.h). */
enum status logp_items_answer(const struct question *question, bool buffered,
                              const struct limits *limits, struct outcome *outcome,
                              struct failure *failure);
