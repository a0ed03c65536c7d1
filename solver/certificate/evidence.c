#include "solver/certificate/evidence.h"

#include <stdlib.h>

#include "automata/require.h"
#include "solver/certificate/locked_file.h"

void evidence_clear(struct evidence *evidence) {
    if (evidence->clear) {
        evidence->clear(evidence->body);
        free(evidence->body);
    }
    *evidence = (struct evidence){.kind = NULL};
}

static enum status put(const struct evidence *evidence, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure) {
    enum status status = evidence->put(evidence->body, output, limits, failure);
    return certificate_end(output, status, failure);
}

enum status evidence_write_stream(const struct evidence *evidence, FILE *stream,
                                  const struct limits *limits, struct failure *failure) {
    require(evidence->kind && (evidence->put || evidence->stream));
    if (evidence->stream)
        return evidence->stream(evidence->body, stream, limits, failure);
    struct certificate_output *output;
    enum status status = certificate_open_stream(&output, stream, evidence->kind, failure);
    return status ? status : put(evidence, output, limits, failure);
}

static enum status write_whole(const struct evidence *evidence, const char *path, bool overwrite,
                               const struct limits *limits, struct failure *failure) {
    struct locked_file file;
    enum status status = locked_file_open(&file, path, overwrite, failure);
    if (status)
        return status;
    status = evidence->stream(evidence->body, file.stream, limits, failure);
    if (!status)
        return locked_file_close(&file, 0, failure);
    locked_file_discard(&file);
    return status;
}

enum status evidence_write(const struct evidence *evidence, const char *path, bool overwrite,
                           const struct limits *limits, struct failure *failure) {
    struct certificate_output *output;
    require(evidence->kind && (evidence->put || evidence->stream));
    if (evidence->stream)
        return write_whole(evidence, path, overwrite, limits, failure);
    enum status status = certificate_open(&output, path, overwrite, evidence->kind, failure);
    return status ? status : put(evidence, output, limits, failure);
}
