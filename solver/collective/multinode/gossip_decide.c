/* One number of steps, by formula. */
#include <stdlib.h>

#include "solver/collective/multinode/gossip_formula.h"
#include "solver/collective/multinode/gossip_player.h"
#include "solver/collective/multinode/gossip_time.h"
#include "solver/sat/decide.h"

/* Plays what was decoded. */
static enum status check(const struct gossip_graph *graph, bool half, int steps,
                         const struct message_array *messages, struct failure *failure) {
    struct message_graph edges = gossip_graph_of_messages(graph, half);
    struct message_list list;
    enum status status = gossip_list_of_array(messages, graph, &edges, &list, failure);
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

enum status gossip_decide(const struct gossip_graph *graph, bool half, int steps,
                          const struct limits *limits, enum verdict *verdict,
                          struct message_array *messages, struct gossip_proof *proof,
                          const char **reason, struct failure *failure) {
    struct formula formula;
    struct sat_decision decision;
    const struct limits none = {0};
    enum status status = gossip_formula_build(graph, half, steps, &formula, failure);
    if (status)
        return status;
    status = sat_decide(&formula, SAT_WITH_PROOF, limits ? limits : &none, &decision, failure);
    if (status) {
        formula_clear(&formula);
        return status;
    }
    struct message_array found;
    message_array_init(&found);
    if (decision.verdict == VERDICT_FEASIBLE)
        status = take_model(graph, half, steps, decision.model, &found, failure);
    if (!status) {
        *proof = (struct gossip_proof){0};
        if (decision.verdict == VERDICT_INFEASIBLE) {
            *proof = (struct gossip_proof){graph,           half,         steps, formula.variables,
                                           formula.clauses, decision.lrat};
            decision.lrat = (struct lrat){0};
        }
        *verdict = decision.verdict;
        *reason = decision.reason;
        *messages = found;
    } else {
        message_array_clear(&found);
    }
    sat_decision_clear(&decision);
    formula_clear(&formula);
    return status;
}
