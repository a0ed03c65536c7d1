/* SPDX-License-Identifier: MIT */
/* Multinode broadcasting along a ring, by the algorithms of Dimakopoulos 1999, section 3: every
 * node has a buffer, first in, first out, that holds its own message at first; who transmits sends
 * the first message of its buffer to the next node, which puts it last into its own.
 *
 *  - full duplex: everybody transmits in every step; n-1 steps.
 *  - half duplex, n even: the nodes 0, 2, .. in the first step, 1, 3, .. in the second, and so on;
 *    2(n-1) steps.
 *  - half duplex, n odd (Theorem 1): in step j = 1..2n the nodes j, j+2, .., j+n-3 modulo n; node
 *    j-1 takes no part. The paper's list goes on to j+(n-1), which is node j-1 once more.
 *
 * All of these are the least times: results/THEOREMS.md, section 16. */
#pragma once

#include "solver/model/message_list.h"

enum ring_rule { RING_FULL, RING_HALF_EVEN, RING_HALF_ODD };

/* The rule of a ring of n nodes that works. */
enum ring_rule ring_rule_of(int nodes, bool half);

/* How many steps it takes; n >= 1. */
int ring_steps(enum ring_rule rule, int nodes);

enum ring_fault {
    RING_FINE,
    RING_NOTHING_TO_SEND, /* an empty buffer */
    RING_SENDS_AND_RECEIVES,
    RING_BUFFER_FULL,
    RING_KNOWN, /* a node receives what it has */
    RING_UNFINISHED
};

/* What came out of running it, node by node. */
struct ring_outcome {
    enum ring_fault fault; /* the first, in order of steps */
    int step;              /* of the fault, from 1 on */
    int node;
    int buffer;    /* most messages in one buffer between two steps */
    long messages; /* received */
};

enum { RING_BUFFER = 2, RING_LEAST = 2 };

/* Half duplex rules for odd n take n >= 3, for even n >= 2. Emitted for each step: item[i] is the
 * node whose message node i sends, -1: none. `emit` may be NULL. */
typedef enum status ring_step(void *context, int step, const int *item, struct failure *failure);

/* Runs the rule for its number of steps, or to its first fault, and checks what each node receives
 * (a bit for each pair of nodes). STATUS_INPUT for numbers of nodes that the rule does not take.
 * About 3 ns a message. */
enum status ring_run(enum ring_rule rule, int nodes, ring_step *emit, void *context,
                     struct ring_outcome *outcome, struct failure *failure);

/* A ring that is found in a network: node order[i] is place i of it. */
struct ring_schedule {
    const int *order; /* borrowed; a hamiltonian cycle */
    int *place;       /* of each node; owned */
    int nodes;
    enum ring_rule rule;
};

enum status ring_schedule_init(struct ring_schedule *schedule, const int *order, int nodes,
                               bool half, struct failure *failure);
void ring_schedule_clear(struct ring_schedule *schedule);

/* Its messages, by time, then by sender. */
enum status ring_schedule_each(const struct ring_schedule *schedule, message_take *take,
                               void *context, const struct limits *limits, struct failure *failure);
