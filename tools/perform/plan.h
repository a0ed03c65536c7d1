/* SPDX-License-Identifier: MIT */
/* What one processor does in a list of messages: its receptions and its sends, in the order of the
 * schedule.
 *
 * All processors make their plans from the same list, message by message, so that to every send
 * there is a reception. A plan that passed plan_finish holds each item before it sends it, and a
 * message is received later than it is sent; so by induction on time no processor waits for ever,
 * however slow the others are, if each does its events in this order and waits for receptions
 * only. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/model/message_list.h"
#include "solver/network/network_problem.h"

struct plan_event {
    int time; /* when the sending begins, or when the item is there */
    bool send;
    int peer; /* to whom, or from whom */
    int item; /* 1..total; operands: 1 with the sender's own, else 0 */
};

/* A collective on a network: items are chunks, C for each commodity, numbered as in kind
 * network-schedule. */
struct plan_collective {
    int is_one;     /* 0: a list of messages */
    int collective; /* enum collective */
    int sums; /* a reduction: what is sent is the sum of all that is there, and is gone then */
    int root, chunks;
};

struct plan {
    struct message_list list; /* its head: who has what; list.each is not used */
    struct plan_collective collective;
    int processor;
    int total;                 /* of all sources: K, or PK */
    struct plan_event *events; /* owned */
    size_t count;
    bool lost; /* memory was refused; reported by plan_finish */
};

void plan_init(struct plan *plan, const struct message_list *list,
               const struct plan_collective *collective, int processor);
void plan_clear(struct plan *plan);

/* The processor has this item, or its operand, at the beginning; and should have it in the end. */
bool plan_owns(const struct plan *plan, int item);
bool plan_wants(const struct plan *plan, int item);

/* One message of the list, whoever sends it; in a list by rotation, P messages. */
void plan_add(struct plan *plan, const struct message *message);

/* Puts the events in order: by time, receptions first. Of items, but of collectives, which were
 * played (network_read.h): STATUS_INPUT if the processor
 * sends an item that it does not have, receives one twice, or does not have all in the end.
 * STATUS_SYSTEM for refused memory. O(n log n), one byte for each item beside the events. */
enum status plan_finish(struct plan *plan, struct failure *failure);
