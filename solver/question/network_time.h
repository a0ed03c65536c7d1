/* SPDX-License-Identifier: MIT */
/*
 * The least time of multinode broadcasting on a network that is given by its name.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_NETWORK_TIME_H
#define STEADYCAST_SOLVER_QUESTION_NETWORK_TIME_H

#include "solver/collective/multinode/gossip_time.h"
#include "solver/question/outcome.h"

/* The detail (outcome.h) of the engines of SUBJECT_GOSSIP. */
struct network_time {
    struct gossip_network network;
    struct gossip_time time; /* borrows the network */
    bool is_found;           /* `time` is there */
};

/* Fills `outcome` (not initialised before). `base` is as in gossip_network_parse_in. `order` is a
 * hamiltonian cycle that the caller knows, or NULL; it must have as many entries as the network has
 * nodes. Errors as gossip_network_parse_in and gossip_time_find. */
enum status network_time_ask(const char *network, const char *base, bool half,
                             enum gossip_engine engine, const int *order,
                             const struct limits *limits, struct outcome *outcome,
                             struct failure *failure);

#endif
