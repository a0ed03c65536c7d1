/* SPDX-License-Identifier: MIT */
/*
 * K items that a source has at time 0, to be known to N other processors as soon as possible: in
 * the postal model, or in the same with several ports (rounds of a multiport machine for latency
 * 1). Karp, Sahay, Santos, Schauser 1993, section 3; Bar-Noy, Ho.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_QUESTION_H
#define STEADYCAST_SOLVER_ITEMS_QUESTION_H

#include "solver/model/message_list.h"

struct items_question {
    int latency;    /* L >= 1 */
    int ports;      /* p >= 1: sends, and receptions, of a processor at a time; postal: 1 */
    int processors; /* N >= 1, the source not counted */
    int items;      /* K >= 1 */
    bool single;    /* the source sends each item once */
};

/* The head of a list that answers it. */
static inline struct message_list items_question_list(const struct items_question *question) {
    return (struct message_list){
        .machine = question->ports == 1 ? message_machine_postal(question->latency)
                                        : message_machine_ports(question->latency, question->ports),
        .processors = question->processors,
        .items = question->items};
}

#endif
