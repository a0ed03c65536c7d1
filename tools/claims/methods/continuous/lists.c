/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/continuous/lists.h"

#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "solver/items/items_bound.h"

enum status karp_put_list(struct claim_job *job, struct claim_stream *stream,
                          const struct message_list *list, struct failure *failure) {
    return evidence_write_stream(evidence_of_messages(list), stream->file, &job->limits, failure);
}

enum status karp_keep_list(struct claim_job *job, const char *name, const struct message_list *list,
                           const char *fields, struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    enum status status = campaign_folder_path(job->folder, name, path, failure);
    if (!status)
        status = evidence_write(evidence_of_messages(list), path, true, &job->limits, failure);
    return status ? status : claim_verify(job, path, fields, failure);
}

enum status karp_put_bound(struct claim_stream *stream, const struct items_question *question,
                           int *finish, struct failure *failure) {
    enum status status = items_question_bound(question, finish, failure);
    return status ? status
                  : evidence_write_stream(evidence_of_items_bound(question), stream->file, NULL,
                                          failure);
}
