/* SPDX-License-Identifier: MIT */
/*
 * Broadcast of messages with several ports, in rounds: the schedule of an algorithm of Bar-Noy and
 * Ho, all of whose messages were played, and the bound by counting.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_MULTIPORT_ROUNDS_H
#define STEADYCAST_SOLVER_QUESTION_MULTIPORT_ROUNDS_H

#include "solver/base/limits.h"
#include "solver/collective/multiport/multiport_messages.h"
#include "solver/items/items_question.h"

/* The detail (outcome.h) of the engines of SUBJECT_MULTIPORT. */
struct multiport_rounds {
    struct items_question question; /* latency 1 */
    enum multiport_algorithm algorithm;
    struct multiport_chain chain;
    struct items_schedule schedule; /* its rounds: schedule.list.finish */
    int lower;                      /* no schedule has fewer */
};

/*
 * MULTIPORT_BY_BEST takes the best of all three. Fills `rounds` (not initialised before).
 * STATUS_LIMIT for more messages than are played, 2^28.
 */
enum status multiport_rounds_find(int ports, int processors, int items,
                                  enum multiport_algorithm algorithm, const struct limits *limits,
                                  struct multiport_rounds *rounds, struct failure *failure);
void multiport_rounds_clear(struct multiport_rounds *rounds);

#endif
