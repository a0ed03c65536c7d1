/* SPDX-License-Identifier: MIT */
/* Everybody's items over the edges of a network. The detail is a struct network_time. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write_gossip.h"
#include "solver/question/engines.h"
#include "solver/question/network_time.h"

enum { LONGEST_LIST = 200000000 }; /* messages of a certificate: 4 GB */

static void clear_network(void *detail) {
    struct network_time *found = detail;
    if (found->is_found)
        gossip_time_clear(&found->time);
    gossip_network_clear(&found->network);
}

static enum status put_upper(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct network_time *found = body;
    int64_t nodes = found->network.graph.nodes;
    if (found->time.by != GOSSIP_PRODUCT && nodes * (nodes - 1) > LONGEST_LIST)
        return failure_set(failure, STATUS_LIMIT, "the schedule has more than %d messages",
                           LONGEST_LIST);
    return certificate_put_gossip_upper(output, &found->time, limits, failure);
}

static enum status put_lower(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct network_time *found = body;
    (void)limits;
    return certificate_put_gossip_lower(output, &found->time, failure);
}

static const char *const names_by[] = {
    [GOSSIP_NOBODY] = "nobody", [GOSSIP_RING_CYCLE] = "ring", [GOSSIP_PRODUCT] = "product",
    [GOSSIP_FORMULA] = "sat",   [GOSSIP_GREEDY] = "greedy",   [GOSSIP_TREE] = "tree"};

static enum status list(const void *detail, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    struct message_list all;
    enum status status =
        gossip_time_list(&((const struct network_time *)detail)->time, &all, failure);
    return status ? status : outcome_lend(&all, items, schedule, failure);
}

static enum status give(struct outcome *outcome, struct failure *failure) {
    const struct gossip_time *time = &((const struct network_time *)outcome->detail)->time;
    outcome->by = names_by[time->by];
    outcome->list = list;
    outcome->bound = outcome_evidence(outcome, certificate_kind_of_gossip_lower(time), put_lower);
    if (time->upper >= 0)
        outcome->schedule =
            outcome_evidence(outcome, certificate_kind_of_gossip_upper(time), put_upper);
    if (time->upper != time->lower)
        outcome_leave_open(outcome, time->reason);
    return outcome_give_range(outcome, time->lower, time->upper, failure);
}

enum status network_time_ask(const char *network, const char *base, bool half,
                             enum gossip_engine engine, const int *order,
                             const struct limits *limits, struct outcome *outcome,
                             struct failure *failure) {
    outcome_init(outcome, "nobody");
    enum status status =
        outcome_give_detail(outcome, NULL, sizeof(struct network_time), clear_network, failure);
    struct network_time *found = outcome->detail;
    if (!status)
        status = gossip_network_parse_in(network, base, &found->network, failure);
    if (status) { /* there is no network to clear */
        free(found);
        outcome->detail = NULL;
        return status;
    }
    status = gossip_time_find(&found->network, half, engine, order, limits, &found->time, failure);
    found->is_found = !status;
    if (!status)
        status = give(outcome, failure);
    if (status)
        outcome_clear(outcome);
    return status;
}

static enum status ask(const struct engine *engine, const struct question *question,
                       const struct engine_options *options, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure) {
    (void)options;
    return network_time_ask(question_text(question, KEY_NETWORK), question->base,
                            question_number(question, KEY_DUPLEX) == 1,
                            (enum gossip_engine)engine->method, NULL, limits, outcome, failure);
}

const struct engine network_engines[] = {
    {SUBJECT_GOSSIP, "any", ENGINE_DECIDES, ENGINE_HEEDS_NODES, false, NULL, ask,
     "ring, product, formulas for up to 16 nodes, then greedy", GOSSIP_ALL},
    {SUBJECT_GOSSIP, "ring", ENGINE_DECIDES, ENGINE_HEEDS_NODES, true, NULL, ask,
     "along a hamiltonian cycle", GOSSIP_BY_RING},
    {SUBJECT_GOSSIP, "product", ENGINE_DECIDES, ENGINE_HEEDS_NODES, true, NULL, ask,
     "from the best schedules of the factors", GOSSIP_BY_PRODUCT},
    {SUBJECT_GOSSIP, "sat", ENGINE_DECIDES, ENGINE_HEEDS_NODES, true, NULL, ask,
     "a formula for each number of steps from the lower bound on", GOSSIP_BY_SAT},
    {SUBJECT_GOSSIP, "greedy", ENGINE_DECIDES, 0, true, NULL, ask,
     "step by step, or along a spanning tree: any network", GOSSIP_BY_GREEDY},
    {.name = NULL}};
