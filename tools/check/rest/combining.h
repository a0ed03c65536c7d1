/* SPDX-License-Identifier: MIT */
/* Kind combining: a payload of the player (messages_play.h), on the machine postal. Each processor,
 * and each message under way, has the set of the operands that it has combined. A processor that
 * combines a set with one that is not disjoint from it would have an operand twice from then on; so
 * after the last reception everybody has everything once if and only if no two sets met that were
 * not disjoint, and each one is full.
 *
 * A message of others only carries the set of its sender without the sender's operand, which is in
 * it at any time: what the sender has received. It must not be empty.
 *
 * In rotation all do the same, so the set of processor r is that of processor 0 turned by r, and
 * only this one is kept. A message from 0 to d comes with another one from -d to 0.
 *
 * Sets are bits, shared by those who have the same one, and there from the first line on that names
 * their processor: a line makes two of them at most, 4 GiB with the list of what is under way.
 * Time: P/64 words for each message. */
#ifndef STEADYCHECK_COMBINING_H
#define STEADYCHECK_COMBINING_H

#include "core/read.h"

enum { COMBINING_PROCESSORS_LIMIT = 20000 };

bool rule_combining(struct reader *reader);

#endif
