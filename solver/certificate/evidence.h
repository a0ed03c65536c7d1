/* SPDX-License-Identifier: MIT */
/*
 * What proves one side of an answer, whatever it is: the kind of its certificate, and who writes
 * the body.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_EVIDENCE_H
#define STEADYCAST_SOLVER_CERTIFICATE_EVIDENCE_H

#include "solver/base/limits.h"
#include "solver/certificate/output.h"

/* Writes the body into a certificate that is open. STATUS_LIMIT when stopped. */
typedef enum status evidence_put(const void *body, struct certificate_output *output,
                                 const struct limits *limits, struct failure *failure);

/* Writes whole certificates, one behind the other. */
typedef enum status evidence_stream(const void *body, FILE *stream, const struct limits *limits,
                                    struct failure *failure);

struct evidence {
    const char *kind; /* static; NULL: there is no evidence */
    evidence_put *put;
    const void *body;        /* borrowed, of the outcome's detail or of the caller's */
    evidence_stream *stream; /* instead of `put`, where one certificate is not enough; or NULL */
};

/* Of a body that somebody else owns, and that lives longer. */
struct evidence evidence_borrowed(const char *kind, evidence_put *put, const void *body);

/* The body alone, into a certificate of the kind that is open. */
enum status evidence_put_body(struct evidence evidence, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure);

/* The whole certificate, behind what `stream` holds. The evidence is there. */
enum status evidence_write_stream(struct evidence evidence, FILE *stream,
                                  const struct limits *limits, struct failure *failure);

/* The same to a file; none is left when it fails. STATUS_INPUT for one that is there, unless
 * `overwrite`. */
enum status evidence_write(struct evidence evidence, const char *path, bool overwrite,
                           const struct limits *limits, struct failure *failure);

#endif
