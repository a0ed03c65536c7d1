/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/ring_gossip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { WORD = 64 };

enum ring_rule ring_rule_of(int nodes, bool half) {
    if (!half)
        return RING_FULL;
    return nodes % 2 == 0 ? RING_HALF_EVEN : RING_HALF_ODD;
}

int ring_steps(enum ring_rule rule, int nodes) {
    switch (rule) {
    case RING_FULL:
        return nodes - 1;
    case RING_HALF_EVEN:
        return 2 * (nodes - 1);
    default:
        return 2 * nodes;
    }
}

/* The transmitters of a step: count nodes first, first + stride, .. modulo n. */
struct transmitters {
    int first, stride, count;
};

static struct transmitters transmitters_of(enum ring_rule rule, int nodes, int step) {
    switch (rule) {
    case RING_FULL:
        return (struct transmitters){0, 1, nodes};
    case RING_HALF_EVEN:
        return (struct transmitters){(step - 1) % 2, 2, nodes / 2};
    default:
        return (struct transmitters){step % nodes, 2, (nodes - 1) / 2};
    }
}

struct node {
    int held[RING_BUFFER]; /* the first one first */
    int count;
};

struct ring {
    enum ring_rule rule;
    int nodes;
    struct node *node;
    uint64_t *known; /* [node * words + ..]: a bit for each item */
    size_t words;
    int *sent; /* of this step: the item that node i sends, -1: none */
    struct ring_outcome outcome;
};

static int transmitter(const struct ring *ring, const struct transmitters *t, int k) {
    int i = t->first + k * t->stride;
    return i < ring->nodes ? i : i - ring->nodes;
}

static enum status ring_init(struct ring *ring, enum ring_rule rule, int nodes,
                             struct failure *failure) {
    size_t words = (size_t)nodes / WORD + 1;
    *ring = (struct ring){.rule = rule, .nodes = nodes, .words = words};
    ring->known = memory_new((size_t)nodes, words * sizeof *ring->known);
    TRY(memory_check(ring->known && NEW(nodes, ring->node, ring->sent), failure, "a ring"));
    for (int i = 0; i < nodes; i++) {
        ring->node[i] = (struct node){{i, 0}, 1};
        ring->known[(size_t)i * words + (size_t)i / WORD] |= UINT64_C(1) << i % WORD;
    }
    memset(ring->sent, -1, (size_t)nodes * sizeof *ring->sent);
    ring->outcome.buffer = 1;
    return STATUS_OK;
}

static void ring_clear(struct ring *ring) {
    FREE_ALL(ring->node, ring->known, ring->sent);
    *ring = (struct ring){0};
}

static bool fails(struct ring *ring, enum ring_fault fault, int step, int node) {
    ring->outcome.fault = fault;
    ring->outcome.step = step;
    ring->outcome.node = node;
    return false;
}

/* All send before anybody receives. */
static bool send_all(struct ring *ring, int step, const struct transmitters *t) {
    for (int k = 0; k < t->count; k++) {
        int i = transmitter(ring, t, k);
        struct node *node = &ring->node[i];
        if (node->count == 0)
            return fails(ring, RING_NOTHING_TO_SEND, step, i);
        ring->sent[i] = node->held[0];
        node->held[0] = node->held[1];
        node->count--;
    }
    return true;
}

static bool receive(struct ring *ring, int step, int i, int item) {
    struct node *node = &ring->node[i];
    uint64_t *word = &ring->known[(size_t)i * ring->words + (size_t)item / WORD];
    uint64_t bit = UINT64_C(1) << item % WORD;
    if (ring->rule != RING_FULL && ring->sent[i] >= 0)
        return fails(ring, RING_SENDS_AND_RECEIVES, step, i);
    if (*word & bit)
        return fails(ring, RING_KNOWN, step, i);
    if (node->count == RING_BUFFER)
        return fails(ring, RING_BUFFER_FULL, step, i);
    *word |= bit;
    node->held[node->count++] = item;
    if (node->count > ring->outcome.buffer)
        ring->outcome.buffer = node->count;
    ring->outcome.messages++;
    return true;
}

static bool receive_all(struct ring *ring, int step, const struct transmitters *t) {
    for (int k = 0; k < t->count; k++) {
        int i = transmitter(ring, t, k);
        if (!receive(ring, step, i + 1 < ring->nodes ? i + 1 : 0, ring->sent[i]))
            return false;
    }
    return true;
}

static enum status run(struct ring *ring, ring_step *emit, void *context, struct failure *failure) {
    int steps = ring_steps(ring->rule, ring->nodes);
    for (int step = 1; step <= steps; step++) {
        struct transmitters t = transmitters_of(ring->rule, ring->nodes, step);
        if (!send_all(ring, step, &t) || !receive_all(ring, step, &t))
            return STATUS_OK;
        TRY(emit ? emit(context, step, ring->sent, failure) : STATUS_OK);
        memset(ring->sent, -1, (size_t)ring->nodes * sizeof *ring->sent);
    }
    if (ring->outcome.messages != (long)ring->nodes * (ring->nodes - 1))
        fails(ring, RING_UNFINISHED, steps, 0);
    return STATUS_OK;
}

static bool takes(enum ring_rule rule, int nodes) {
    if (nodes < RING_LEAST || nodes > MESSAGES_MOST_PROCESSORS)
        return false;
    return rule == RING_FULL || (rule == RING_HALF_EVEN) == (nodes % 2 == 0);
}

enum status ring_run(enum ring_rule rule, int nodes, ring_step *emit, void *context,
                     struct ring_outcome *outcome, struct failure *failure) {
    if (!takes(rule, nodes))
        return failure_input(failure, "the rule is not for a ring of %d nodes", nodes);
    CLEANUP(ring_clear) struct ring ring = {0};
    TRY(ring_init(&ring, rule, nodes, failure));
    TRY(run(&ring, emit, context, failure));
    *outcome = ring.outcome;
    return STATUS_OK;
}

/* --- along a cycle of a network --- */

enum status ring_schedule_init(struct ring_schedule *schedule, const int *order, int nodes,
                               bool half, struct failure *failure) {
    int *place = memory_new((size_t)nodes, sizeof *place);
    TRY(memory_check(place, failure, "a ring"));
    for (int i = 0; i < nodes; i++)
        place[order[i]] = i;
    *schedule = (struct ring_schedule){order, place, nodes, ring_rule_of(nodes, half)};
    return STATUS_OK;
}

void ring_schedule_clear(struct ring_schedule *schedule) {
    free(schedule->place);
    *schedule = (struct ring_schedule){0};
}

struct teller {
    const struct ring_schedule *schedule;
    message_take *take;
    void *context;
    const struct limits *limits;
};

/* The messages of a step in the order of the nodes. */
static enum status tell_step(void *context, int step, const int *item, struct failure *failure) {
    struct teller *teller = context;
    const struct ring_schedule *schedule = teller->schedule;
    TRY(limits_check(teller->limits, failure));
    for (int v = 0; v < schedule->nodes; v++) {
        int i = schedule->place[v], next = i + 1 < schedule->nodes ? i + 1 : 0;
        if (item[i] < 0)
            continue;
        struct message message = {step - 1, v, schedule->order[next], schedule->order[item[i]] + 1,
                                  0};
        TRY(teller->take(teller->context, &message, failure));
    }
    return STATUS_OK;
}

enum status ring_schedule_each(const struct ring_schedule *schedule, message_take *take,
                               void *context, const struct limits *limits,
                               struct failure *failure) {
    struct teller teller = {schedule, take, context, limits};
    struct ring_outcome outcome;
    TRY(ring_run(schedule->rule, schedule->nodes, tell_step, &teller, &outcome, failure));
    if (outcome.fault != RING_FINE)
        return failure_internal(failure, "the ring of %d nodes fails in step %d", schedule->nodes,
                                outcome.step);
    return STATUS_OK;
}
