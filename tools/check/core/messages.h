/* SPDX-License-Identifier: MIT */
/* Kind messages: a list of messages that bring items is played under its model, in one pass over
 * the file. Room: what the model keeps for each processor (postal: 4 bytes), 24 bytes for each
 * message on its way, and what messages_items.h says for the items under way. Memory for processors
 * and items that no line names is not used. */
#ifndef STEADYCHECK_MESSAGES_H
#define STEADYCHECK_MESSAGES_H

#include "core/messages_play.h"

/* What the program at hand takes beside lists in which each message stands for itself, up to NULL:
 * payloads of lists in rotation, of a struct item_list (messages_items.h), each asked for by a line
 * with its name behind `origins all`. It defines them. */
extern const struct payload *const messages_payloads[];

bool rule_messages(struct reader *reader);

#endif
