/* SPDX-License-Identifier: MIT */
/* K items that a source has at time 0, to be known to N other processors as soon as possible: in
 * the postal model, or in the same with several ports (rounds of a multiport machine for latency
 * 1). Karp, Sahay, Santos, Schauser 1993, section 3; Bar-Noy, Ho. */
#pragma once

#include "solver/base/evidence.h"
#include "solver/base/verdict.h"
#include "solver/model/message_list.h"
#include "solver/proof/sat/lrat.h"

struct items_question {
    int latency;    /* L >= 1 */
    int ports;      /* p >= 1: sends, and receptions, of a processor at a time; postal: 1 */
    int processors; /* N >= 1, the source not counted */
    int items;      /* K >= 1 */
    bool single;    /* the source sends each item once */
    int delay;      /* for formulas: the first K items of a stream, p a step; 0: all at time 0 */
};

/* The head of a list that answers it. */
static inline struct message_list items_question_list(const struct items_question *question) {
    return (struct message_list){
        .machine = question->ports == 1 ? message_machine_postal(question->latency)
                                        : message_machine_ports(question->latency, question->ports),
        .processors = question->processors,
        .items = question->items};
}

/* Whether K items can be with all processors by a time T: who is asked, and what comes of it. The
 * engines (items_sat.h, items_backtrack.h) share this answer. */

/* How the formula is made: results/README.md, kind impossible-items. */
enum items_encoding { ITEMS_ORDERED, ITEMS_PLAIN };

/* The formula of the question, refuted: certificate kind impossible-items. */
struct items_proof {
    struct items_question question;
    int time;
    enum items_encoding encoding;
    int variables;
    size_t clauses;
    struct lrat lrat;
};

struct items_answer {
    enum verdict verdict;
    const char *reason;            /* for unknown: why; static */
    uint64_t nodes;                /* the engine's own measure of work */
    struct message_array messages; /* if feasible: all messages, checked; owned */
    struct message_list list;      /* if feasible: of these; borrows `messages`, so an answer is not
                                      copied */
    bool has_proof;           /* if infeasible: `proof` is there; else it rests on the search */
    struct items_proof proof; /* owned */
};

void items_answer_init(struct items_answer *answer);
void items_answer_clear(struct items_answer *answer);

/* Its certificate; it is borrowed. */
struct evidence evidence_of_impossible_items(const struct items_proof *proof);
