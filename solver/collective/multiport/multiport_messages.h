/* SPDX-License-Identifier: MIT */
/* Chains of broadcasting boxes (Bar-Noy, Ho, section 4): the broadcaster sends k new messages in
 * every round into the first box, and what a box sends out goes into the next one.
 *
 * Theorem 7: a processor of box i knows a message t_i + (the delays of the boxes before i) rounds
 * after the round in which the broadcaster sent it. So m messages take ceil(m/k) rounds more the
 * largest of these.
 *
 * Proposition 8: n - 1 >= 1 processors beside the broadcaster are divided like this. If n is
 * (k+1)^d, there is one box, a nice one. Else, if n - 1 < 2k, one small box. Else (d, a) is the
 * largest pair, d first, of which the special box has no more than n - 1 processors, and the rest
 * is divided in the same way. The d of successive special boxes decrease: after a special box of
 * (d, a) fewer processors are left than (d, a+1), or (d+1, 1) if a = k, has more than it.
 *
 * With d_1 > d_2 > .. > d_s >= 2 for the special boxes, d_1 <= D = ceil(log_(k+1) n), and box i
 * ends d_i + i - 1 <= D rounds after the broadcaster sends; the last box, small and of time 2 or
 * less, s + 2 <= D + 1 rounds. It is D + 1 where s = D - 1 and the small box takes 2, and Theorem
 * 10 needs D; the formula of Corollary 9 is lost. results/THEOREMS.md section 17. */
#pragma once

#include "automata/status.h"
#include "solver/collective/multiport/multiport_trees.h"
#include "solver/items/items_schedule.h"

enum multiport_algorithm {
    MULTIPORT_BY_K_TREE,  /* one box, the k-tree algorithm */
    MULTIPORT_BY_ROTATION /* as the paper has it, Proposition 8 */
};

enum { MULTIPORT_MOST_BOXES = 40 };

struct multiport_chain {
    int ports;      /* k */
    int processors; /* n, the broadcaster included */
    int count;      /* boxes, the broadcaster not counted */
    struct multiport_box boxes[MULTIPORT_MOST_BOXES];
};

/* STATUS_INPUT unless n >= 2 and k >= 1; STATUS_LIMIT for n beyond MESSAGES_MOST_PROCESSORS, and
 * for k * n beyond MULTIPORT_MOST_NODES. */
enum status multiport_chain_make(enum multiport_algorithm algorithm, int ports, int processors,
                                 struct multiport_chain *chain, struct failure *failure);

/* The broadcast of m messages by a chain of boxes, as a list of messages in the model of ports with
 * latency 1: a round is a step.
 *
 * Message i is message (i-1) mod k of batch (i-1) / k, which the broadcaster sends in round
 * (i-1) / k; who is to receive it and when does not depend on m. So the list for m messages is the
 * list for more of them without the messages of higher number. */

/* How the messages of a round are emitted. */
enum multiport_order {
    MULTIPORT_IN_ORDER, /* as lists have to be */
    MULTIPORT_ANY_ORDER /* faster: for who plays them */
};

/* Fills `schedule` for m >= 1 messages. The chain is copied. O(k n + m) time and 9 k n bytes at
 * most; emitting costs O(1) for each message, and a sort of each round in order. */
enum status multiport_schedule_chain(const struct multiport_chain *chain, int items,
                                     enum multiport_order order, struct items_schedule *schedule,
                                     struct failure *failure);
