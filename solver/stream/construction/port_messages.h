/* SPDX-License-Identifier: MIT */
/* The first K items of a stream with several ports (port_stream.h), message by message: the source
 * has all of them at time 0, and sends item i at time floor((i-1)/p). They are everywhere at time
 * L + t + ceil(K/p) - 1.
 *
 * Where each leaf stands in its word is found by M. Hall's theorem on p places for each position
 * and each value; which of the p items of a step it is, by colouring a bipartite graph of degree p
 * (Koenig), edge by edge with alternating paths. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/message_list.h"
#include "solver/model/schedule.h"

/* Receptions of all items of a step, and of all items, at most. */
enum { PORT_MESSAGES_MOST_LETTERS = 1 << 22, PORT_MESSAGES_MOST = 100000000 };

/* Fills `list`, which borrows `array` and has been played; the caller clears it. The schedule has
 * been checked. STATUS_LIMIT beyond the above, for more than MESSAGES_MOST_PROCESSORS, and when
 * stopped; the limits may be NULL. O(p N) room, O((t + K/p) p N log(p N)) time. */
enum status port_messages(const struct schedule *schedule, int items, struct message_array *array,
                          struct message_list *list, const struct limits *limits,
                          struct failure *failure);
