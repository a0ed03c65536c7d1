/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1992, section 5.2: broadcast with combining by a reduction followed by a broadcast.
 * The messages of both are played step by step in the postal model, where combining takes no time.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/single/single_tree.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/witness.h"

/* What one processor has, and when it was last busy. */
struct part {
    uint64_t value; /* of the operands that it has combined */
    int sent, received;
};

struct run {
    const struct single_tree *tree;
    int latency;
    int turn; /* B(P): when the reduction ends and the broadcast begins */
    struct part *parts;
    uint64_t *under_way; /* by receiver in the reduction's and the broadcast's tree: the sender's
                            value; each edge is used once in either direction */
    bool legal;
};

/* Numbers of which no two collections that come up have the same sum, but by an accident of 2^-64.
 */
static uint64_t operand(int processor) {
    uint64_t mixed = ((uint64_t)processor + 1) * 0x9e3779b97f4a7c15U;
    return (mixed ^ mixed >> 31) * 0xbf58476d1ce4e5b9U;
}

static void note_send(struct run *run, int from, int time) {
    run->legal = run->legal && run->parts[from].sent < time;
    run->parts[from].sent = time;
}

static void note_reception(struct run *run, int to, int time) {
    run->legal = run->legal && run->parts[to].received < time;
    run->parts[to].received = time;
}

/* Node v hands its value to its parent at turn - label: the broadcast turned round. */
static void reduce_step(struct run *run, int time) {
    const struct single_tree *tree = run->tree;
    for (int v = 1; v < tree->processors; v++)
        if (time == run->turn - tree->label[v] + run->latency) {
            note_reception(run, tree->parent[v], time);
            run->parts[tree->parent[v]].value += run->under_way[v];
        }
    for (int v = 1; v < tree->processors; v++)
        if (time == run->turn - tree->label[v]) {
            note_send(run, v, time);
            run->under_way[v] = run->parts[v].value;
        }
}

static void broadcast_step(struct run *run, int time) {
    const struct single_tree *tree = run->tree;
    for (int v = 1; v < tree->processors; v++)
        if (time == run->turn + tree->label[v]) {
            note_reception(run, v, time);
            run->parts[v].value = run->under_way[v];
        }
    for (int v = 1; v < tree->processors; v++)
        if (time == run->turn + tree->label[v] - run->latency) {
            note_send(run, tree->parent[v], time);
            run->under_way[v] = run->parts[tree->parent[v]].value;
        }
}

/* Whether everybody has the sum of all at the time 2 B(P). */
static bool plays(struct run *run) {
    int count = run->tree->processors;
    uint64_t all = 0;
    run->legal = true;
    for (int v = 0; v < count; v++) {
        run->parts[v] = (struct part){operand(v), -1, -1};
        all += operand(v);
    }
    for (int time = 0; time <= run->turn; time++)
        reduce_step(run, time);
    for (int time = run->turn; time <= 2 * run->turn; time++)
        broadcast_step(run, time);
    bool right = run->legal;
    for (int v = 0; v < count; v++)
        right = right && run->parts[v].value == all;
    return right;
}

/* That nobody is faster than B(P): one operand alone does not reach more than P-1 processors before
 * that. It is at most half of 2 B(P), so the factor is 2 or less. */
static enum status see_number(struct claim_job *job, struct witness *witness, int latency,
                              int processors, bool certify, struct failure *failure) {
    const struct logp_machine machine = {latency, 0, 1};
    struct single_tree tree;
    enum status status = single_tree_build(&machine, processors, &tree, failure);
    if (status)
        return status;
    int time = single_tree_time(&tree), known = 0;
    struct run run = {.tree = &tree,
                      .latency = latency,
                      .turn = time,
                      .parts = memory_new((size_t)processors, sizeof *run.parts),
                      .under_way = memory_new((size_t)processors, sizeof *run.under_way)};
    if (!run.parts || !run.under_way)
        status = failure_memory(failure, "what processors have");
    if (!status)
        claim_tell(&job->finding, CLAIM_AT("L P", latency, processors), claim_truth_of(plays(&run)),
                   CLAIM_MUTE,
                   "reduction and broadcast do not end at %d, twice the least time of either",
                   2 * time);
    while (known < processors && tree.label[known] < time)
        known++;
    if (!status && certify && time > 0)
        status = witness_reach(witness, &machine, time - 1, known, failure);
    free(run.parts);
    free(run.under_way);
    single_tree_clear(&tree);
    return status;
}

static enum status see_all(struct claim_job *job, const struct claim_range *latency,
                           const struct claim_range *processors,
                           const struct claim_range *certified, struct witness *witness,
                           struct failure *failure) {
    enum status status = STATUS_OK;
    for (long l = latency->first; l <= latency->last && !status; l++)
        for (long p = processors->first; p <= processors->last && !status; p++)
            status = see_number(job, witness, (int)l, (int)p,
                                certified->first <= p && p <= certified->last, failure);
    return status;
}

enum status try_reduce_broadcast(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, processors, certified;
    struct witness witness;
    enum status status = claim_range(job, "L", 1, 1000, &latency, failure);
    if (!status)
        status = claim_range(job, "P", 1, 10000, &processors, failure);
    if (!status)
        status = claim_range(job, "certified", 2, 10000, &certified, failure);
    if (!status)
        status = witness_open(job, "bounds.certs", &witness, failure);
    if (status)
        return status;
    status = see_all(job, &latency, &processors, &certified, &witness, failure);
    return witness_end(job, &witness, status, failure);
}
