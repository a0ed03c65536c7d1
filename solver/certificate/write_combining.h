/*
 * Certificates of kind combining, results/README.md.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_WRITE_COMBINING_H
#define STEADYCAST_SOLVER_CERTIFICATE_WRITE_COMBINING_H

#include "solver/certificate/output.h"
#include "solver/collective/exchange/combining.h"

/* The body into a certificate that is open: by rotation, or with every message told, P lines for
 * each. */
void certificate_put_combining(struct certificate_output *output, const struct combining *schedule,
                               bool expanded);

/* The whole file. */
enum status certificate_write_combining(const char *path, bool overwrite,
                                        const struct combining *schedule, bool expanded,
                                        struct failure *failure);

#endif
