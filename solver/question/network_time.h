/* SPDX-License-Identifier: MIT */
/*
 * The least time of multinode broadcasting on a network that is given by its name.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_NETWORK_TIME_H
#define STEADYCAST_SOLVER_QUESTION_NETWORK_TIME_H

#include "solver/collective/multinode/gossip_time.h"

/* The detail (outcome.h) of the engines of SUBJECT_ALLGATHER in a network. */
struct network_time {
    struct gossip_network network;
    struct gossip_time time; /* borrows the network */
    bool is_found;           /* `time` is there */
};

#endif
