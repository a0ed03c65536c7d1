/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_network.h"

/* What a network has that a graph has not; `text` for messages. */
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
    return STATUS_OK;
}

static enum status graph_of_network(const struct network *network, const char *text,
                                    struct gossip_graph *graph, struct failure *failure) {
    struct edge_list list = {0};
    enum status status = check_plain(network, text, failure);
    if (status)
        return status;
    for (int a = 0; a < network->arc_count; a++)
        if (network->arcs[a].from < network->arcs[a].to)
            edge_list_add(&list, network->arcs[a].from, network->arcs[a].to);
    status = edge_list_make(&list, network->nodes, graph, failure);
    edge_list_clear(&list);
    return status;
}

static enum status multiply(struct gossip_network *network, struct failure *failure) {
    struct gossip_graph product;
    enum status status = gossip_graph_copy(&network->factors[0].graph, &product, failure);
    for (int i = 1; i < network->count && !status; i++) {
        struct gossip_graph larger;
        status = gossip_graph_product(&product, &network->factors[i].graph, &larger, failure);
        gossip_graph_clear(&product);
        if (!status)
            product = larger;
    }
    if (!status)
        network->graph = product;
    return status;
}

enum status gossip_network_parse(const char *text, struct gossip_network *network,
                                 struct failure *failure) {
    return gossip_network_parse_in(text, NULL, network, failure);
}

enum status gossip_network_parse_in(const char *text, const char *base,
                                    struct gossip_network *network, struct failure *failure) {
    struct gossip_network made = {0};
    struct network_factors factors;
    enum status status = network_factors_parse_in(text, base, &factors, failure);
    if (status)
        return status;
    for (int i = 0; i < factors.count && !status; i++) {
        struct gossip_factor *factor = &made.factors[i];
        *factor = (struct gossip_factor){factors.factors[i].family, factors.factors[i].size, {0}};
        status = graph_of_network(&factors.factors[i].network, text, &factor->graph, failure);
        made.count += !status;
    }
    network_factors_clear(&factors);
    made.graph = made.factors[0].graph; /* of one factor borrowed */
    if (!status && made.count > 1)
        status = multiply(&made, failure);
    if (status)
        gossip_network_clear(&made);
    else
        *network = made;
    return status;
}

void gossip_network_clear(struct gossip_network *network) {
    if (network->graph.edges != network->factors[0].graph.edges)
        gossip_graph_clear(&network->graph);
    for (int i = 0; i < network->count; i++)
        gossip_graph_clear(&network->factors[i].graph);
    *network = (struct gossip_network){0};
}
