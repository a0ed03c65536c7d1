/* SPDX-License-Identifier: MIT */
/*
 * One number of steps, by formula. Where it is not decided soon, schedules are looked for in which
 * of each two steps, then of each three or four, all are the first one turned, and then the formula
 * goes on: the 3 x 5 mesh, half duplex, takes seconds with half turns, and minutes without.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multinode/gossip_formula.h"
#include "solver/collective/multinode/gossip_time.h"
#include "solver/proof/sat/decide.h"

/* Plays what was decoded. */
static enum status check(const struct gossip_graph *graph, bool half, int steps,
                         const struct message_array *messages, struct failure *failure) {
    struct message_graph edges = gossip_graph_of_messages(graph, half);
    struct message_list list = gossip_list(&edges, graph->nodes);
    enum status status = message_array_list(messages, &list, failure);
    if (!status && list.finish > steps)
        status = failure_set(failure, STATUS_INTERNAL, "a model of %d steps takes %d", steps,
                             list.finish);
    return status;
}

/* Messages of what their receivers have already are no part of a schedule: none are decoded, as a
 * model says when a node receives. */
static enum status take_model(const struct gossip_graph *graph, bool half, int steps,
                              const bool *model, struct message_array *messages,
                              struct failure *failure) {
    enum status status = gossip_formula_decode(graph, steps, model, messages, failure);
    return status ? status : check(graph, half, steps, messages, failure);
}

/* Decisions of the solvers: before turns are tried, and for these, which are tried once more with
 * many. */
enum { AT_FIRST = 100000, TURNED = 10000000, MOST_ORDER = 4 };

/* A question on its way through formulas. */
struct question {
    const struct gossip_graph *graph;
    bool half;
    int steps;
    const struct limits *limits;
    const struct formula *formula;
    uint64_t used; /* decisions */
    struct sat_decision decision;
};

/* False when the limits leave nothing; `most` 0: as many decisions as are left. */
static bool limits_left(const struct question *question, uint64_t most, struct limits *left) {
    *left = *question->limits;
    if (left->nodes && left->nodes <= question->used)
        return false;
    left->nodes = left->nodes ? left->nodes - question->used : 0;
    if (most && (!left->nodes || most < left->nodes))
        left->nodes = most;
    return !limits_stop(left);
}

/* Keeps the decision before if there is nothing left. */
static enum status ask(struct question *question, const struct formula *formula,
                       enum sat_proof proof, uint64_t most, struct failure *failure) {
    struct sat_decision decision;
    struct limits limits;
    if (!limits_left(question, most, &limits))
        return STATUS_OK;
    enum status status = sat_decide(formula, proof, &limits, &decision, failure);
    if (status)
        return status;
    question->used += decision.nodes;
    sat_decision_clear(&question->decision);
    question->decision = decision;
    return STATUS_OK;
}

/* What the formula says with turns asked for besides: a model is one of the formula, and no model
 * says nothing; *none: there is none. */
static enum status ask_turned(struct question *question, int order, const int *image, uint64_t most,
                              bool *none, struct failure *failure) {
    struct formula turned;
    enum status status =
        gossip_formula_build(question->graph, question->half, question->steps, &turned, failure);
    if (status)
        return status;
    status =
        gossip_formula_add_turns(question->graph, question->steps, order, image, &turned, failure);
    if (!status)
        status = ask(question, &turned, SAT_WITHOUT_PROOF, most, failure);
    formula_clear(&turned);
    *none = !status && question->decision.verdict == VERDICT_INFEASIBLE;
    if (*none) {
        sat_decision_clear(&question->decision);
        question->decision.reason = "a limit was reached";
    }
    return status;
}

/* All orders with few decisions, then those that are not refuted with many. */
static enum status try_turns(struct question *question, struct failure *failure) {
    int *image = memory_new((size_t)question->graph->nodes, sizeof *image);
    bool refuted[MOST_ORDER + 1] = {false};
    enum status status = image ? STATUS_OK : failure_memory(failure, "a turn");
    for (int i = 0; i < 2 * (MOST_ORDER - 1) && !status; i++) {
        int order = 2 + i % (MOST_ORDER - 1);
        bool found = false, *none = &refuted[order];
        if (*none || question->decision.verdict != VERDICT_UNKNOWN)
            continue;
        status = gossip_turn_find(question->graph, order, image, &found, failure);
        *none = !found;
        if (!status && found)
            status = ask_turned(question, order, image, i < MOST_ORDER - 1 ? AT_FIRST : TURNED,
                                none, failure);
    }
    free(image);
    return status;
}

static enum status decide(struct question *question, struct failure *failure) {
    enum status status = ask(question, question->formula, SAT_WITH_PROOF, AT_FIRST, failure);
    if (!status && question->decision.verdict == VERDICT_UNKNOWN)
        status = try_turns(question, failure);
    if (!status && question->decision.verdict == VERDICT_UNKNOWN)
        status = ask(question, question->formula, SAT_WITH_PROOF, 0, failure);
    return status;
}

enum status gossip_decide(const struct gossip_graph *graph, bool half, int steps,
                          const struct limits *limits, enum verdict *verdict,
                          struct message_array *messages, struct gossip_proof *proof,
                          const char **reason, struct failure *failure) {
    struct formula formula;
    const struct limits none = {0};
    enum status status = gossip_formula_build(graph, half, steps, &formula, failure);
    if (status)
        return status;
    struct question question = {graph,
                                half,
                                steps,
                                limits ? limits : &none,
                                &formula,
                                0,
                                {.verdict = VERDICT_UNKNOWN, .reason = "a limit was reached"}};
    struct sat_decision *decision = &question.decision;
    struct message_array found;
    message_array_init(&found);
    status = decide(&question, failure);
    if (!status && decision->verdict == VERDICT_FEASIBLE)
        status = take_model(graph, half, steps, decision->model, &found, failure);
    if (!status) {
        *proof = (struct gossip_proof){0};
        if (decision->verdict == VERDICT_INFEASIBLE) {
            *proof = (struct gossip_proof){graph,           half,          steps, formula.variables,
                                           formula.clauses, decision->lrat};
            decision->lrat = (struct lrat){0};
        }
        *verdict = decision->verdict;
        *reason = decision->reason;
        *messages = found;
    } else {
        message_array_clear(&found);
    }
    sat_decision_clear(decision);
    formula_clear(&formula);
    return status;
}
