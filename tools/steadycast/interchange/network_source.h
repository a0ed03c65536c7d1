/* SPDX-License-Identifier: MIT */
/* What `convert` writes of certificates about networks: schedules of kind network-schedule, or of a
 * point of kind network-frontier; and an allreduce, composed of a schedule that reduces and one
 * that brings the sums to all. */
#pragma once

#include "solver/network/network_read.h"
#include "tools/steadycast/interchange/interchange.h"

enum { NETWORK_PARTS = 2 };

/* Not to be copied (network_read.h). */
struct network_source {
    int parts; /* 2: composed */
    struct network_read part[NETWORK_PARTS];
};
void network_source_clear(struct network_source *source);

/* STATUS_INPUT, with the name before it, where nodes have sizes (network_set_sizes). */
enum status network_one_size(const struct network *network, const char *name,
                             struct failure *failure);

/* STATUS_INPUT, with the format, where nodes of the network have sizes, or only forward: for
 * formats whose ranks all have the same data. */
enum status network_ranks(const struct network_source *source, const char *format,
                          struct failure *failure);

/* network_schedule_finish for one that others have made: STATUS_INPUT, with the name before it,
 * where it does not do what it is to do. */
enum status network_schedule_judge(struct network_schedule *schedule, const char *name,
                                   const struct limits *limits, struct failure *failure);

/* The schedules one behind the other are an allreduce: reduce-scatter and allgather, or reduce and
 * broadcast from the same root, on one network; of different numbers of chunks both are cut into
 * more, so that they have as many. STATUS_INPUT if they are not; STATUS_LIMIT, STATUS_MEMORY. */
enum status network_source_compose(struct network_source *source, struct failure *failure);

/* The sends as messages of a postal machine, that wait for as long as their arcs have more latency
 * than it: the order is what counts. What the list borrows is returned, and the caller's; NULL
 * without memory. */
struct message *network_messages(const struct network_schedule *schedule,
                                 struct interchange_list *list);

/* Of a collective the same among those nodes that take part, which are the ranks 0, 1, .. in this
 * order, with their chunks: nodes that only forward are passed through. `*messages` are the
 * caller's. STATUS_MEMORY. */
enum status network_rank_messages(const struct network_schedule *schedule,
                                  struct interchange_list *list, struct message **messages,
                                  struct failure *failure);

/* The rank of a node that takes part. */
int network_rank(const struct network *network, int node);

/* As interchange_list_writer; all but the last two take one schedule only, those from goal on no
 * stream. */
typedef enum status network_writer(FILE *file, const struct network_source *source,
                                   const struct interchange_options *options,
                                   struct failure *failure);
network_writer network_csv, network_json, network_dot, network_goal, network_msccl,
    network_algorithm;
