/* SPDX-License-Identifier: MIT */
/* The payload of lists in rotation: who has which item is what processor 0 has. One bit for each
 * item.
 *
 * Why this is enough. A line stands for the same message with all processors turned by r and all
 * items by rK, for every r; so turning everything leaves the list as it is, and takes processor 0
 * to r. Whatever processor r has, sends and receives, and when, is what processor 0 does, turned;
 * and every rule speaks about one processor, or about who sends one message. So a rule is broken
 * somewhere if and only if it is broken at processor 0, as sender or as receiver; everybody gets
 * all items if processor 0 does; and the last time of all is its last time. */
#ifndef STEADYCHECK_MESSAGES_ROTATION_H
#define STEADYCHECK_MESSAGES_ROTATION_H

#include "core/messages_play.h"

/* The context is a struct item_list of all processors. */
extern const struct payload payload_rotation;

#endif
