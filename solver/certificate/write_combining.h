/* SPDX-License-Identifier: MIT */
/*
 * Certificates of kind combining, results/README.md.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_WRITE_COMBINING_H
#define STEADYCAST_SOLVER_CERTIFICATE_WRITE_COMBINING_H

#include "solver/base/limits.h"
#include "solver/certificate/output.h"
#include "solver/collective/exchange/allreduce.h"

/* The body into a certificate that is open: by rotation, or with every message told, P lines for
 * each. STATUS_LIMIT when stopped; the limits may be NULL. */
enum status certificate_put_combining(struct certificate_output *output,
                                      const struct allreduce *schedule, bool expanded,
                                      const struct limits *limits, struct failure *failure);

/* The whole file; none when stopped. */
enum status certificate_write_combining(const char *path, bool overwrite,
                                        const struct allreduce *schedule, bool expanded,
                                        const struct limits *limits, struct failure *failure);

#endif
