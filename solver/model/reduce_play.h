/* SPDX-License-Identifier: MIT */
/*
 * Playing lists by which operands are added up at one processor (struct message_list, `reduce`):
 * every other one sends its sum once, when it has received all that it is sent.
 */
#ifndef STEADYCAST_SOLVER_MODEL_REDUCE_PLAY_H
#define STEADYCAST_SOLVER_MODEL_REDUCE_PLAY_H

#include "solver/model/message_play.h"

/* As message_play, which calls it. O(1) a message, but for those on their way to one processor. */
enum status reduce_play(const struct message_list *list, const struct limits *limits,
                        struct message_play *play, struct message_fault *fault,
                        struct failure *failure);

#endif
