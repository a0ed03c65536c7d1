/* SPDX-License-Identifier: MIT */
/*
 * The broadcast of K items in blocks, told as messages.
 *
 * The processors stand in blocks; processor (i-1) mod r of a block of size r stands for the block
 * when item i is sent, 0 being the first of a block. Each item takes the same ways from block to
 * block, at the same times after it has left the source.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BLOCK_BROADCAST_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BLOCK_BROADCAST_H

#include <stddef.h>

#include "solver/items/items_schedule.h"

enum { BLOCK_BROADCAST_SOURCE = -1 };

/* One way of all items: item i is sent at i-1+time by block `from`, to one of block `to`. */
struct block_way {
    int time;
    int from; /* block, or BLOCK_BROADCAST_SOURCE */
    int to;
    bool active; /* to the processor that stands for the block */
    int place;   /* >= 0: to the one that block_receiver has for it (block_reception.h) */
    int shift;   /* else to processor (i-1+shift) mod r */
    bool early;  /* the last item is sent one step earlier, by block `to` */
    int wait;    /* in the receiver's buffer, if the receiver's active item, i+ahead, is there */
    int ahead;
};

enum { BLOCK_WAY_SHIFTED = -1 };

struct block_broadcast {
    struct message_machine machine;
    int items;
    int processors; /* N */
    int block_count;
    int *begin; /* begin[b]: the first processor, from 1 on, of block b = 0..block_count; owned */
    size_t way_count;
    struct block_way *ways; /* N of them; owned */
    int finish;
};

/* Room for so many blocks and N ways; begin[0] = 1, all else is empty. STATUS_INPUT for K < 1,
 * STATUS_LIMIT for N > MESSAGES_MOST_PROCESSORS and times beyond 2^31 - 1 when `longest` is the
 * last time of a reception for K = 1. */
enum status block_broadcast_new(const struct message_machine *machine, int processors,
                                int block_count, int items, int longest,
                                struct block_broadcast **made, struct failure *failure);

/*
 * The messages, told step by step, in O(messages of the step + N/64), which is more than 10^7 a
 * second; 25 N bytes are needed meanwhile. Whoever sends, or without buffers is sent, two messages
 * at a time is told as STATUS_INTERNAL. The schedule owns the broadcast. O(N log N).
 */
void block_broadcast_finish(struct block_broadcast *broadcast, struct items_schedule *schedule);

#endif
