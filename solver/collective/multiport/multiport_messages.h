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
#include "solver/model/message_list.h"

/* The boxes nice and special at work (Bar-Noy, Ho, sections 4.1 and 4.2), round by round.
 *
 * The processors stand in k rows of R, one row for each of the k messages of a batch; everybody
 * stays in its row, and all rows move alike. A row consists of d sets S_0 .. S_(d-1), of
 * 1, k+1, .., (k+1)^(d-1) processors (nice), or of 1, a, a(k+1), .., a(k+1)^(d-2) (special). In
 * round r all of S_j know the row's message of batch r-1-j, the batch that was sent in in that
 * round, and send nothing else:
 *
 *  - in S_j, j < d-1, each sends it to k processors of S_(d-1) of its own row (special: S_0 to a-1
 *    only). With the one that the new message is sent to, these are all of S_(d-1), exactly;
 *  - S_(d-1) sends it to all who do not know it yet: S_0 .. S_(d-2) of its own row and all of the
 *    other rows, k |S_(d-1)| - 1 sends for nice, and the last one sends it out;
 *  - special: S_0 sends it out, and to k-a processors of other rows that always stay in S_(d-1);
 *    so S_(d-1) has to send it to a k (k+1)^(d-2) processors, k times its number.
 *
 * Then S_j and those whom it sent to become S_(j+1), and who got the new message becomes S_0. Who
 * stands last in S_(d-1) receives from S_(d-2) and so remains last there: these stay, one in each
 * row; row i sends early to those of the rows i+1, .., i+k-a.
 *
 * Everybody receives at most k messages in a round. Nice: who is in S_(d-1) receives one from its
 * own row, and one from each other row's S_(d-1), any other one from each S_(d-1). Special: the
 * same, but the one who stays receives early from k-a other rows what their S_(d-1) will not send
 * it.
 *
 * For d = 2, a = 1 (2k processors, S_0 and S_1 of one each) nobody stays in S_1, and what the paper
 * says does not apply. There, let each two rows i < j play: i beats j in even rounds, j beats i in
 * odd ones. S_0 of row i sends early to S_0 of the rows that it beats, and to S_1 of those that
 * beat it; one round later, when it is S_1, to the other one of each, and to S_0 of its own row.
 * S_0 of row j receives from all that beat it now, and from all that beat it a round ago, that is
 * k-1 rows, and from its own; S_1 receives from all that it beats now and from all that it beat,
 * and what is sent in. So again it is k messages for everybody. */

struct multiport_rotation {
    struct multiport_box box;
    int ports;
    int first;  /* processor of place 0 of row 0 */
    int row;    /* R */
    int round;  /* from 0: when the first batch is sent in */
    int *start; /* [d+1]: where S_j begins among the places of a row; owned */
    int *order; /* [R]: who of the row stands at a place; owned */
    int *next;  /* the same, while it changes; owned */
};

/* Where the messages are emitted to; items above `items` are left out. */
struct multiport_emitter {
    int ports;
    int items; /* m */
    int time;  /* of the present round */
    message_take *take;
    void *context;
};

/* The message of row i in a batch (from 0), unless there is none. */
enum status multiport_emit(const struct multiport_emitter *emitter, int from, int to, int batch,
                           int row, struct failure *failure);

/* A box of kind nice or special in round 0, with processors first .. first + h - 1. */
enum status multiport_rotation_init(struct multiport_rotation *rotation, int ports,
                                    const struct multiport_box *box, int first,
                                    struct failure *failure);
void multiport_rotation_clear(struct multiport_rotation *rotation);

/* Who takes the new message of this row in this round. */
int multiport_rotation_receiver(const struct multiport_rotation *rotation, int row);

/* All that is sent within the box in this round. */
enum status multiport_rotation_each(const struct multiport_rotation *rotation,
                                    const struct multiport_emitter *emitter,
                                    struct failure *failure);

/* On to the next round. */
void multiport_rotation_turn(struct multiport_rotation *rotation);

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
