/* SPDX-License-Identifier: MIT */
/*
 * Dimakopoulos 1999, section 3, on graphs one by one: the algorithms for rings along a hamiltonian
 * cycle, played on the graph, and products of graphs that have one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multinode/hamiltonian.h"
#include "solver/model/message_play.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/multinode/gossip_points.h"
#include "tools/claims/methods/multinode/gossip_small.h"

/* Networks of any size, with a hamiltonian cycle, by the name of their family. */
static const struct hamiltonian_family {
    const char *format;
    int least;
    int most;
} families[] = {
    {"ring:%d", 3, 40},      {"complete:%d", 3, 30},
    {"wheel:%d", 4, 30},     {"torus:3x%d", 3, 40},
    {"torus:4x%d", 3, 40},   {"mesh:4x%d", 2, 40},
    {"hypercube:%d", 2, 10}, {"ccc:%d", 2, 7},
    {"debruijn:%d", 2, 10},  {"wrapped-butterfly:%d", 2, 7},
};

enum { FAMILIES = sizeof families / sizeof *families, TEXT_ROOM = 32 };

struct cycles {
    struct claim_job *job;
    struct gossip_stream stream;
    const char *text; /* of the graph; edges if it has no name */
    long most;        /* nodes */
    long found[2];    /* graphs with a cycle, full and half duplex */
    long messages;
};

/* Every message on the graph itself; *right: no fault. */
static enum status play(struct cycles *cycles, const struct gossip_time *time, bool *right,
                        struct failure *failure) {
    struct message_list list;
    enum status status = gossip_time_list(time, &list, failure);
    if (status)
        return status;
    status = message_verify(&list, NULL, &cycles->job->limits, failure);
    *right = !status;
    cycles->messages += list.count;
    return status == STATUS_INTERNAL ? STATUS_OK : status;
}

static enum status see_time(void *context, const struct gossip_time *time,
                            struct failure *failure) {
    struct cycles *cycles = context;
    int nodes = time->network->graph.nodes;
    int64_t bound = gossip_bound_counted(nodes, time->half);
    bool right;
    if (time->by != GOSSIP_RING_CYCLE || nodes > cycles->most)
        return STATUS_OK;
    enum status status = play(cycles, time, &right, failure);
    if (!status)
        status = gossip_stream_put(cycles->job, &cycles->stream, time, failure);
    if (status)
        return status;
    cycles->found[time->half]++;
    claim_tell(&cycles->job->finding, CLAIM_AT("n", nodes),
               claim_truth_of(right && time->upper == bound), CLAIM_MUTE,
               "%s, duplex %s: %ld steps along its cycle, the bound is %ld", cycles->text,
               time->half ? "half" : "full", (long)time->upper, (long)bound);
    return STATUS_OK;
}

static enum status small_graph(void *context, const struct gossip_network *network,
                               const char *text, struct failure *failure) {
    struct cycles *cycles = context;
    enum status status = STATUS_OK;
    cycles->text = text;
    for (int half = 0; half <= 1 && !status; half++) {
        struct gossip_time time;
        status = gossip_time_find(network, half, GOSSIP_BY_RING, NULL, &cycles->job->limits, &time,
                                  failure);
        if (!status) {
            status = see_time(cycles, &time, failure);
            gossip_time_clear(&time);
        }
    }
    return status;
}

/* A network of a family that has no cycle is a fault of the claim on networks, not of this one. */
static enum status try_family(struct cycles *cycles, const struct hamiltonian_family *family,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (int size = family->least; size <= family->most && !status; size++) {
        char text[TEXT_ROOM];
        snprintf(text, sizeof text, family->format, size);
        cycles->text = text;
        for (int half = 0; half <= 1 && !status; half++)
            status = gossip_with_time(cycles->job, text, half, GOSSIP_BY_RING, see_time, cycles,
                                      failure);
    }
    return status;
}

enum status try_hamiltonian_graphs(struct claim_job *job, struct failure *failure) {
    struct claim_range small, nodes;
    struct cycles cycles = {.job = job};
    enum status status = claim_range(job, "small", 3, GOSSIP_SMALL_MOST, &small, failure);
    if (!status)
        status = claim_range(job, "nodes", 3, 3000, &nodes, failure);
    if (!status)
        status = gossip_stream_open(job, &cycles.stream, failure);
    if (status)
        return status;
    cycles.most = nodes.last;
    for (int n = (int)small.first; n <= small.last && !status; n++)
        status = gossip_small_each(n, small_graph, &cycles, failure);
    long all = cycles.found[0];
    for (int i = 0; i < FAMILIES && !status; i++)
        status = try_family(&cycles, &families[i], failure);
    status = gossip_stream_end(job, &cycles.stream, status, failure);
    if (!status)
        fprintf(job->table,
                "all %ld hamiltonian graphs of %ld..%ld nodes, %ld networks: %ld messages played\n",
                all, small.first, small.last, cycles.found[0] - all, cycles.messages);
    return status;
}

/* --- products --- */

enum { MOST_GRAPHS = 64 };

struct factors {
    struct claim_job *job;
    int count;
    struct gossip_graph graphs[MOST_GRAPHS]; /* hamiltonian, owned */
};

static enum status collect(void *context, const struct gossip_network *network, const char *text,
                           struct failure *failure) {
    struct factors *factors = context;
    enum verdict verdict;
    int order[GOSSIP_SMALL_MOST];
    (void)text;
    enum status status = hamiltonian_search(&network->graph, NULL, order, &verdict, failure);
    if (status || verdict != VERDICT_FEASIBLE)
        return status;
    if (factors->count == MOST_GRAPHS)
        return failure_set(failure, STATUS_INPUT, "more than %d graphs", MOST_GRAPHS);
    status = gossip_graph_copy(&network->graph, &factors->graphs[factors->count], failure);
    factors->count += !status;
    return status;
}

/* By the definition of a product: node (a,b) is a times the nodes of B and b; neighbours differ in
 * one place, and there by an edge of the factor. */
static bool neighbours(const struct gossip_graph *a, const struct gossip_graph *b, int v, int w) {
    int v1 = v / b->nodes, v2 = v % b->nodes, w1 = w / b->nodes, w2 = w % b->nodes;
    return (v2 == w2 && gossip_graph_adjacent(a, v1, w1)) ||
           (v1 == w1 && gossip_graph_adjacent(b, v2, w2));
}

static bool is_cycle(const struct gossip_graph *a, const struct gossip_graph *b, const int *order) {
    bool seen[GOSSIP_SMALL_MOST * GOSSIP_SMALL_MOST] = {false};
    int nodes = a->nodes * b->nodes;
    for (int i = 0; i < nodes; i++) {
        if (order[i] < 0 || order[i] >= nodes || seen[order[i]] ||
            !neighbours(a, b, order[i], order[(i + 1) % nodes]))
            return false;
        seen[order[i]] = true;
    }
    return true;
}

/* The product of two graphs without a name. */
static enum status make_product(const struct gossip_graph *a, const struct gossip_graph *b,
                                struct gossip_network *network, struct failure *failure) {
    *network = (struct gossip_network){.count = 2};
    network->factors[0].family = network->factors[1].family = GOSSIP_LISTED;
    enum status status = gossip_graph_copy(a, &network->factors[0].graph, failure);
    if (!status)
        status = gossip_graph_copy(b, &network->factors[1].graph, failure);
    return status ? status : gossip_graph_product(a, b, &network->graph, failure);
}

static enum status try_pair(struct factors *factors, int first, int second,
                            struct failure *failure) {
    const struct gossip_graph *a = &factors->graphs[first], *b = &factors->graphs[second];
    int order[GOSSIP_SMALL_MOST * GOSSIP_SMALL_MOST];
    enum verdict verdict = VERDICT_UNKNOWN;
    struct gossip_network *network = memory_new(1, sizeof *network);
    if (!network)
        return failure_memory(failure, "a product");
    enum status status = make_product(a, b, network, failure);
    if (!status)
        status = hamiltonian_find(network, &factors->job->limits, order, &verdict, failure);
    gossip_network_clear(network);
    free(network);
    if (status)
        return status;
    bool found = verdict == VERDICT_FEASIBLE && is_cycle(a, b, order);
    claim_tell(&factors->job->finding, CLAIM_AT("n a b", a->nodes * b->nodes, a->nodes, b->nodes),
               verdict == VERDICT_UNKNOWN ? CLAIM_OPEN : claim_truth_of(found), CLAIM_MUTE,
               "graphs %d and %d: no hamiltonian cycle", first, second);
    return STATUS_OK;
}

enum status try_hamiltonian_products(struct claim_job *job, struct failure *failure) {
    struct claim_range small;
    enum status status = claim_range(job, "small", 3, GOSSIP_SMALL_MOST, &small, failure);
    if (status)
        return status;
    struct factors *factors = memory_new(1, sizeof *factors);
    if (!factors)
        return failure_memory(failure, "graphs");
    factors->job = job;
    for (int n = (int)small.first; n <= small.last && !status; n++)
        status = gossip_small_each(n, collect, factors, failure);
    for (int a = 0; a < factors->count && !status; a++)
        for (int b = 0; b < factors->count && !status; b++)
            status = try_pair(factors, a, b, failure);
    if (!status)
        fprintf(job->table,
                "products of all pairs of the %d hamiltonian graphs of %ld..%ld nodes\n",
                factors->count, small.first, small.last);
    for (int i = 0; i < factors->count; i++)
        gossip_graph_clear(&factors->graphs[i]);
    free(factors);
    return status;
}
