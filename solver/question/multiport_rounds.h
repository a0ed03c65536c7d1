/* SPDX-License-Identifier: MIT */
/* Broadcast of messages with several ports, in rounds: the schedule of an algorithm of Bar-Noy and
 * Ho, all of whose messages were played, and the bound by counting. */
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

#endif
