/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_lower.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"

static const struct limits no_limits;

int64_t gossip_counted(int nodes, bool half) {
    int64_t n = nodes, most = half ? n / 2 : n;
    return n <= 1 ? 0 : (n * (n - 1) + most - 1) / most;
}

enum status gossip_lower_new(const struct network *network, bool half, const struct limits *limits,
                             struct gossip_lower **lower, struct failure *failure) {
    struct gossip_lower *made = memory_new(1, sizeof *made);
    if (!made)
        return failure_memory(failure, "a bound");
    enum status status = network_copy(network, &made->network, failure);
    if (!status)
        status = network_limit_ports(&made->network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL,
                                     1, failure);
    if (!status)
        status =
            network_problem_init(&made->problem, &made->network, COLLECTIVE_ALLGATHER, 0, failure);
    if (!status)
        status = network_time_begin(&made->problem, 1, limits ? limits : &no_limits, &made->least,
                                    failure);
    if (!status && made->least.lower == INT_MAX)
        status = failure_set(failure, STATUS_LIMIT, "no schedule has less than 2^31 steps");
    if (status)
        gossip_lower_free(made);
    else
        *lower = made;
    return status;
}

void gossip_lower_free(struct gossip_lower *lower) {
    if (!lower)
        return;
    network_least_clear(&lower->least);
    network_problem_clear(&lower->problem);
    network_clear(&lower->network);
    free(lower);
}

/* The schedule's sendings, in the order of messages. */
static enum status take_schedule(const struct gossip_lower *lower, struct message_array *messages,
                                 struct failure *failure) {
    const struct network_schedule *schedule = &lower->least.schedule;
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        const struct network_arc *arc = &lower->network.arcs[send->arc];
        message_array_add(messages, &(struct message){.time = send->step - 1,
                                                      .from = arc->from,
                                                      .to = arc->to,
                                                      .item = send->chunk});
    }
    message_array_sort(messages);
    return messages->lost ? failure_memory(failure, "a list of messages") : STATUS_OK;
}

enum status gossip_lower_decide(struct gossip_lower *lower, int steps, const struct limits *limits,
                                enum verdict *verdict, struct message_array *messages,
                                struct failure *failure) {
    struct network_least *least = &lower->least;
    least->lower = steps;
    TRY(network_time_decide(least, limits ? limits : &no_limits, verdict, failure));
    if (*verdict != VERDICT_FEASIBLE)
        return STATUS_OK;
    return take_schedule(lower, messages, failure);
}

const char *gossip_lower_kind(const struct gossip_lower *lower) {
    return lower->least.is_refuted ? "impossible-network" : "network-bound";
}

enum status certificate_put_gossip_lower(const void *body, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure) {
    const struct network_least *least = &((const struct gossip_lower *)body)->least;
    return least->is_refuted
               ? certificate_put_network_refutation(&least->refutation, output, limits, failure)
               : certificate_put_network_bound(&least->bound, output, limits, failure);
}
