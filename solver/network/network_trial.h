/* SPDX-License-Identifier: MIT */
/* Parts and prices of a problem that are weighed, one after the other; the best are kept. */
#pragma once

#include "solver/network/network_bound.h"

/* What is filled before each network_trial_weigh: `part`, `parts`, `price`, and, of odd sets, `odd`
 * and `odds`. */
struct network_trial {
    const struct network_problem *problem; /* borrowed */
    int *part;                             /* of each node its part, or -1; owned */
    int parts;
    int64_t *price; /* of each group, then of each odd set; room for one of each node; owned */
    int *odd;       /* of each node its odd set; owned */
    int odds;       /* 0: there are none, and `odd` says nothing */
    struct network_bound *best; /* borrowed */
    int *sizes;                 /* of the parts, or of odd sets; owned */
    int *own;                   /* of the nodes of each part together, network_node_size; owned */
    int together;               /* of all nodes */
    bool *rooted;               /* the root is in the part; owned */
    int64_t *entry;             /* what the cheapest arc into the part costs; owned */
    int64_t *exit;              /* and the cheapest one out of it; owned */
};

/* `trial` borrows both; the bound is empty. The caller clears it in any case. */
enum status network_trial_init(struct network_trial *trial, const struct network_problem *problem,
                               struct network_bound *best, struct failure *failure);
void network_trial_clear(struct network_trial *trial);

/* The value of these parts at these prices; kept if it is the best. O(nodes + arcs + groups). */
enum status network_trial_weigh(struct network_trial *trial, struct failure *failure);
