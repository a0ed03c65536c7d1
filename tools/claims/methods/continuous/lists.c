#include "tools/claims/methods/continuous/lists.h"

#include "solver/certificate/write.h"
#include "solver/items/items_bound.h"

enum status karp_put_list(struct claim_job *job, struct claim_stream *stream,
                          const struct message_list *list, struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open_stream(&output, stream->file, "messages", failure);
    if (status)
        return status;
    return certificate_end(output, certificate_put_messages(output, list, &job->limits, failure),
                           failure);
}

enum status karp_keep_list(struct claim_job *job, const char *name, const struct message_list *list,
                           const char *fields, struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    enum status status = campaign_folder_path(job->folder, name, path, failure);
    if (!status)
        status = certificate_write_messages(path, true, list, &job->limits, failure);
    return status ? status : claim_verify(job, path, fields, failure);
}

enum status karp_put_bound(struct claim_stream *stream, const struct items_question *question,
                           int *finish, struct failure *failure) {
    struct certificate_output *output;
    mpz_t processors, items;
    enum status status = items_question_bound(question, finish, failure);
    if (!status)
        status = certificate_open_stream(&output, stream->file, "items-bound", failure);
    if (status)
        return status;
    mpz_init_set_si(processors, question->processors);
    mpz_init_set_si(items, question->items);
    status = certificate_put_items_bound(output, question->latency, question->ports, processors,
                                         items, question->single, failure);
    mpz_clears(processors, items, (mpz_ptr)NULL);
    return certificate_end(output, status, failure);
}
