/* A family for every number of items. */
#include <stdio.h>

#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/verbs/kitem.h"

static enum status write_family(const void *context, int file, const char *path,
                                struct failure *failure) {
    (void)file;
    return evidence_write(evidence_of_items_family(context), path, true, NULL, failure);
}

static enum status print(const struct items_family *family, bool json, struct failure *failure) {
    int late = family->finish - family->endgame;
    if (json)
        return json_line(json_pack("{s:i, s:i, s:i, s:i, s:s}", "latency", family->words.latency,
                                   "processors", family->processors + 1, "first", family->endgame,
                                   "late", late, "sends", family->single ? "single" : "any"),
                         failure);
    printf("items %d..\ntime K%+d\n", family->endgame, late);
    return STATUS_OK;
}

enum status kitem_every(const struct arguments *arguments, struct control *control,
                        struct items_plans *plans, struct failure *failure) {
    static const char *const names[] = {"family.cert"};
    struct items_question question = kitem_question(arguments);
    struct answer_folder folder = answer_folder(arguments, names, 1);
    struct limits limits = control_limits(control, arguments);
    const struct items_family *family = NULL;
    enum status status = answer_folder_probe(&folder, failure);
    if (!status)
        status = items_plans_endgame(plans, question.latency, question.processors, &limits, &family,
                                     failure);
    control_end_line(control);
    if (status)
        return status;
    if (!family)
        return failure_set(failure, STATUS_LIMIT,
                           "no family is found for L = %d, P = %d, which proves nothing",
                           question.latency, question.processors + 1);
    status = answer_folder_write(&folder, 1, write_family, family, failure);
    /* an answer is told though its file is not there */
    enum status printed = print(family, option(arguments, "json")->given, status ? NULL : failure);
    return status ? status : printed;
}
