/* SPDX-License-Identifier: MIT */
/*
 * Playing the messages of one item on a LogP machine, from the definition of the machine
 * (logp_machine.h) and nothing else.
 */
#ifndef STEADYCAST_SOLVER_SINGLE_PLAY_H
#define STEADYCAST_SOLVER_SINGLE_PLAY_H

#include <stddef.h>

#include "solver/model/logp_machine.h"
#include "solver/model/message_list.h"

struct single_played {
    int64_t finish; /* when the last one has it */
    int64_t sum;    /* over all processors, of when they have it */
};

/*
 * *fault: NULL if every processor but `source` receives the item exactly once, and who sends has
 * it, is not busy with another sending for o cycles and lets g pass between the beginnings of two;
 * else what is wrong, in words that stay. `messages` ascend by time, or at least those of each
 * sender do, and each stands behind the one by which its sender has the item. `has` gets, for each
 * of the P = processors, when it has the item (-1: never), and `sent` the beginning of its last
 * sending; both are the caller's room. Capacity needs no look: messages of one sender begin g
 * apart, so of those that are under way for L no more than ceil(L/g) are at a time. O(P +
 * messages).
 */
void single_play(const struct logp_machine *machine, int processors, int source,
                 const struct message *messages, size_t count, int64_t *has, int64_t *sent,
                 struct single_played *played, const char **fault);

#endif
