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
    void (*clear)(void *body); /* frees what is in the body; NULL: another evidence owns it */
    void *body;                /* from memory_new, and freed, if there is `clear` */
    evidence_stream *stream;   /* instead of `put`, where one certificate is not enough; or NULL */
};

void evidence_clear(struct evidence *evidence);

/* The whole certificate, behind what `stream` holds. The evidence is there. */
enum status evidence_write_stream(const struct evidence *evidence, FILE *stream,
                                  const struct limits *limits, struct failure *failure);

/* The same to a file; none is left when it fails. STATUS_INPUT for one that is there, unless
 * `overwrite`. */
enum status evidence_write(const struct evidence *evidence, const char *path, bool overwrite,
                           const struct limits *limits, struct failure *failure);

#endif
