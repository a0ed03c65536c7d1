/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_edges.h"

#include "automata/memory.h"

/* What a network may have, and these have not; `text` for messages. */
static enum status check_plain(const struct network *network, const char *text,
                               struct failure *failure) {
    for (int g = 0; g < network->group_count; g++)
        if (network->groups[g].count > 1)
            return failure_set(failure, STATUS_INPUT,
                               "'%.60s' has links that share a capacity (a switch, say): here "
                               "every link is for itself",
                               text);
    for (int a = 0; a < network->arc_count; a++) {
        const struct network_arc *arc = &network->arcs[a];
        if (arc->latency != 1)
            return failure_set(failure, STATUS_INPUT,
                               "'%.60s' has links of latency %d: here all have 1", text,
                               arc->latency);
        if (network_arc_number(network, arc->to, arc->from) < 0)
            return failure_set(failure, STATUS_INPUT,
                               "'%.60s' has a link %d>%d one way: here all go both ways", text,
                               arc->from, arc->to);
    }
    return network_check_connected(network, failure);
}

int64_t gossip_counted(int nodes, bool half) {
    int64_t n = nodes, most = half ? n / 2 : n;
    return n <= 1 ? 0 : (n * (n - 1) + most - 1) / most;
}

bool gossip_is_both_ways(const struct network *network) {
    bool both = true;
    for (int a = 0; a < network->arc_count && both; a++)
        both = network->arcs[a].latency == 1 &&
               network_arc_number(network, network->arcs[a].to, network->arcs[a].from) >= 0;
    return both;
}

bool gossip_is_plain(const struct network *network) {
    bool plain = gossip_is_both_ways(network);
    for (int g = 0; g < network->group_count && plain; g++)
        plain = network->groups[g].count == 1;
    return plain;
}

enum status gossip_network_parse(const char *text, const char *base,
                                 struct network_factors *factors, struct failure *failure) {
    TRY(network_factors_parse_in(text, base, factors, failure));
    enum status status = STATUS_OK;
    for (int i = 0; i < factors->count && !status; i++)
        status = check_plain(&factors->factors[i].network, text, failure);
    if (status)
        network_factors_clear(factors);
    return status;
}
