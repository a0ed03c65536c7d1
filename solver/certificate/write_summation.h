/*
 * Certificates of kinds summation and summation-bound: a schedule that adds up so many operands in
 * a time, and that no schedule adds up more. The grammar is in results/README.md.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_WRITE_SUMMATION_H
#define STEADYCAST_SOLVER_CERTIFICATE_WRITE_SUMMATION_H

#include "solver/base/limits.h"
#include "solver/certificate/output.h"
#include "solver/collective/summation/summation.h"

/* The schedule is written as it is, right or wrong. STATUS_LIMIT, and no file, when stopped; the
 * limits may be NULL. */
enum status certificate_write_summation(const char *path, bool overwrite,
                                        const struct summation *summation,
                                        const struct limits *limits, struct failure *failure);

/* The bound for this many processors and this time, collective/summation/summation_most.h; limits
 * as there. */
enum status certificate_write_summation_bound(const char *path, bool overwrite,
                                              const struct logp_machine *machine,
                                              int64_t processors, int64_t time,
                                              struct failure *failure);

/* The same bodies into a certificate that is open. */
enum status certificate_put_summation(struct certificate_output *output,
                                      const struct summation *summation,
                                      const struct limits *limits, struct failure *failure);
enum status certificate_put_summation_bound(struct certificate_output *output,
                                            const struct logp_machine *machine, int64_t processors,
                                            int64_t time, struct failure *failure);

#endif
