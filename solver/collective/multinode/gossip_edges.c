/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_edges.h"

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
