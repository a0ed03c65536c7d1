/* SPDX-License-Identifier: MIT */
/* Boxes of nodes that are joined by their ports to the outside, and networks as text. */
#pragma once

#include <stdio.h>

#include "solver/network/network.h"

/* So many copies of a network, joined by links of the capacity of their ports to the outside: on
 * `rails` the first port of each at one node that only forwards, the second at another one, ..;
 * else all at one. Of B boxes with P nodes that take part, P b + i is the i-th of these in box b;
 * behind them stand the others of the boxes, and then those nodes. One copy is the same network.
 * STATUS_INPUT where it has no port; STATUS_LIMIT. O(copies * size log size). */
enum status network_join_boxes(const struct network *box, int copies, bool rails,
                               struct network *joined, struct failure *failure);

/* A network as a file of edges (network_files.h), which can be read again: the same but for the
 * order of groups, and for ports that count when something arrives. `numbers` of the nodes, NULL:
 * their own. The ports to the outside are not printed. STATUS_MEMORY. */
enum status network_print_edges(FILE *file, const struct network *network, const int *numbers,
                                struct failure *failure);

/* A capacity as such files have it: in its unit, a number or in GB/s. */
enum { NETWORK_RATE_ROOM = 32 };
void network_capacity_text(int64_t capacity, struct network_unit unit,
                           char text[NETWORK_RATE_ROOM]);
