/* SPDX-License-Identifier: MIT */
/*
 * Networks from files. Which kind a file is of is seen from how it begins.
 *
 *  - A list of edges, the nodes 0, 1, ..; a line for each of these, empty lines and lines that
 *    start with # are for the reader:
 *        U V                         an edge, both ways
 *        U-V=CAPACITY@LATENCY ..     edges, also several; both parts may be left out (1)
 *        U>V=CAPACITY@LATENCY ..     arcs, one way
 *        group CAPACITY U>V U>V ..   a group of arcs, which may stand before them. An arc that is
 *                                    in groups has a capacity of its own only where one is written
 *    Loops, arcs that stand twice, and nodes without an edge below the largest are refused.
 *  - What `nvidia-smi topo -m` prints. NVk between two GPUs: k links. Where every two have the same
 *    k and an end would have more links than there are on a GPU, the links go to a switch: k out of
 *    each GPU and k into it. Other words (SYS, NODE, PHB, ..) are no link.
 *  - JSON and XML, by a reader that programs give (tools/steadycast/interchange/): libraries that
 *    read them are no part of libsteadycast.
 */
#ifndef STEADYCAST_SOLVER_NETWORK_NETWORK_FILES_H
#define STEADYCAST_SOLVER_NETWORK_NETWORK_FILES_H

#include <stddef.h>

#include "solver/network/network.h"

/* Reads `-` as well. STATUS_INPUT with file, line and what stands there; STATUS_LIMIT for what is
 * larger than networks, and for files above 1 GiB. O(bytes + edges log edges). */
enum status network_file_read(const char *path, struct network *network, struct failure *failure);

/* The same with a list of edges that is there already; `name` for messages. */
enum status network_read_edges(const char *name, const char *text, struct network *network,
                               struct failure *failure);

/* Reads a text that begins with {, [ or <; it has no byte 0 but the one at its end. */
typedef enum status network_reader(const char *name, const char *text, struct network *network,
                                   struct failure *failure);

/* From now on in this program, before other threads are started. NULL, as in the beginning: such
 * files are refused. */
void network_files_use(network_reader *reader);

/* The failure with `NAME:LINE: ` before it, or `NAME: ` for line 0. Returns its status. */
enum status network_failure_at(const char *name, long line, enum status status,
                               struct failure *failure);

#endif
