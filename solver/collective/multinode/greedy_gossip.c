/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/greedy_gossip.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { WORD = 64 };

/* A direction of an edge, and its urgency: 0 if nothing can go along it, at most n. */
struct arc {
    int from, to, urgency;
};

struct greedy {
    const struct network *network;
    bool half;
    enum greedy_order order;
    size_t words;
    uint64_t *has;  /* [node * words + ..]: a bit for each item, before this step */
    int *holders;   /* of each item, those of this step included */
    int *known;     /* of each node: items that it has */
    bool *sends;    /* in this step */
    bool *receives; /* in this step */
    struct arc *arcs;
    struct arc *sorted;
    int *first;   /* arcs of this urgency, while they are sorted */
    int64_t left; /* messages */
};

static void clear(struct greedy *greedy) {
    free(greedy->has);
    free(greedy->holders);
    free(greedy->known);
    free(greedy->sends);
    free(greedy->receives);
    free(greedy->arcs);
    free(greedy->sorted);
    free(greedy->first);
    *greedy = (struct greedy){0};
}

static uint64_t *row(const struct greedy *greedy, int node) {
    return &greedy->has[(size_t)node * greedy->words];
}

static void give(struct greedy *greedy, int node, int item) {
    row(greedy, node)[item / WORD] |= UINT64_C(1) << item % WORD;
    greedy->known[node]++;
}

static enum status init(struct greedy *greedy, const struct network *network, bool half,
                        enum greedy_order order, struct failure *failure) {
    size_t nodes = (size_t)network->nodes, arcs = (size_t)network->arc_count;
    *greedy = (struct greedy){
        .network = network, .half = half, .order = order, .words = nodes / WORD + 1};
    greedy->has = memory_new(nodes, greedy->words * sizeof *greedy->has);
    greedy->holders = memory_new(nodes, sizeof *greedy->holders);
    greedy->known = memory_new(nodes, sizeof *greedy->known);
    greedy->sends = memory_new(nodes, sizeof *greedy->sends);
    greedy->receives = memory_new(nodes, sizeof *greedy->receives);
    greedy->arcs = memory_new(arcs, sizeof *greedy->arcs);
    greedy->sorted = memory_new(arcs, sizeof *greedy->sorted);
    greedy->first = memory_new(nodes + 2, sizeof *greedy->first);
    if (!greedy->has || !greedy->holders || !greedy->known || !greedy->sends || !greedy->receives ||
        !greedy->arcs || !greedy->sorted || !greedy->first)
        return failure_memory(failure, "a greedy schedule");
    for (int v = 0; v < network->nodes; v++) {
        give(greedy, v, v);
        greedy->holders[v] = 1;
    }
    for (int i = 0, next = 0; i < network->arc_count; i++) {
        int from = network->arcs[i].from, to = network->arcs[i].to;
        if (from > to)
            continue;
        greedy->arcs[next++] = (struct arc){from, to, 0};
        greedy->arcs[next++] = (struct arc){to, from, 0};
    }
    greedy->left = (int64_t)network->nodes * (network->nodes - 1);
    return STATUS_OK;
}

static int count_new(const struct greedy *greedy, const struct arc *arc) {
    const uint64_t *from = row(greedy, arc->from), *to = row(greedy, arc->to);
    int count = 0;
    for (size_t w = 0; w < greedy->words; w++)
        count += __builtin_popcountll(from[w] & ~to[w]);
    return count;
}

static int urgency_of(const struct greedy *greedy, const struct arc *arc) {
    int new = count_new(greedy, arc), missing = greedy->network->nodes - greedy->known[arc->to];
    if (new == 0 || greedy->order == GREEDY_NEW)
        return new;
    return greedy->order == GREEDY_MISSING ? missing : (new + missing) / 2;
}

/* The most urgent come first. */
static void sort_arcs(struct greedy *greedy) {
    int arcs = greedy->network->arc_count, nodes = greedy->network->nodes, *first = greedy->first;
    memset(first, 0, ((size_t)nodes + 2) * sizeof *first);
    for (int i = 0; i < arcs; i++) {
        greedy->arcs[i].urgency = urgency_of(greedy, &greedy->arcs[i]);
        first[nodes - greedy->arcs[i].urgency + 1]++;
    }
    for (int i = 0; i <= nodes; i++)
        first[i + 1] += first[i];
    for (int i = 0; i < arcs; i++)
        greedy->sorted[first[nodes - greedy->arcs[i].urgency]++] = greedy->arcs[i];
}

static int rarest(const struct greedy *greedy, const struct arc *arc) {
    const uint64_t *from = row(greedy, arc->from), *to = row(greedy, arc->to);
    int best = -1;
    for (size_t w = 0; w < greedy->words; w++)
        for (uint64_t bits = from[w] & ~to[w]; bits; bits &= bits - 1) {
            int item = (int)w * WORD + __builtin_ctzll(bits);
            if (best < 0 || greedy->holders[item] < greedy->holders[best])
                best = item;
        }
    return best;
}

static bool is_free(const struct greedy *greedy, const struct arc *arc) {
    if (greedy->sends[arc->from] || greedy->receives[arc->to])
        return false;
    return !greedy->half || (!greedy->receives[arc->from] && !greedy->sends[arc->to]);
}

/* What is received is there only after the step. */
static void make_step(struct greedy *greedy, int time, struct message_array *messages) {
    size_t nodes = (size_t)greedy->network->nodes, before = messages->count;
    memset(greedy->sends, 0, nodes * sizeof *greedy->sends);
    memset(greedy->receives, 0, nodes * sizeof *greedy->receives);
    sort_arcs(greedy);
    for (int i = 0; i < greedy->network->arc_count && greedy->sorted[i].urgency > 0; i++) {
        const struct arc *arc = &greedy->sorted[i];
        if (!is_free(greedy, arc))
            continue;
        int item = rarest(greedy, arc);
        greedy->sends[arc->from] = greedy->receives[arc->to] = true;
        greedy->holders[item]++;
        greedy->left--;
        message_array_add(messages, &(struct message){time, arc->from, arc->to, item + 1, 0});
    }
    for (size_t i = before; i < messages->count; i++)
        give(greedy, messages->messages[i].to, messages->messages[i].item - 1);
}

bool greedy_gossip_is_cheap(const struct network *network, int64_t steps) {
    int64_t nodes = network->nodes, words = nodes / WORD + 1;
    int64_t step = network->arc_count * words + nodes * nodes;
    return steps <= GREEDY_GOSSIP_WORK / step;
}

enum status greedy_gossip_find(const struct network *network, bool half, enum greedy_order order,
                               int64_t most, const struct limits *limits,
                               struct message_array *messages, bool *found,
                               struct failure *failure) {
    CLEANUP(clear) struct greedy greedy = {0};
    enum status status = init(&greedy, network, half, order, failure);
    for (int time = 0; !status && greedy.left > 0 && time < most; time++) {
        status = limits_check(limits, failure);
        if (!status)
            make_step(&greedy, time, messages);
        if (!status && messages->lost)
            status = failure_memory(failure, "a list of messages");
    }
    *found = !status && greedy.left == 0;
    if (*found)
        message_array_sort(messages);
    return status;
}
