/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/multiport/multiport_search.h"

enum status multiport_search(const struct claim_job *job, const struct items_question *question,
                             uint64_t nodes, struct items_plans *plans, struct outcome *outcome,
                             struct failure *failure) {
    const struct engine_options options = {.plans = plans};
    struct limits limits = job->limits;
    struct question asked;
    limits.nodes = nodes;
    question_init(&asked, SUBJECT_ITEMS);
    question_set(&asked, KEY_LATENCY, question->latency);
    question_set(&asked, KEY_PORTS, question->ports);
    question_set(&asked, KEY_SENDS, question->single);
    question_set(&asked, KEY_PROCESSORS, question->processors + 1);
    question_set(&asked, KEY_ITEMS, question->items);
    return engine_ask(engine_find(&asked, "any"), &asked, &options, &limits, outcome, failure);
}

enum status multiport_search_write(struct claim_job *job, const struct evidence *evidence,
                                   const char *name, const char *fields, struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    enum status status = campaign_folder_path(job->folder, name, path, failure);
    if (!status)
        status = evidence_write(*evidence, path, true, &job->limits, failure);
    return status ? status : claim_verify(job, path, fields, failure);
}
