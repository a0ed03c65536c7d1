/* SPDX-License-Identifier: MIT */
/* Networks from files. Which kind a file is of is seen from how it begins.
 *
 *  - A list of edges, the nodes 0, 1, ..; a line for each of these, empty lines and lines that
 *    start with # are for the reader:
 *        U V                         an edge, both ways
 *        U-V=CAPACITY@LATENCY ..     edges, also several; both parts may be left out (1). All
 *                                    capacities of a file are numbers, as 2 or 12.5, or rates, as
 *                                    12.5GB/s
 *        U>V=CAPACITY@LATENCY ..     arcs, one way
 *        group CAPACITY U>V U>V ..   a group of arcs, which may stand before them. An arc that is
 *                                    in groups has a capacity of its own only where one is written
 *        link U-V=CAPACITY ..        the same as a line of edges without the word
 *        only V V-W ..               all but these nodes are left out, and their edges; those that
 *                                    stay are numbered anew, in their order
 *        forward V V-W ..            nodes that have and want nothing of their own, as switches
 *        size V=C ..                 so many chunks has, or is to get, the node V, where others
 * have one nic V=CAPACITY ..           ports to the outside, by which copies are joined:
 * file:NAME*4 name V TEXT                 what the node V is called Loops, arcs that stand twice,
 * and nodes without an edge below the largest are refused.
 *  - What `nvidia-smi topo -m` prints. NVk between two GPUs: k links. Where every two have the same
 *    k and an end would have more links than there are on a GPU, the links go to a switch: k out of
 *    each GPU and k into it; where it would not, and there are more than two GPUs, the text does
 *    not tell, and is refused. Other words (SYS, NODE, PHB, ..) are no link.
 *  - JSON and XML, in programs that have tools/steadycast/interchange/. libsteadycast refuses them:
 *    who links it shall not need the libraries that read them. */
#pragma once

#include <stddef.h>

#include "solver/network/network.h"

/* Reads `-` as well. `whole`: with the ports to the outside and what joins these with the nodes,
 * also where the nodes are joined without; as network_join_boxes needs it. STATUS_INPUT with file,
 * line and what stands there; STATUS_LIMIT for what is larger than networks, and for files above 1
 * GiB. O(bytes + edges log edges). */
enum status network_file_read(const char *path, bool whole, struct network *network,
                              struct failure *failure);

/* Reads a capacity in thousandths: a number up to 1000000, with up to three digits behind a point,
 * or, *rate, a rate in MB, GB, TB, Mbit (or Mb), Gbit or Tbit a second, with or without `/s` or
 * `ps`, in whole MB/s. False: it is neither. *at is moved behind it. */
bool network_read_capacity(const char **at, int *thousandths, bool *rate);

/* The unit of capacities in thousandths, all rates or none, that have `common` as their greatest
 * divisor: numbers that are whole stay what they are. *thousandths of a capacity of 1 in it. */
struct network_unit network_unit_of(int common, bool rate, int *thousandths);

/* The same with a list of edges that is there already; `name` for messages. */
enum status network_read_edges(const char *name, const char *text, struct network *network,
                               struct failure *failure);

/* A GPU, with so many links to switches, over which it is joined with all others that have some. */
struct network_gpu {
    int node, switched;
};

/* Numbers and ranges of nodes with commas between, as 0-3,8-11: marks them, from a text that begins
 * so up to its end or the first blank. STATUS_INPUT with the text. */
enum status network_read_nodes(const char *text, int nodes, bool *marks, struct failure *failure);

/* The network of `count` GPUs, the nodes 0 .. in any order, with links[u * count + v] from u to v,
 * 0 where both have links to switches. STATUS_INPUT with `none` where no two are joined. */
enum status network_of_gpus(const struct network_gpu *gpus, int count, const int *links,
                            const char *none, const char *name, struct network *network,
                            struct failure *failure);

/* Reads a text that begins with {, [ or <. It is not defined here but by the program, if at all
 * (a weak symbol). */
enum status network_read_others(const char *name, const char *text, bool whole,
                                struct network *network, struct failure *failure);

/* The failure with `NAME:LINE: ` before it, or `NAME: ` for line 0. Returns its status. */
enum status network_failure_at(const char *name, long line, enum status status,
                               struct failure *failure);
