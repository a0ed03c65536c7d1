#include "tools/claims/methods/multiport/multiport_search.h"

enum status multiport_search_open(const struct claim_job *job,
                                  const struct items_question *question, uint64_t nodes,
                                  struct multiport_search *search, struct failure *failure) {
    struct limits limits = job->limits;
    limits.nodes = nodes;
    search->plans = items_plans_new();
    if (!search->plans)
        return failure_memory(failure, "plans");
    enum status status = items_time_find(search->plans, question, ITEMS_ANY, ITEMS_ORDERED, &limits,
                                         &search->time, failure);
    if (status)
        items_plans_free(search->plans);
    return status;
}

void multiport_search_close(struct multiport_search *search) {
    items_time_clear(&search->time);
    items_plans_free(search->plans);
}

enum status multiport_search_write(struct claim_job *job, const struct multiport_search *search,
                                   enum items_side side, const char *name, const char *fields,
                                   struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    enum status status = campaign_folder_path(job->folder, name, path, failure);
    if (!status)
        status = items_time_write(&search->time, side, path, NULL, &job->limits, failure);
    return status ? status : claim_verify(job, path, fields, failure);
}
