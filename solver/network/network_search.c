/* SPDX-License-Identifier: MIT */
#include "solver/network/network_search.h"

#include <stdlib.h>
#include <string.h>

#include "solver/proof/sat/decide.h"
#include "solver/proof/sat/refutation.h"

void network_refutation_clear(struct network_refutation *refutation) {
    free(refutation->lrat.numbers);
    *refutation = (struct network_refutation){.variables = 0};
}

enum status certificate_put_network_refutation(const void *body, struct certificate_output *output,
                                               const struct limits *limits,
                                               struct failure *failure) {
    const struct network_refutation *refutation = body;
    const struct network_task *task = &refutation->task;
    (void)limits;
    (void)failure;
    certificate_put_network(output, task->problem->network);
    certificate_put_collective(output, task->problem, task->stream);
    if (task->stream)
        certificate_print(output, "rate %d %d\ndelay %d\nwindow %d %d\n", task->items, task->per,
                          task->steps, task->first, task->window);
    else if (task->rounds == NETWORK_EVEN_ROUNDS)
        certificate_print(output, "chunks %d\nsteps %d\nrounds one\n", task->chunks, task->steps);
    else
        certificate_print(output, "chunks %d\nsteps %d\nrounds %d\n", task->chunks, task->steps,
                          task->rounds);
    certificate_print(output, "variables %d\nclauses %zu\n", refutation->variables,
                      refutation->clauses);
    certificate_print_lrat(output, &refutation->lrat);
    return STATUS_OK;
}

void network_found_clear(struct network_found *found) {
    network_schedule_clear(&found->schedule);
    network_refutation_clear(&found->refutation);
}

/* --- by the formula --- */

static enum status decode_model(const struct network_task *task, const struct formula *formula,
                                bool prove, struct sat_decision *decision,
                                struct network_found *found, struct failure *failure) {
    found->verdict = decision->verdict;
    if (decision->verdict == VERDICT_FEASIBLE && (!task->stream || task->period))
        return network_formula_decode(task, decision->model, &found->schedule, failure);
    if (decision->verdict == VERDICT_INFEASIBLE && prove) {
        found->refutation = (struct network_refutation){*task, formula->variables, formula->clauses,
                                                        decision->lrat};
        decision->lrat = (struct lrat){0};
    }
    return STATUS_OK;
}

enum status network_search(const struct network_task *task, const struct network_turn *turn,
                           bool prove, uint64_t most, const struct limits *limits,
                           uint64_t *decisions, struct network_found *found,
                           struct failure *failure) {
    CLEANUP(network_found_clear) struct network_found made = {.verdict = VERDICT_UNKNOWN};
    struct sat_decision decision;
    struct limits left = *limits;
    *found = made;
    if ((left.nodes && left.nodes <= *decisions) || limits_stop(limits))
        return STATUS_OK;
    left.nodes = left.nodes ? left.nodes - *decisions : 0;
    if (most && (!left.nodes || most < left.nodes))
        left.nodes = most;
    CLEANUP(formula_clear) struct formula formula = {0};
    enum status status = network_formula_build(task, &formula, failure);
    if (status)
        return but_limits(status);
    if (turn)
        TRY(network_formula_add_turns(task, turn, &formula, failure));
    TRY(sat_decide_by_size(&formula, prove ? SAT_WITH_PROOF : SAT_WITHOUT_PROOF, &left, &decision,
                           failure));
    *decisions += decision.nodes;
    status = decode_model(task, &formula, prove, &decision, &made, failure);
    sat_decision_clear(&decision);
    TRY(status);
    *found = TAKE(made);
    return STATUS_OK;
}

/* --- schedules with turns --- */

enum status network_turns_find(const struct network_problem *problem, const struct limits *limits,
                               struct network_turns *turns, struct failure *failure) {
    CLEANUP(network_turns_clear) struct network_turns made = {.steps = 0};
    for (int i = 0; i < TURN_ORDERS; i++)
        TRY(network_turn_find(problem, i + 2, limits, &made.turns[i], &made.found[i], failure));
    *turns = TAKE(made);
    return STATUS_OK;
}

void network_turns_clear(struct network_turns *turns) {
    for (int i = 0; i < TURN_ORDERS; i++)
        network_turn_clear(&turns->turns[i]);
}

enum status network_decide_turned(const struct network_task *task, struct network_turns *turns,
                                  uint64_t most, const struct limits *limits, uint64_t *decisions,
                                  struct network_found *found, struct failure *failure) {
    *found = (struct network_found){.verdict = VERDICT_UNKNOWN};
    if (turns->steps != task->steps)
        memset(turns->refuted, 0, sizeof turns->refuted);
    turns->steps = task->steps;
    for (int i = 0; i < TURN_ORDERS && found->verdict != VERDICT_FEASIBLE; i++)
        if (turns->found[i] && !turns->refuted[i]) {
            TRY(network_search(task, &turns->turns[i], false, most, limits, decisions, found,
                               failure));
            turns->refuted[i] = found->verdict == VERDICT_INFEASIBLE;
        }
    if (found->verdict == VERDICT_INFEASIBLE) /* which says nothing of other schedules */
        found->verdict = VERDICT_UNKNOWN;
    return STATUS_OK;
}
