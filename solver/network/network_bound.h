/* SPDX-License-Identifier: MIT */
/* Prices: why a task takes so many rounds, or can't be done. A group g in a step s has a price
 * y(g,s) >= 0; what goes along an arc costs what its groups do. Every schedule uses at least what
 * the cheapest timed trees of its chunks cost, and has r_s b_g y(g,s) at most (kind network-bound).
 */
#pragma once

#include "solver/network/network_cuts.h"
#include "solver/network/network_problem.h"
#include "solver/network/network_rate.h"

enum network_claim {
    CLAIM_UNREACHABLE, /* no schedule of so many steps */
    CLAIM_ROUNDS,      /* R/C >= P/Q for schedules of at most so many steps */
    CLAIM_TIME,        /* C chunks, one round in each step: not in less than T steps */
    CLAIM_RATE,        /* no stream of rate P/Q has this delay */
    CLAIM_MOST         /* no stream has a rate above P/Q, whatever its delay */
};

enum { NETWORK_ANY = 0 }; /* steps, or delays */

struct network_bound {
    const struct network_problem *problem; /* borrowed */
    enum network_claim claim;
    int steps;       /* S, or the delay D; or NETWORK_ANY; of CLAIM_TIME T - 1 */
    int chunks;      /* of CLAIM_TIME */
    mpq_t value;     /* P/Q */
    bool grown;      /* CLAIM_TIME, CLAIM_RATE: by counting who has a chunk (network_growth_of), and
                        nothing that follows is there */
    int places;      /* of prices: steps or phases; 1 with `alike` */
    bool alike;      /* prices are the same in all steps */
    int64_t *prices; /* [group * places + place], odd sets behind the groups; owned */
    int *parts; /* of each node its part, or -1; trees are cut by disjoint parts of the nodes; NULL:
                   tree by tree; owned */
    struct network_cuts *cuts; /* in place of trees and parts; or NULL; owned */
    int odds; /* odd sets of nodes, of which each sends or receives one message in a round; */
    int *odd; /* of each node its set, or -1; NULL: there are none; owned */
};

/* Without prices. */
void network_bound_init(struct network_bound *bound, const struct network_problem *problem,
                        enum network_claim claim, int steps);
void network_bound_clear(struct network_bound *bound);

/* So many cuts of the first commodity, of weight 1, with times that are all 0. STATUS_MEMORY; the
 * caller clears the bound in any case. */
enum status network_bound_add_cuts(struct network_bound *bound, int count, struct failure *failure);

/* The bound that the prices of a rate prove, or cuts in time for any number of rounds in so many
 * steps: these are moved. `bound` is not initialised before. */
void network_bound_take(struct network_bound *bound, enum network_claim claim, int steps,
                        struct network_rate *rate);
void network_bound_take_cuts(struct network_bound *bound, const struct network_problem *problem,
                             int steps, struct cut_rate *rate);

/* A line with the key and P Q. */
void certificate_put_value(struct certificate_output *output, const char *key, mpq_srcptr value);

/* A line with the key and a number, or the word any. */
void certificate_put_or_any(struct certificate_output *output, const char *key, int number);

/* The lines behind the claim, and the whole body of a certificate. */
enum status certificate_put_prices(struct certificate_output *output,
                                   const struct network_bound *bound, struct failure *failure);
enum status certificate_put_network_bound(const void *bound, struct certificate_output *output,
                                          const struct limits *limits, struct failure *failure);

/* Parts and prices of a problem that are weighed, one after the other; the best are kept. */

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

/* How fast a chunk can spread: a bound on times and delays by counting the nodes that have it
 * (results/THEOREMS.md, 20.2). It knows the latencies and the ports, and nothing of the distances.
 */

/* In internal time. */
struct network_growth {
    int latency;   /* of every arc, at least */
    int64_t ports; /* sendings of any node in a step, at most */
};

/* A step has one round. STATUS_MEMORY. O(arcs + members of groups). */
enum status network_growth_of(const struct network_problem *problem, struct network_growth *growth,
                              struct failure *failure);

/* No stream of p items in q steps from one source has a delay below. 0: there is no stream so fast,
 * whatever its delay. O(delay). */
enum status network_growth_delay(const struct network_growth *growth, int parties, int items,
                                 int per, int *delay, struct failure *failure);
