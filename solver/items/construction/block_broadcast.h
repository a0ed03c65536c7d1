/* SPDX-License-Identifier: MIT */
/* The broadcast of K items in blocks, as messages.
 *
 * The processors stand in blocks; processor (i-1) mod r of a block of size r stands for the block
 * when item i is sent, 0 being the first of a block. Each item takes the same ways from block to
 * block, at the same times after it has left the source. */
#pragma once

#include <stddef.h>

#include "solver/items/items_schedule.h"

enum { BLOCK_BROADCAST_SOURCE = -1 };

/* One way of all items: item i is sent at i-1+time by block `from`, to one of block `to`. */
struct block_way {
    int time;
    int from; /* block, or BLOCK_BROADCAST_SOURCE */
    int to;
    bool active; /* to the processor that stands for the block */
    int place;   /* >= 0: to the one that block_receiver has for it (block_digraph.h) */
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

/* The messages, emitted step by step, in O(messages of the step + N/64), which is more than 10^7 a
 * second; 25 N bytes are needed meanwhile. Whoever sends, or without buffers is sent, two messages
 * at a time is reported as STATUS_INTERNAL. The schedule owns the broadcast. O(N log N). */
void block_broadcast_finish(struct block_broadcast *broadcast, struct items_schedule *schedule);

/* Theorem 3.7 of Karp, Sahay, Santos, Schauser 1993: K items to N = f_t processors, the source
 * sending each of them once, in at most B(N) + 2L + K - 2 = t + 2L + K - 2 steps.
 *
 * The print exhibits the schedule for odd L; here it is corrected (block_digraph.h), and extended
 * to even L and to t < 2L (block_digraph.h), so that L >= 1 and t >= 0 are any with f_t <=
 * MESSAGES_MOST_PROCESSORS.
 *
 * Proof. Each item goes along the optimal tree, except that the transmissions to leaves may begin
 * later. A processor of a block of size r sends each item of its residue class r times, at times of
 * different residues mod r, which are the same for all items; so it sends once at a time. What it
 * sends is there: nothing is sent earlier than the tree allows. One inactive transmission arrives
 * at a block at a place, and no two receptions of one processor fall together
 * (block_digraph.h). All arrive by i + t + 2L - 2, but for the places that are late by one for
 * all items; for the last item p_{k mod r} has sent all L others by then, and the receiver gets
 * nothing else at k + t + 2L - 2: only one of the first L places of an item behind the last one
 * could come then.
 *
 * For other N there is no faithful extension here: the theorem follows from the schedules of
 * solver/stream/construction/best_schedule.h, which end at B(N) + L + K - 1 for L != 2 and at most
 * one later for L = 2, when 2L - 2 = L. */

/* Fills `schedule`. STATUS_INPUT for L < 1, t < 0 or K < 1, STATUS_LIMIT for too many processors or
 * times beyond 2^31 - 1. O(N log N) time, O(N) memory. */
enum status paper_items(int latency, int depth, int items, struct items_schedule *schedule,
                        struct failure *failure);
