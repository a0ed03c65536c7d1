/* SPDX-License-Identifier: MIT */
/* Networks as other programs describe them, in JSON and XML: network_read_others of
 * solver/network/network_files.h, with the place in its messages: a line, or of what is well-formed
 * JSON the element.
 *
 *  - a topology of msccl-tools, {"name": .., "links": [[..]], "switches": [[SOURCES, TARGETS,
 *    BANDWIDTH, NAME], ..]}: links[v][u] is the capacity of the arc from u to v, 0: none; a switch
 *    is a group of the arcs from one of its sources to one of its targets;
 *  - what NCCL and RCCL write to NCCL_TOPO_DUMP_FILE: the GPUs are the nodes, numbered by `rank`,
 *    or by `dev` where one has no rank; each says by `nvlink` or `xgmi` how many links it has to
 *    another, or to switches: then these GPUs are joined, with as many out of each and into it.
 *    Links to what is not in the file (a GPU that a job does not see) do not count. Where that
 * joins all GPUs it is the network, and capacities are numbers of links; else, and with `whole`,
 * all are rates, and PCI and CPUs join them too: see topology_box.c, and for rates
 *    topology_rates.c. */
#pragma once

#include "solver/network/network_files.h"

/* XML alone; up to TOPOLOGY_MOST_GPUS. */
enum { TOPOLOGY_MOST_GPUS = 1000 };
enum status topology_read_xml(const char *name, const char *text, bool whole,
                              struct network *network, struct failure *failure);
