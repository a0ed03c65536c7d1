/* SPDX-License-Identifier: MIT */
/* The models of lists of messages beside postal. Room for each processor: buffered 8 bytes, ports
 * 16, logp 20, graph 8 and the graph. */
#ifndef STEADYCHECK_MESSAGES_MACHINE_REST_H
#define STEADYCHECK_MESSAGES_MACHINE_REST_H

#include "core/messages_machine.h"
#include "rest/graph.h"

extern const struct machine_rules machine_buffered, machine_ports, machine_logp, machine_graph;

/* In place of machine_read: the model graph, whose line `duplex` is known. */
void machine_begin_graph(struct machine *machine, bool half_duplex);

/* Of a machine of this model that is open. */
const struct graph *machine_graph_of(const struct machine *machine);

#endif
