/* SPDX-License-Identifier: MIT */
/* What proves one side of an answer, whatever it is: the kind of its certificate, and who writes
 * the body. */
#pragma once

#include "solver/base/certificate_output.h"
#include "solver/base/limits.h"

/* Writes the body into a certificate that is open. */
typedef enum status evidence_put(const void *body, struct certificate_output *output,
                                 const struct limits *limits, struct failure *failure);

/* Writes whole certificates, one behind the other. */
typedef enum status evidence_stream(const void *body, FILE *stream, const struct limits *limits,
                                    struct failure *failure);

struct evidence {
    const char *kind; /* static; NULL: there is no evidence */
    evidence_put *put;
    const void *body;        /* borrowed, of the outcome's detail or of the caller's; or .. */
    evidence_stream *stream; /* instead of `put`, where one certificate is not enough; or NULL */
    int count; /* of the certificates that `stream` writes; 0 of a stream that does not know */
    void (*clear)(void *body); /* .. owned, and this frees what is in it; NULL: borrowed */
};

/* How many certificates it is. */
static inline int evidence_count(struct evidence evidence) {
    return evidence.stream ? evidence.count : evidence.kind != NULL;
}

/* Of a body that somebody else owns, and that lives longer. */
struct evidence evidence_borrowed(const char *kind, evidence_put *put, const void *body);

/* What was borrowed, `size` bytes, becomes the evidence's own: a copy. When memory is refused,
 * `clear` has freed what is in them, and there is no evidence. */
enum status evidence_keep(struct evidence *evidence, size_t size, void (*clear)(void *body),
                          struct failure *failure);
void evidence_clear(struct evidence *evidence);

/* Defines `name`, which is for evidence and answers what `clear` is for a body of its own type. */
#define EVIDENCE_CLEAR(name, clear)                                                                \
    static void name(void *body) {                                                                 \
        clear(body);                                                                               \
    }

/* `clear` of a body that owns nothing. */
void evidence_clear_nothing(void *body);

/* The body alone, into a certificate of the kind that is open. */
enum status evidence_put_body(struct evidence evidence, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure);

/* The whole certificate, behind what `stream` holds. The evidence is there. */
enum status evidence_write_stream(struct evidence evidence, FILE *stream,
                                  const struct limits *limits, struct failure *failure);

/* The same to a file, `-` being stdout; none is left when it fails. STATUS_INPUT for one that is
 * there, unless `overwrite`. */
enum status evidence_write(struct evidence evidence, const char *path, bool overwrite,
                           const struct limits *limits, struct failure *failure);
