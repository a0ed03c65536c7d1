/* SPDX-License-Identifier: MIT */
/*
 * Whether K items can be with all processors by a time T: who is asked, and what comes of it. The
 * engines (items_sat.h, items_backtrack.h) share this answer.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ANSWER_H
#define STEADYCAST_SOLVER_ITEMS_ANSWER_H

#include "solver/base/verdict.h"
#include "solver/certificate/evidence.h"
#include "solver/items/items_question.h"
#include "solver/model/message_array.h"
#include "solver/sat/lrat.h"

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

#endif
