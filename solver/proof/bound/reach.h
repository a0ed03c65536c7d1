/* SPDX-License-Identifier: MIT */
/* How many processors of a LogP machine can know an item, and what this says on the delay of any
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
 * For g >= 2o that is reached by the schedules of logp/logp_stream.h if g divides L + 2o, and not
 * otherwise, N >= 2: see results/THEOREMS.md, section 11. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "solver/base/certificate_output.h"
#include "solver/model/logp_machine.h"

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

/* The least time for K items on a LogP machine that no schedule can beat: results/THEOREMS.md,
 * 11.7, with the proof, and results/README.md, kind items-bound.
 *
 * Let h = max(g,o), l = L + 2o, A as above, N = P-1, and tau(x) the least s with A(s) > x.
 *
 *     counting   (K-k) h + tau(k N), for every k = 1..K: the last k items leave the source at
 *                (K-k) h or later, and take k N messages
 *     work       (2 o K N + l + tau(1) + .. + tau(N)) / P - o: every message takes o cycles of its
 *                sender and of its receiver, who has nothing to do before it has an item
 *     single     (K-1) h + l + the least s with A(s) >= N, if the source sends each item once
 *
 * The bound is the largest of these, and for o = 0, g = 1 that of items_bound.h. */

struct logp_items_bound {
    mpz_t counting, work, single; /* cycles; `single` is 0 if it does not count */
};

/* Fills `bound` for N = processors >= 1 and K = items >= 1. STATUS_INPUT for what is no machine and
 * for less of these, STATUS_LIMIT where A is not counted so far. O((tau(N) + l) / gcd(h,l))
 * additions. */
enum status logp_items_bound(const struct logp_machine *machine, mpz_srcptr processors,
                             mpz_srcptr items, bool single, struct logp_items_bound *bound,
                             struct failure *failure);
void logp_items_bound_clear(struct logp_items_bound *bound);

/* The largest. */
mpz_srcptr logp_items_bound_finish(const struct logp_items_bound *bound);
