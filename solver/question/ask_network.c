/* SPDX-License-Identifier: MIT */
/* Everybody's items over the edges of a network. The detail is a struct network_time. */
#include <stdlib.h>

#include "solver/collective/multinode/gossip_time.h"
#include "solver/question/engines.h"

/* The least time of multinode broadcasting on a network that is given by its name. */

/* The detail (outcome.h) of the engines of SUBJECT_ALLGATHER in a network. */
struct network_time {
    struct network_factors network;
    struct gossip_time time; /* borrows the network */
    bool is_found;           /* `time` is there */
};

enum { LONGEST_LIST = 200000000 }; /* messages of a certificate: 4 GB */

static void clear_network(void *detail) {
    struct network_time *found = detail;
    if (found->is_found)
        gossip_time_clear(&found->time);
    network_factors_clear(&found->network);
}

static enum status put_upper(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct network_time *found = body;
    int64_t nodes = found->time.whole->nodes;
    if (found->time.by != GOSSIP_PRODUCT && nodes * (nodes - 1) > LONGEST_LIST)
        return failure_set(failure, STATUS_LIMIT, "the schedule has more than %d messages",
                           LONGEST_LIST);
    return certificate_put_gossip_upper(&found->time, output, limits, failure);
}

static enum status put_lower(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    return certificate_put_gossip_lower(((const struct network_time *)body)->time.below, output,
                                        limits, failure);
}

static const char *const names_by[] = {
    [GOSSIP_NOBODY] = "nobody", [GOSSIP_RING_CYCLE] = "ring", [GOSSIP_PRODUCT] = "product",
    [GOSSIP_FORMULA] = "sat",   [GOSSIP_GREEDY] = "greedy",   [GOSSIP_TREE] = "tree"};

static enum status list(const void *detail, struct items_schedule *schedule,
                        struct failure *failure) {
    return gossip_time_list(&((const struct network_time *)detail)->time, &schedule->list, failure);
}

static enum status give(struct outcome *outcome, struct failure *failure) {
    const struct gossip_time *time = &((const struct network_time *)outcome->detail)->time;
    outcome->by = names_by[time->by];
    outcome->list = list;
    outcome->bound = outcome_evidence(outcome, gossip_lower_kind(time->below), put_lower);
    if (time->upper >= 0)
        outcome->schedule =
            outcome_evidence(outcome, certificate_kind_of_gossip_upper(time), put_upper);
    if (time->upper != time->lower)
        outcome_leave_open(outcome, time->reason);
    TRY(outcome_give_range(outcome, time->lower, time->upper, failure));
    TRY(outcome_add_number(outcome, "processors", time->whole->nodes, failure));
    TRY(outcome_add_number(outcome, "edges", time->graph.count, failure));
    return outcome_add_text(
        outcome, "proof", time->below->least.is_refuted ? "a refuted formula" : "prices", failure);
}

static enum status ask(const struct engine *engine, const struct question *question,
                       const struct engine_options *options, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure) {
    const struct machine machine = question_machine(question);
    TRY(outcome_give_detail(outcome, NULL, sizeof(struct network_time), clear_network, failure));
    struct network_time *found = outcome->detail;
    TRY(gossip_network_parse(machine.network, question->base, &found->network, failure));
    enum status status =
        gossip_time_find(&found->network, machine.half, (enum gossip_engine)engine->method,
                         options->cycle, limits, &found->time, failure);
    found->is_found = !status;
    return status ? status : give(outcome, failure);
}

static bool is_one_item(const struct question *question) {
    const struct machine machine = question_machine(question);
    return question_number(question, KEY_ITEMS) == 1 && machine.ports == 1 && !machine.links;
}

#define ROW(name, heeds, method, summary)                                                          \
    { MACHINE_NETWORK, name, ENGINE_DECIDES, heeds, ask, method, NULL, is_one_item, summary }

const struct engine network_engines[] = {
    ROW("any", ENGINE_HEEDS_NODES | ENGINE_SEARCHES | ENGINE_SINGLE_OUT, GOSSIP_ALL,
        "ring, product, formulas for up to 16 nodes, then greedy"),
    ROW("ring", ENGINE_HEEDS_NODES | ENGINE_SEARCHES, GOSSIP_BY_RING, "along a hamiltonian cycle"),
    ROW("product", ENGINE_HEEDS_NODES | ENGINE_SEARCHES, GOSSIP_BY_PRODUCT,
        "from the best schedules of the factors"),
    ROW("sat", ENGINE_HEEDS_NODES | ENGINE_SEARCHES, GOSSIP_BY_SAT,
        "a formula for each number of steps from the lower bound on"),
    ROW("greedy", 0, GOSSIP_BY_GREEDY, "step by step, or along a spanning tree: any network"),
    {.name = NULL}};
