/* SPDX-License-Identifier: MIT */
/* The items of processor 0 brought to all ranks by MPI's own broadcast: what a schedule competes
 * with. */
#ifndef STEADYCAST_TOOLS_PERFORM_BROADCAST_H
#define STEADYCAST_TOOLS_PERFORM_BROADCAST_H

#include <mpi.h>

#include "tools/perform/item_data.h"

/* One item after the other, each by MPI_Bcast, which blocks. */
void broadcast_blocking(const struct item_data *data);

/* By MPI_Ibcast: `window` >= 1 items are under way at a time, with room for as many `requests`; the
 * next one begins when the oldest is done. */
void broadcast_pipelined(const struct item_data *data, MPI_Request *requests, int window);

#endif
