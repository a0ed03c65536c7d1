/* SPDX-License-Identifier: MIT */
/* Schedules on networks: which chunk goes along which arc in which step; how they are played, and
 * their certificates (kind network-schedule). */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/network/network_problem.h"

/* A task: a finite number of chunks that are to be sent over a network, by certain steps. Of a
 * collective there are C chunks of each commodity, S steps, and rounds; of a stream, a broadcast of
 * items that are born one after the other, W items in a row, or those of a period. */

/* One round in each step. */
enum { NETWORK_EVEN_ROUNDS = 0 };

struct network_task {
    const struct network_problem *problem; /* borrowed; of a stream a broadcast */
    bool stream;
    int steps; /* S; of a stream the delay D, for each item */
    /* Of a collective. */
    int chunks; /* C */
    int rounds; /* R in all steps together; or NETWORK_EVEN_ROUNDS */
    /* Of a stream: p items in q steps, in lowest terms; item i, from 1 on, is born before the step
     * floor((i - 1) q / p) + 1. */
    int items;  /* p */
    int per;    /* q */
    int first;  /* of the window; of a period 1 */
    int window; /* W; of a period T p / q */
    int period; /* T, a multiple of q: the schedule is repeated; 0: the window alone */
};

/* Of the task's chunk k, 0 .. network_task_chunks - 1, in the order of their numbers. */
struct network_chunk {
    int number; /* in certificates */
    int source;
    int target; /* or COMMODITY_TO_ALL */
    int birth;  /* steps before it is there, from the first birth of the window on */
};

int64_t network_task_chunks(const struct network_task *task);
struct network_chunk network_task_chunk(const struct network_task *task, int64_t k);

/* The chunk with this number in certificates; -1: there is none. O(log chunks). */
int64_t network_task_find(const struct network_task *task, int64_t number);

/* How many steps there are, for capacities: S, the last deadline of a window, T. */
int network_task_steps(const struct network_task *task);

/* The step, 1 .. network_task_steps, in which a sending of the chunk along the arc counts in a
 * group, that is made in its internal step j = 1 .. `steps`; another number: it can't be. */
int network_task_step(const struct network_task *task, int birth, int group, int arc, int j);

/* Steps before the birth of an item, from 1 on. */
static inline int64_t network_stream_birth(const struct network_task *task, int64_t item) {
    return (item - 1) * task->per / task->items;
}

struct network_send {
    int step; /* real, from 1 on; of a stream from the birth of item 1 on */
    int arc;
    int chunk; /* its number in certificates */
};

struct network_schedule {
    struct network_task task; /* with the chunks, steps and rounds, or the period, that it has */
    int *rounds;              /* of each step 1..S of a collective, at [step - 1]; owned */
    int64_t count;
    struct network_send *sends; /* by steps, arcs and chunks; owned */
};

void network_schedule_clear(struct network_schedule *schedule);

/* STATUS_MEMORY. In any order. */
enum status network_schedule_add(struct network_schedule *schedule, struct network_send send,
                                 struct failure *failure);

/* STATUS_LIMIT where the loads of all groups in so many steps would take too much memory. */
enum status network_schedule_check_loads(const struct network *network, int64_t steps,
                                         struct failure *failure);

/* Puts the sends in order and plays them by the rules of results/README.md, kind network-schedule;
 * the rounds of each step come out, as few as the loads need, and their sum is task.rounds. A task
 * with even rounds has one in each step. STATUS_INTERNAL with the first fault; STATUS_LIMIT where
 * there are too many loads, or the limits (may be NULL) say stop. O(sends log chunks + chunks nodes
 * + steps groups). */
enum status network_schedule_finish(struct network_schedule *schedule, const struct limits *limits,
                                    struct failure *failure);

/* The lines `collective` or `stream`. */
void certificate_put_collective(struct certificate_output *output,
                                const struct network_problem *problem, bool stream);

/* The lines from `chunks` on, and the whole body. */
void certificate_put_network_sends(struct certificate_output *output,
                                   const struct network_schedule *schedule);
enum status certificate_put_network_schedule(const void *schedule,
                                             struct certificate_output *output,
                                             const struct limits *limits, struct failure *failure);

/* A schedule on a clock: how long its messages take where a step has a cost and links have rates.
 * In steps, each begins when all messages of the one before have arrived, and takes as long as its
 * fullest group. Without steps a message leaves when its sender has the chunk, or all operands that
 * come to it before, and when its groups are free, in the order of the schedule. */

struct network_span {
    int64_t send;      /* its number in the schedule */
    double start, end; /* s; it is under way for alpha more */
};

struct network_clock {
    double alpha, chunk, beta;  /* s; bytes of a chunk; s a byte through a capacity of 1 */
    double stepped, flowing;    /* s of the whole, in steps and without */
    double *busy;               /* of each group, s, without steps; owned */
    int64_t *messages;          /* of each group; owned */
    struct network_span *spans; /* of all messages; owned */
};

/* alpha, chunk and beta are there, the rest is not; of a collective, played before. STATUS_LIMIT
 * when stopped; STATUS_MEMORY. `clock` is cleared by the caller in any case. O(messages groups of
 * an arc + chunks nodes). */
enum status network_clock_run(struct network_clock *clock, const struct network_schedule *schedule,
                              const struct limits *limits, struct failure *failure);
void network_clock_clear(struct network_clock *clock);

/* What goes along the groups of a network with one round in each step, while a schedule is made
 * step by step, in internal time: the loads of the steps that are near. */

struct network_loads {
    const struct network_problem *problem; /* borrowed */
    int ring;                              /* more than the longest latency */
    int *load;                             /* [step % ring * groups + group]; owned */
};

/* STATUS_MEMORY; cleared in any case. */
enum status network_loads_init(struct network_loads *loads, const struct network_problem *problem,
                               struct failure *failure);
void network_loads_clear(struct network_loads *loads);

/* Is there room for a sending along the arc in this step, or a later one of those that are near?
 * And what is sent. O(groups of the arc). */
bool network_loads_have_room(const struct network_loads *loads, int arc, int step);
void network_loads_add(struct network_loads *loads, int arc, int step);

/* The step is over: its place is for one that follows. */
void network_loads_end(struct network_loads *loads, int step);
