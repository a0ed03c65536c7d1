/* SPDX-License-Identifier: MIT */
/*
 * How many processors of a LogP machine can know an item, and what this says on the delay of any
 * stream with one item in G = max(g,2o) cycles.
 *
 * Let h = max(g,o), l = L + 2o, A(s) = 1 for s < l and A(s) = A(s-h) + A(s-l) for s >= l (A(s) = 1
 * for s < 0 on the right). Of an item that one processor has at time 0 no more than A(s) know at
 * time s.
 *
 * The source sends at most once in h cycles. So on a long stream some item is sent by the source no
 * more than m = floor(G/h) times (m is 1, or 2 if g <= o): if all were sent m+1 times or more, K
 * items would take about K (m+1) h cycles, more than the K G + (delay) that there are. Of such an
 * item, first sent at time 0 or later, no more than A(T-l) + [m = 2] A(T-l-h) processors beside the
 * source know at time T. (Terms before time 0 are none.) Therefore, to N of them,
 *
 *     delay >= l + min {s : A(s) + [m = 2, s >= h] A(s-h) >= N}.
 *
 * For g >= 2o that is reached by the schedules of build/logp.h if g divides L + 2o, and not
 * otherwise, N >= 2: see results/THEOREMS.md, section 11.
 */
#ifndef STEADYCAST_SOLVER_BOUND_REACH_H
#define STEADYCAST_SOLVER_BOUND_REACH_H

#include <gmp.h>
#include <stdint.h>

#include "solver/certificate/output.h"
#include "solver/model/logp_machine.h"

/* A(0), A(1), .. of a LogP machine, one after the other, in units of gcd(h,l). */

struct reach_walk {
    int64_t unit;            /* cycles */
    int64_t apart, transfer; /* h and l, units */
    int64_t room;            /* as many of the last terms are kept, A(s) at [s mod room] */
    int64_t time;            /* of the latest, units; 0 at first */
    uint64_t work;
    mpz_t *known; /* owned */
};

/* Fills `walk`, at time 0. STATUS_INPUT for what is no machine, STATUS_LIMIT if h or l is beyond
 * REACH_MAX_UNITS units. */
enum status reach_walk_open(struct reach_walk *walk, const struct logp_machine *machine,
                            struct failure *failure);
void reach_walk_close(struct reach_walk *walk);

/* A(time - back), 0 <= back < room; 0 before time 0. Valid until the walk goes on. */
mpz_srcptr reach_walk_at(const struct reach_walk *walk, int64_t back);

/* Goes on by one unit: an addition. STATUS_LIMIT beyond REACH_MAX_UNITS and 2^30 limbs. */
enum status reach_walk_on(struct reach_walk *walk, struct failure *failure);

/* Times are counted in units of gcd(h,l), as A changes at no others. */
enum { REACH_MAX_UNITS = 10000000 };

struct reach_bound {
    int64_t delay; /* cycles; no stream to N processors has less */
    int count;     /* 0, 1 or 2 times: A at these, added, is less than N. 0 if only l was needed. */
    int64_t times[2];
};

/* processors = A(time), time >= 0. STATUS_LIMIT beyond REACH_MAX_UNITS or for too much work: time *
 * (size of the numbers). */
enum status reach_processors(const struct logp_machine *machine, int64_t time, mpz_ptr processors,
                             struct failure *failure);

/* *time = min {s >= 0 : A(s) >= P}, P = processors >= 1: the least time in which one item can be
 * with P processors, the source among them. `sum` (may be NULL) is the sum over s < *time of P -
 * A(s), below which the sum of their times can't be. Limits as above. */
enum status reach_time(const struct logp_machine *machine, mpz_srcptr processors, int64_t *time,
                       mpz_ptr sum, struct failure *failure);

/* For N = processors beside the source, N >= 1. Limits as above. */
enum status reach_lower(const struct logp_machine *machine, mpz_srcptr processors,
                        struct reach_bound *bound, struct failure *failure);

/* Kind reach: how many know an item at `time`, into a certificate that is open. STATUS_LIMIT as of
 * reach_processors, and for a time beyond 2^31 - 1. */
enum status certificate_put_reach(struct certificate_output *output,
                                  const struct logp_machine *machine, int64_t time,
                                  struct failure *failure);

#endif
