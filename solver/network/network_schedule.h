/* SPDX-License-Identifier: MIT */
/* Schedules on networks: which chunk goes along which arc in which step; how they are played, and
 * their certificates (kind network-schedule). */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/network/network_task.h"

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

void network_schedule_init(struct network_schedule *schedule, const struct network_task *task);
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
