/* SPDX-License-Identifier: MIT */
/* What lists of messages may have beside the model postal and items that each line names: other
 * models, and lists in rotation. Room for each processor: buffered 8 bytes, ports 16, logp 20, and
 * with `capacity flight` 4 ceil(L/g) more. */
#pragma once

#include "core/messages_machine.h"
#include "core/messages_play.h"

extern const struct machine_rules machine_buffered, machine_ports, machine_logp;

/* The payload of lists in rotation: who has which item is what processor 0 has. One bit for each
 * item.
 *
 * Why this is enough. A line stands for the same message with all processors turned by r and all
 * items by rK, for every r; so turning everything leaves the list as it is, and takes processor 0
 * to r. Whatever processor r has, sends and receives, and when, is what processor 0 does, turned;
 * and every rule speaks about one processor, or about who sends one message. So a rule is broken
 * somewhere if and only if it is broken at processor 0, as sender or as receiver; everybody gets
 * all items if processor 0 does; and the last time of all is its last time. The context is a struct
 * item_list of all processors. */
extern const struct payload payload_rotation;
