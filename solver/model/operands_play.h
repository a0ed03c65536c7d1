/* SPDX-License-Identifier: MIT */
/*
 * Playing lists whose messages carry operands (struct message_list): each processor with the set of
 * the operands that it has combined. From the definition of kind combining, results/README.md. By
 * rotation all processors do the same, turned around, so that of processor 0 is played.
 */
#ifndef STEADYCAST_SOLVER_MODEL_OPERANDS_PLAY_H
#define STEADYCAST_SOLVER_MODEL_OPERANDS_PLAY_H

#include "solver/model/message_play.h"

/* As message_play, which calls it. P bits for each processor, by rotation for one, and for each
 * message on its way; O(P/64) a message, by rotation O(P). */
enum status operands_play(const struct message_list *list, const struct limits *limits,
                          struct message_play *play, struct message_fault *fault,
                          struct failure *failure);

#endif
