#include "tools/claims/methods/continuous/lists.h"

#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "solver/items/items_bound.h"

enum status karp_put_list(struct claim_job *job, struct claim_stream *stream,
                          const struct message_list *list, struct failure *failure) {
    struct limits limits = claim_limits(job);
    return evidence_write_stream(evidence_of_messages(list), stream->file, &limits, failure);
}

enum status karp_keep_list(struct claim_job *job, const char *name, const struct message_list *list,
                           const char *fields, struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    struct limits limits = claim_limits(job);
    enum status status = claim_path(job, name, path, failure);
    if (!status)
        status = evidence_write(evidence_of_messages(list), path, true, &limits, failure);
    return status ? status : claim_verify(job, path, fields, failure);
}

enum status karp_put_bound(struct claim_stream *stream, const struct items_question *question,
                           int *finish, struct failure *failure) {
    enum status status = items_question_bound(question, finish, failure);
    return status ? status
                  : evidence_write_stream(evidence_of_items_bound(question), stream->file, NULL,
                                          failure);
}
