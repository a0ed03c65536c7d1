/* SPDX-License-Identifier: MIT */
/*
 * Certificates of kinds summation and summation-bound: a schedule that adds up so many operands in
 * a time, and that no schedule adds up more. The grammar is in results/README.md.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_WRITE_SUMMATION_H
#define STEADYCAST_SOLVER_CERTIFICATE_WRITE_SUMMATION_H

#include "solver/base/limits.h"
#include "solver/certificate/evidence.h"
#include "solver/collective/summation/summation.h"

/* The schedule, borrowed, as a list in the order of time, right or wrong. STATUS_INPUT when it is
 * written if sends and receptions do not belong together (summation_list.h). */
struct evidence evidence_of_summation(const struct summation *summation);

/* The bound for this many processors and this time, collective/summation/summation_most.h; limits
 * as there. */
enum status certificate_write_summation_bound(const char *path, bool overwrite,
                                              const struct logp_machine *machine,
                                              int64_t processors, int64_t time,
                                              struct failure *failure);

/* The same body into a certificate that is open. */
enum status certificate_put_summation_bound(struct certificate_output *output,
                                            const struct logp_machine *machine, int64_t processors,
                                            int64_t time, struct failure *failure);

#endif
