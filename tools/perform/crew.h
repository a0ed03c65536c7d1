/* SPDX-License-Identifier: MIT */
/*
 * All processors together, by MPI: they agree on whether to go on, learn the list from the one that
 * read it, and perform it with real messages.
 */
#ifndef STEADYCAST_TOOLS_PERFORM_CREW_H
#define STEADYCAST_TOOLS_PERFORM_CREW_H

#include "tools/perform/plan.h"

/*
 * The same on every rank, and called by all of them: STATUS_OK if all say so; else the status of
 * the first that does not, which has printed its message on stderr. So either all go on or none
 * does, and nobody waits for one that gave up.
 */
enum status crew_agree(enum status status, const struct failure *failure);

/*
 * Rank 0 has read the list; each rank makes its plan (not initialised before) from it. STATUS_INPUT
 * on all if there are not as many ranks as processors, if the list is no schedule, or if MPI can't
 * number so many items. The messages go round in parts, so that only rank 0 keeps them all.
 * On success the caller ends with plan_clear.
 */
enum status crew_share(struct plan *plan, const struct message_list *list);

struct crew_work {
    int bytes; /* of each item, >= 1 */
    int repeat;
    unsigned long seed; /* of the data */
};

/* On every rank the same. */
struct crew_result {
    long messages;  /* that were sent in one performance, by all */
    double fastest; /* seconds of the fastest performance, from the first rank's start to the last
                       one's end */
    double mean;
};

/*
 * Performs the plan `repeat` times. Each item has data of its own, which only its source has at the
 * beginning; a rank sends what it has received. In the end each rank compares all that it has with
 * what the items' data should be: STATUS_INTERNAL if a byte differs, or if not all messages were
 * sent and received. STATUS_MEMORY for refused memory: items * bytes on each rank.
 */
enum status crew_perform(const struct plan *plan, const struct crew_work *work,
                         struct crew_result *result);

#endif
