#include "tools/claims/methods/continuous/lists.h"

#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "solver/items/items_bound.h"

enum status karp_put_list(struct claim_job *job, struct claim_stream *stream,
                          const struct message_list *list, struct failure *failure) {
    struct certificate_output *output;
    struct limits limits = claim_limits(job);
    enum status status = certificate_open_stream(&output, stream->file, "messages", failure);
    if (status)
        return status;
    return certificate_end(output, certificate_put_messages(output, list, &limits, failure),
                           failure);
}

enum status karp_keep_list(struct claim_job *job, const char *name, const struct message_list *list,
                           const char *fields, struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    struct limits limits = claim_limits(job);
    enum status status = claim_path(job, name, path, failure);
    if (!status)
        status = certificate_write_messages(path, true, list, &limits, failure);
    return status ? status : claim_verify(job, path, fields, failure);
}

enum status karp_put_bound(struct claim_stream *stream, const struct items_question *question,
                           int *finish, struct failure *failure) {
    const struct evidence evidence = {
        .kind = "items-bound", .put = certificate_put_items_counted, .body = (void *)question};
    enum status status = items_question_bound(question, finish, failure);
    return status ? status : evidence_write_stream(&evidence, stream->file, NULL, failure);
}
