/* SPDX-License-Identifier: MIT */
/*
 * Dimakopoulos 1999, section 5: half duplex, all dimensions odd. The algorithm for products is not
 * optimal there; how long it takes at least is found by cycles and formulas. Besides, the least
 * times of all small graphs, as a table.
 */
#include <stdio.h>
#include <stdlib.h>

#include "solver/certificate/write_gossip.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/multinode/gossip_points.h"
#include "tools/claims/methods/multinode/gossip_small.h"

/* Products of odd graphs which meet the bound (3); none is hamiltonian in the first group. */
static const struct network {
    const char *text;
    int nodes;
} networks[] = {
    {"mesh:3x3", 9},       {"torus:3x3", 9},     {"path:3*ring:3", 9}, {"torus:3x5", 15},
    {"path:3*ring:5", 15}, {"torus:5x5", 25},    {"torus:3x3x3", 27},  {"ring:3*bipartite:2x3", 15},
    {"torus:7x9", 63},     {"torus:5x7x9", 315},
};

enum { NETWORKS = sizeof networks / sizeof *networks };

struct open {
    struct claim_job *job;
    struct gossip_stream stream;
    const char *text;
    int64_t product; /* steps of the algorithm for products */
};

static enum status put(struct open *open, const struct gossip_time *time, struct failure *failure) {
    return gossip_stream_put(open->job, &open->stream, time, failure);
}

static enum status take_product(void *context, const struct gossip_time *time,
                                struct failure *failure) {
    struct open *open = context;
    long steps = 0;
    if (time->by != GOSSIP_PRODUCT)
        return failure_set(failure, STATUS_INTERNAL, "%s: no schedule of the product", open->text);
    for (int i = 0; i < time->network->count; i++)
        if (time->factors[i].finish != 2 * time->factors[i].graph->nodes)
            return failure_set(failure, STATUS_INTERNAL, "%s: factor %d does not meet the bound",
                               open->text, i + 1);
    enum status status = product_gossip_play(&time->product, &open->job->limits, &steps, failure);
    open->product = steps;
    return status ? status : put(open, time, failure);
}

/* The corrected statement: the bound is met all the same. */
static enum status take_least(void *context, const struct gossip_time *time,
                              struct failure *failure) {
    static const char *const by[] = {[GOSSIP_NOBODY] = "nobody",
                                     [GOSSIP_RING_CYCLE] = "a hamiltonian cycle",
                                     [GOSSIP_PRODUCT] = "the algorithm for products",
                                     [GOSSIP_FORMULA] = "a formula, no hamiltonian cycle",
                                     [GOSSIP_GREEDY] = "a greedy schedule",
                                     [GOSSIP_TREE] = "a spanning tree"};
    struct open *open = context;
    int64_t bound = gossip_bound_counted(time->network->graph.nodes, true);
    enum claim_truth corrected = CLAIM_OPEN;
    if (time->upper == bound)
        corrected = CLAIM_HOLDS;
    else if (time->lower > bound)
        corrected = CLAIM_FAILS;
    claim_tell(&open->job->finding, CLAIM_AT("n", time->network->graph.nodes),
               open->product > bound ? CLAIM_HOLDS : CLAIM_FAILS, corrected,
               "%s: bound %ld, product %ld, least %ld", open->text, (long)bound,
               (long)open->product, (long)time->upper);
    fprintf(open->job->table, "%-22s bound %4ld, algorithm for products %4ld, %ld by %s\n",
            open->text, (long)bound, (long)open->product, (long)time->upper, by[time->by]);
    return put(open, time, failure);
}

static enum status try_networks(struct open *open, long nodes, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < NETWORKS && !status; i++) {
        if (networks[i].nodes > nodes)
            continue;
        open->text = networks[i].text;
        status = gossip_with_time(open->job, open->text, true, GOSSIP_BY_PRODUCT, take_product,
                                  open, failure);
        if (!status)
            status = gossip_with_time(open->job, open->text, true, GOSSIP_ALL, take_least, open,
                                      failure);
    }
    return status;
}

/* --- the table of small graphs --- */

struct small {
    struct open *open;
    int nodes;
    int count[2]; /* of graphs, full and half */
    int met[2];   /* that meet the bound (1), (2) or (3) */
    int cycles;   /* that are hamiltonian */
};

static enum status small_time(struct small *small, const struct gossip_network *network,
                              const char *text, bool half, struct failure *failure) {
    struct gossip_time time;
    enum status status = gossip_time_find(network, half, GOSSIP_ALL, NULL,
                                          &small->open->job->limits, &time, failure);
    if (status)
        return status;
    int64_t bound = gossip_bound_counted(network->graph.nodes, half);
    bool cycle = time.by == GOSSIP_RING_CYCLE, met = time.upper == bound;
    small->count[half]++;
    small->met[half] += met;
    small->cycles += cycle && !half;
    if (time.upper != time.lower)
        status = failure_set(failure, STATUS_INTERNAL, "%s is not decided", text);
    if (!status)
        status = put(small->open, &time, failure);
    if (!status && !cycle && (met || network->graph.nodes <= 4))
        fprintf(small->open->job->table, "  %s, %s, not hamiltonian: %ld, bound %ld%s\n", text,
                half ? "half" : "full", (long)time.upper, (long)bound, met ? ", met" : "");
    gossip_time_clear(&time);
    return status;
}

static enum status small_graph(void *context, const struct gossip_network *network,
                               const char *text, struct failure *failure) {
    enum status status = small_time(context, network, text, false, failure);
    return status ? status : small_time(context, network, text, true, failure);
}

static enum status try_small(struct open *open, long most, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int nodes = 2; nodes <= most && !status; nodes++) {
        struct small small = {.open = open, .nodes = nodes};
        status = gossip_small_each(nodes, small_graph, &small, failure);
        if (!status)
            fprintf(open->job->table,
                    "%d nodes: %d connected graphs, %d hamiltonian; the bound is met by %d with "
                    "full duplex, %d with half\n",
                    nodes, small.count[0], small.cycles, small.met[0], small.met[1]);
    }
    return status;
}

enum status try_gossip_open(struct claim_job *job, struct failure *failure) {
    struct claim_range nodes, small;
    struct open open = {.job = job};
    enum status status = claim_range(job, "nodes", 9, 1000, &nodes, failure);
    if (!status)
        status = claim_range(job, "small", 2, GOSSIP_SMALL_MOST, &small, failure);
    if (!status)
        status = gossip_stream_open(job, &open.stream, failure);
    if (status)
        return status;
    status = try_networks(&open, nodes.last, failure);
    if (!status)
        status = try_small(&open, small.last, failure);
    return gossip_stream_end(job, &open.stream, status, failure);
}
