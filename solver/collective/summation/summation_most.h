/* SPDX-License-Identifier: MIT */
/*
 * The most operands that P processors of a LogP machine can add up in time t, and the least time
 * for a number of operands.
 *
 *     N(t) = t + 1 + sum over i = 2..P of max(0, t - o - a_i),
 *
 * where 0 = a_1 <= a_2 <= .. are the smallest labels of the tree in which the root has label 0, and
 * a node of label a has children of the labels a + (L+1) + 2o + j max(g,o+1), j = 0, 1, ..
 * (Karp et al. 1993, section 5.1, corrected; proved for all schedules whatsoever, and any order of
 * the operands, in results/THEOREMS.md, section 15.)
 *
 * Labels are counted, not listed: n_a = n_{a-h} + n_{a-l} + [a = 0] - [a = h], h = max(g,o+1), l =
 * L+1+2o. That takes time and 8 bytes of room for each cycle up to the last label needed.
 */
#ifndef STEADYCAST_SOLVER_SUMMATION_MOST_H
#define STEADYCAST_SOLVER_SUMMATION_MOST_H

#include <gmp.h>

#include "solver/base/limits.h"
#include "solver/certificate/output.h"
#include "solver/collective/summation/summation_tree.h"

/* operands = N(time). 0 <= time; 1 <= processors < 2^31. STATUS_INPUT beyond, STATUS_LIMIT for
 * labels beyond SUMMATION_MOST_TIME. */
enum status summation_most(const struct logp_machine *machine, int64_t processors, int64_t time,
                           mpz_ptr operands, struct failure *failure);

/* The least time t with N(t) >= operands, 1 <= operands. Limits as above, for t; STATUS_LIMIT also
 * when `limits`, which may be NULL, say stop. */
enum status summation_least_time(const struct logp_machine *machine, int64_t processors,
                                 mpz_srcptr operands, const struct limits *limits, int64_t *time,
                                 struct failure *failure);

/* Kind summation-bound: that no schedule adds up more, for this many processors and this time, into
 * a certificate that is open; limits as of summation_most. */
enum status certificate_put_summation_bound(struct certificate_output *output,
                                            const struct logp_machine *machine, int64_t processors,
                                            int64_t time, struct failure *failure);

#endif
