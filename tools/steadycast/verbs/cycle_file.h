/* SPDX-License-Identifier: MIT */
/*
 * The option --cycle of gossip: a file with the nodes of a cycle in their order.
 */
#ifndef STEADYCAST_TOOLS_CYCLE_FILE_H
#define STEADYCAST_TOOLS_CYCLE_FILE_H

#include "automata/status.h"

/* Reads `nodes` numbers with white space between them; *order is owned by the caller. STATUS_INPUT
 * for anything else. Whether it is a cycle is not seen. */
enum status cycle_file_read(const char *name, int nodes, int **order, struct failure *failure);

#endif
