/* SPDX-License-Identifier: MIT */
/* The least rounds of C chunks in S steps (SCCL's question), and the least time where each step has
 * one round: from below by prices and refuted formulas, from above by schedules; of any connected
 * network there is one at once. */
#pragma once

#include "solver/collective/multinode/gossip_schedule.h"
#include "solver/network/network_bound.h"
#include "solver/network/network_search.h"

struct network_least {
    struct network_task task; /* rounds 1 of a question for rounds; else NETWORK_EVEN_ROUNDS */
    int lower;                /* no schedule has less */
    int upper;                /* the schedule has so many; 0: there is none */
    int enough;               /* rounds: whether so many are enough is all that is asked; or 0 */
    struct network_schedule schedule;
    struct gossip_schedule *at_hand; /* in place of `schedule`, C times one behind the other: it is
                                        not listed yet; or NULL; owned */
    bool is_one_port;                /* it is an allgather as kind gossip-product knows them */
    const char *by;                  /* the schedule is `ring`, `product`, ..; NULL: of a search */
    const char *reason;              /* why one that was asked for is not there, or NULL */
    bool is_refuted; /* lower - 1: by a formula, else by prices, else there is nothing to prove */
    bool is_priced;
    struct network_refutation refutation;
    struct network_bound bound;
};

/* Is it asked for the steps, with one round in each? */
static inline bool network_least_is_even(const struct network_least *least) {
    return least->task.rounds == NETWORK_EVEN_ROUNDS;
}

enum network_engine {
    NETWORK_BY_ALL,
    NETWORK_BY_RING,
    NETWORK_BY_PRODUCT,
    NETWORK_BY_SAT,
    NETWORK_BY_GREEDY,
    NETWORK_BY_ORBITS
};

/* How long formulas are asked: as long as it lasts; two turns of few decisions, or one. */
enum network_effort { NETWORK_WHOLE, NETWORK_BRIEF, NETWORK_PART };

/* What is known of a network besides, and who is asked; all borrowed. Zeros: nothing, and all. */
struct network_hints {
    const struct network_factors *factors; /* it is their product, with ports; or NULL */
    enum network_ports ports;              /* that were added, .. */
    int p;                                 /* .. so many of a node */
    const int *cycle;                      /* a hamiltonian one, of all nodes; or NULL */
    enum network_engine engine;
    enum network_effort effort;
    struct network_schedule *known; /* a schedule for all chunks; taken over; or NULL */
};

/* `enough` as above: the search ends where `upper` is no more than it, or `lower` is more. S steps
 * may be too few for a target: then `lower` is more than it; or STATUS_INPUT where it is 0.
 * Stopped, the two bounds differ. */
enum status network_rounds_find(const struct network_problem *problem, int steps, int chunks,
                                int enough, enum network_effort effort, const struct limits *limits,
                                struct network_least *least, uint64_t *decisions,
                                struct failure *failure);

/* The least steps of so many rounds: of `least` the bounds are steps. Where there is no schedule,
 * however many steps, `lower` is 0, and the prices say so. */
enum status network_steps_find(const struct network_problem *problem, int rounds, int chunks,
                               const struct limits *limits, struct network_least *least,
                               uint64_t *decisions, struct failure *failure);

/* Distances, counting by parts and by growth, what is at hand (network_at_hand.h), and where these
 * leave a gap, the chunks in pieces one behind the other, linear programs and formulas.
 * STATUS_INPUT for a cycle that is none. */
enum status network_time_find(const struct network_problem *problem, int chunks,
                              const struct network_hints *hints, const struct limits *limits,
                              struct network_least *least, uint64_t *decisions,
                              struct failure *failure);

void network_least_clear(struct network_least *least);

/* The schedule is that of the upper bound, and is taken over: it holds nothing then. */
void network_least_take(struct network_least *least, struct network_schedule *schedule,
                        const char *by);

/* Lists what is at hand, and plays it: `schedule` is there then; there has to be one of either.
 * STATUS_LIMIT where it has too many messages. */
enum status network_least_list(struct network_least *least, const struct limits *limits,
                               struct failure *failure);

/* The kind of the schedule's certificate, and its body: network-schedule, or gossip-product where
 * it is one with a port of each node, and too long for a list. */
const char *network_least_kind(const struct network_least *least);
enum status certificate_put_network_least(const void *least, struct certificate_output *output,
                                          const struct limits *limits, struct failure *failure);
