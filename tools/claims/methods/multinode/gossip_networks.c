/* SPDX-License-Identifier: MIT */
/*
 * Dimakopoulos 1999, section 3: which networks have a hamiltonian cycle. Cycles are checked edge by
 * edge; that there is none is found by exhausted search.
 */
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write_gossip.h"
#include "solver/collective/multinode/hamiltonian.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/multinode/gossip_points.h"

/* The paper's families; `butterfly` is the ordinary one, with D+1 levels. */
static const struct network_family {
    const char *format;
    int least; /* with three nodes and more */
    int most;
    int step;
    bool butterfly;
} families[] = {
    {"ring:%d", 3, 60, 1, false},
    {"ring:%d", 1000, 100000, 11000, false},
    {"torus:3x%d", 3, 40, 1, false},
    {"torus:4x%d", 3, 40, 1, false},
    {"torus:3x5x%d", 3, 30, 1, false},
    {"torus:101x%d", 101, 900, 111, false},
    {"hypercube:%d", 2, 16, 1, false},
    {"ccc:%d", 2, 12, 1, false},
    {"debruijn:%d", 2, 16, 1, false},
    {"butterfly:%d", 1, 12, 1, true},
    {"wrapped-butterfly:%d", 2, 12, 1, false},
};

enum { FAMILIES = sizeof families / sizeof *families, MOST_POINTS = 1000, TEXT_ROOM = 32 };

struct point {
    const struct network_family *family;
    int size;
    int nodes;
    enum verdict verdict;
};

static int by_nodes(const void *left, const void *right) {
    const struct point *a = left, *b = right;
    if (a->nodes != b->nodes)
        return a->nodes < b->nodes ? -1 : 1;
    return (a->family > b->family) - (a->family < b->family);
}

static void text_of(const struct point *point, char text[TEXT_ROOM]) {
    snprintf(text, TEXT_ROOM, point->family->format, point->size);
}

/* Networks of a certain size are small enough for their messages to be written. */
enum { WRITTEN_NODES = 70 };

static enum status see(struct claim_job *job, struct gossip_stream *stream, struct point *point,
                       struct gossip_network *network, struct failure *failure) {
    char text[TEXT_ROOM];
    text_of(point, text);
    enum status status = gossip_network_parse(text, network, failure);
    if (status)
        return status;
    point->nodes = network->graph.nodes;
    int *order = memory_new((size_t)point->nodes, sizeof *order);
    if (order)
        status = hamiltonian_find(network, &job->limits, order, &point->verdict, failure);
    else
        status = failure_memory(failure, "a cycle");
    free(order);
    gossip_network_clear(network);
    bool written = point->verdict == VERDICT_FEASIBLE && point->nodes <= WRITTEN_NODES;
    for (int half = 0; half <= 1 && !status && written; half++)
        status = gossip_stream_add(job, stream, text, half, GOSSIP_BY_RING, failure);
    return status;
}

static enum status see_all(struct claim_job *job, struct gossip_stream *stream,
                           struct point *points, int *count, long most, struct failure *failure) {
    struct gossip_network *network = memory_new(1, sizeof *network);
    enum status status = network ? STATUS_OK : failure_memory(failure, "a network");
    for (int i = 0; i < FAMILIES && !status; i++) {
        const struct network_family *f = &families[i];
        for (int size = f->least; size <= f->most && !status; size += f->step) {
            struct point point = {f, size, 0, VERDICT_UNKNOWN};
            status = see(job, stream, &point, network, failure);
            if (point.nodes > most)
                break;
            points[(*count)++] = point;
        }
    }
    free(network);
    return status;
}

/* Butterflies are read as wrapped ones; the sharper statement says of ordinary ones besides that
 * none but the first, a ring of four, has a cycle. */
static void tell(struct claim_job *job, const struct point *point) {
    static const enum claim_truth found[] = {[VERDICT_UNKNOWN] = CLAIM_OPEN,
                                             [VERDICT_FEASIBLE] = CLAIM_HOLDS,
                                             [VERDICT_INFEASIBLE] = CLAIM_FAILS};
    const char *what =
        point->verdict == VERDICT_FEASIBLE ? "a hamiltonian cycle" : "no hamiltonian cycle";
    char text[TEXT_ROOM];
    enum claim_truth claim = found[point->verdict], corrected = claim;
    if (point->family->butterfly && point->size >= 2 && claim != CLAIM_OPEN)
        corrected = claim == CLAIM_FAILS ? CLAIM_HOLDS : CLAIM_FAILS;
    text_of(point, text);
    claim_tell(&job->finding, CLAIM_AT("n", point->nodes),
               point->family->butterfly ? CLAIM_MUTE : claim, corrected, "%s: %s", text, what);
}

static void print(struct claim_job *job, const struct point *points, int count) {
    for (int i = 0; i < FAMILIES; i++) {
        int cycles = 0, none = 0, most = 0;
        for (int k = 0; k < count; k++)
            if (points[k].family == &families[i]) {
                cycles += points[k].verdict == VERDICT_FEASIBLE;
                none += points[k].verdict == VERDICT_INFEASIBLE;
                most = points[k].nodes;
            }
        if (cycles + none)
            fprintf(job->table, "%-22s %3d with a cycle, %3d without, up to %6d nodes\n",
                    families[i].format, cycles, none, most);
    }
}

enum status try_hamiltonian_networks(struct claim_job *job, struct failure *failure) {
    struct claim_range nodes;
    struct gossip_stream stream;
    int count = 0;
    enum status status = claim_range(job, "nodes", 3, 1000000, &nodes, failure);
    if (status)
        return status;
    struct point *points = memory_new(MOST_POINTS, sizeof *points);
    if (!points)
        return failure_memory(failure, "networks");
    status = gossip_stream_open(job, &stream, failure);
    if (!status) {
        status = see_all(job, &stream, points, &count, nodes.last, failure);
        /* no schedule of the ordinary butterfly meets the bounds either */
        for (int half = 0; half <= 1 && !status; half++)
            status = gossip_stream_add_bound(job, &stream, "butterfly:2", half, failure);
        status = gossip_stream_end(job, &stream, status, failure);
    }
    if (!status) {
        qsort(points, (size_t)count, sizeof *points, by_nodes);
        for (int i = 0; i < count; i++)
            tell(job, &points[i]);
        print(job, points, count);
    }
    free(points);
    return status;
}
