/* SPDX-License-Identifier: MIT */
#include "solver/base/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/base/locked_file.h"

struct evidence evidence_borrowed(const char *kind, evidence_put *put, const void *body) {
    return (struct evidence){.kind = kind, .put = put, .body = body};
}

enum status evidence_keep(struct evidence *evidence, size_t size, void (*clear)(void *body),
                          struct failure *failure) {
    void *copy = memory_new(1, size);
    if (!copy) {
        clear((void *)evidence->body);
        *evidence = (struct evidence){.kind = NULL};
        return failure_memory(failure, "an answer");
    }
    evidence->body = memcpy(copy, evidence->body, size);
    evidence->clear = clear;
    return STATUS_OK;
}

void evidence_clear_nothing(void *body) {
    (void)body;
}

void evidence_clear(struct evidence *evidence) {
    if (evidence->clear) {
        evidence->clear((void *)evidence->body);
        free((void *)evidence->body);
    }
    *evidence = (struct evidence){.kind = NULL};
}

enum status evidence_put_body(struct evidence evidence, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    require(evidence.put);
    return evidence.put(evidence.body, output, limits, failure);
}

static enum status write_body(struct evidence evidence, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    return certificate_end(output, evidence_put_body(evidence, output, limits, failure), failure);
}

enum status evidence_write_stream(struct evidence evidence, FILE *stream,
                                  const struct limits *limits, struct failure *failure) {
    struct certificate_output *output;
    require(evidence.kind && (evidence.put || evidence.stream));
    if (evidence.stream)
        return evidence.stream(evidence.body, stream, limits, failure);
    TRY(certificate_open_stream(&output, stream, evidence.kind, failure));
    return write_body(evidence, output, limits, failure);
}

static enum status write_whole(struct evidence evidence, const char *path, bool overwrite,
                               const struct limits *limits, struct failure *failure) {
    struct locked_file file;
    if (strcmp(path, "-") == 0)
        return evidence.stream(evidence.body, stdout, limits, failure);
    TRY(locked_file_open(&file, path, overwrite, failure));
    enum status status = evidence.stream(evidence.body, file.stream, limits, failure);
    if (!status)
        return locked_file_close(&file, 0, failure);
    locked_file_discard(&file);
    return status;
}

enum status evidence_write(struct evidence evidence, const char *path, bool overwrite,
                           const struct limits *limits, struct failure *failure) {
    struct certificate_output *output;
    require(evidence.kind && (evidence.put || evidence.stream));
    if (evidence.stream)
        return write_whole(evidence, path, overwrite, limits, failure);
    TRY(certificate_open(&output, path, overwrite, evidence.kind, failure));
    return write_body(evidence, output, limits, failure);
}
