/* SPDX-License-Identifier: MIT */
/*
 * Which of its interfaces a processor with several ports uses for a message.
 */
#ifndef STEADYCAST_TOOLS_GOAL_PORTS_H
#define STEADYCAST_TOOLS_GOAL_PORTS_H

#include <stddef.h>

#include "solver/model/message_list.h"

/* LogGOPSim numbers interfaces by a byte. */
enum { GOAL_MOST_PORTS = 255 };

/*
 * Sets nic[i], 0 <= nic[i] < ports, for each of the messages, which are ordered by time: the number
 * of the interface at both ends, so that no two messages that are sent at one time share an
 * interface at their sender or at their receiver. There is such a choice, as no processor has more
 * than `ports` sends or receptions at a time (Koenig 1916: the edges of a bipartite graph of degree
 * p can be coloured with p colours). O(count * (ports + processors)) at worst; 16 bytes for each
 * port of all processors. STATUS_MEMORY for refused memory.
 */
enum status goal_ports(const struct message *messages, size_t count, int processors, int ports,
                       unsigned char *nic, struct failure *failure);

#endif
