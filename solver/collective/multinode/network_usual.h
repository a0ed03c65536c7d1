/* SPDX-License-Identifier: MIT */
/* What libraries of MPI do for a collective, whatever the network: ring, recursive doubling,
 * binomial tree and their like (Thakur, Rabenseifner and Gropp, IJHPCA 19, 2005). In each of their
 * stages nodes send to others, along shortest ways, and the next stage begins when all has arrived:
 * so each is a point beside those of a frontier, steps and rounds a chunk, that one can compare. */
#pragma once

#include <gmp.h>

#include "solver/base/limits.h"
#include "solver/network/network_problem.h"

struct network_usual {
    const char *name; /* as "recursive doubling"; static */
    int64_t steps;    /* of the farthest message of each stage, together */
    mpq_t rounds;     /* for a chunk: of the busiest group of each step, together */
};

enum { NETWORK_MOST_USUAL = 4, USUAL_MOST_NODES = 2048, USUAL_MOST_ONE_SHOT = 256 };

/* Those that there are for the problem's collective and number of nodes that take part; ports count
 * when something is sent. `list` is not initialised before. *count is 0 above USUAL_MOST_NODES, and
 * where nodes times arcs are more than 5e8, or groups times steps of the farthest way than 2e7;
 * everybody sends to everybody at once up to USUAL_MOST_ONE_SHOT. STATUS_LIMIT when stopped;
 * STATUS_MEMORY. O(stages nodes diameter). */
enum status network_usual_find(const struct network_problem *problem, const struct limits *limits,
                               struct network_usual list[NETWORK_MOST_USUAL], int *count,
                               struct failure *failure);
void network_usual_clear(struct network_usual *list, int count);
