/* SPDX-License-Identifier: MIT */
/*
 * An endless stream on a LogP machine with an item in each G = max(g,2o) cycles: the delay of the
 * best schedule that is known, and what no schedule of that rate can have less than, whatever the
 * capacity.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_STREAM_DELAY_H
#define STEADYCAST_SOLVER_QUESTION_STREAM_DELAY_H

#include "solver/base/limits.h"
#include "solver/bound/prices.h"
#include "solver/bound/reach.h"
#include "solver/certificate/evidence.h"
#include "solver/logp/logp_schedule.h"

/* What is asked: Theorem F's schedule alone; the best one, and the bound of the broadcast tree; the
 * same, prices where they prove more, and streams of any words (searched_stream.h) for small
 * numbers where they do not. In the order of the engines' methods. */
enum stream_effort { STREAM_ROUNDING, STREAM_CONSTRUCTION, STREAM_PRICES };

/* The detail (outcome.h) of the engines of SUBJECT_STREAM. */
struct stream_delay {
    struct logp_schedule schedule;
    int64_t lower;            /* cycles; no stream has less. -1: not asked for */
    struct reach_bound reach; /* the bound of the tree; l alone where its nodes are not counted, */
    struct failure uncounted; /* which says why, with STATUS_LIMIT */
    bool priced;              /* prices prove more than the tree */
    struct prices prices;     /* then */
};

/*
 * Fills `delay` (not initialised before) for N = served >= 1, the source not counted. `limits` may
 * be NULL; stopped while it looks for something better it has what was found. Prices are asked
 * where stream_delay_has_prices. Errors as logp_stream.h.
 */
enum status stream_delay_find(const struct logp_machine *machine, enum logp_capacity capacity,
                              mpz_srcptr served, enum stream_effort effort,
                              const struct limits *limits, struct stream_delay *delay,
                              struct failure *failure);
void stream_delay_clear(struct stream_delay *delay);

/* Are there prices for this machine? They need g >= 2o, and l and g up to SEQUENCE_MAX_LATENCY. */
bool stream_delay_has_prices(const struct logp_machine *machine);

/*
 * The certificates that prove the lower side, which borrow `delay`: one, or for g <= o up to two
 * (Proposition 8 of results/THEOREMS.md); none where the bound is l, what one message takes.
 * Returns how many. The schedule's is evidence_of_logp_schedule.
 */
enum { STREAM_DELAY_MOST_BOUNDS = 2 };
int stream_delay_bounds(const struct stream_delay *delay,
                        struct evidence bounds[STREAM_DELAY_MOST_BOUNDS]);

#endif
