#include "tools/claims/methods/continuous/lists.h"

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
