/* SPDX-License-Identifier: MIT */
/* Schedules of broadcasts, allgathers and their reversals step by step, one round in each: of the
 * arcs along which something new can go the most urgent are taken first, as long as there is room
 * in their groups; along each goes the rarest of its chunks. Or node by node: the rarest chunks
 * that can come to it are matched with the arcs into it. In every step something is sent or under
 * way, so it ends; when, is seen when it is done. */
#pragma once

#include "solver/network/network_schedule.h"

/* What is urgent: along which much is new, whose receiver lacks much, or the sum of both; or nodes
 * are matched with chunks. Networks differ in which of them ends first. */
enum greedy_order { GREEDY_NEW, GREEDY_MISSING, GREEDY_BOTH, GREEDY_MATCHED, GREEDY_ORDERS };

struct greedy_rule {
    enum greedy_order order;
    uint64_t seed; /* ties are broken at random; 0: arcs and chunks as they are numbered */
};

/* About so many operations for a schedule of so many steps. */
double network_greedy_work(const struct network_task *task, enum greedy_order order, int64_t steps);

/* Chunks are for all nodes. The task has even rounds, its steps come out. *found is false if it
 * takes more than `most`. A step takes O(arcs chunks/64 + chunks), memory for 2 nodes chunks bits
 * and the messages. STATUS_LIMIT where the limits (may be NULL) say stop. */
enum status network_greedy(const struct network_task *task, struct greedy_rule rule, int most,
                           const struct limits *limits, struct network_schedule *schedule,
                           bool *found, struct failure *failure);
