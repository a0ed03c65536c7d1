/* SPDX-License-Identifier: MIT */
#include "solver/question/question_files.h"

#include <stdlib.h>
#include <string.h>

#include "solver/base/files.h"
#include "solver/collective/multinode/gossip_network.h"

static enum status visit_one(const struct question *question, const char *name,
                             question_file_visit *visit, void *context, struct failure *failure) {
    char *path = input_file_path(question->base, name);
    enum status status = STATUS_OK;
    if (!path)
        status = failure_memory(failure, "the name of a file");
    else if (strcmp(name, "-") != 0)
        status = visit(context, name, path, failure);
    free(path);
    return status;
}

enum status question_files(const struct question *question, question_file_visit *visit,
                           void *context, struct failure *failure) {
    enum status status = STATUS_OK;
    if (question->subject == SUBJECT_FORMULA)
        return visit_one(question, question_text(question, KEY_FILE), visit, context, failure);
    if (!question_has(question, KEY_NETWORK))
        return STATUS_OK;
    char name[GOSSIP_NAME_ROOM];
    for (const char *text = question_text(question, KEY_NETWORK);
         !status && gossip_network_next_file(&text, name);)
        status = visit_one(question, name, visit, context, failure);
    return status;
}
