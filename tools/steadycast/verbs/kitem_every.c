/* SPDX-License-Identifier: MIT */
/* A family for every number of items. */
#include <stdio.h>

#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/verbs/kitem.h"

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
                        struct failure *failure) {
    static const char *const names[] = {"family.cert"};
    struct answer_folder folder = answer_folder(arguments, names, 1);
    struct limits limits = control_limits(control, arguments);
    struct question question;
    struct outcome outcome;
    long latency = option(arguments, "latency")->number;
    long processors = option(arguments, "processors")->number;
    question_init(&question, SUBJECT_ENDGAME);
    question_set(&question, KEY_LATENCY, latency);
    question_set(&question, KEY_PROCESSORS, processors);
    enum status status = answer_folder_probe(&folder, failure);
    if (!status)
        status = engine_ask(engine_of(&question, 0), &question, &(struct engine_options){0},
                            &limits, &outcome, failure);
    control_end_line(control);
    if (status)
        return status;
    if (outcome.verdict != OUTCOME_FEASIBLE) {
        outcome_clear(&outcome);
        return failure_set(failure, STATUS_LIMIT,
                           "no family is found for L = %ld, P = %ld, which proves nothing", latency,
                           processors);
    }
    status = answer_folder_write_evidence(&folder, &outcome.schedule, NULL, failure);
    /* an answer is told though its file is not there */
    enum status printed = print(((const struct items_endgame *)outcome.detail)->family,
                                option(arguments, "json")->given, status ? NULL : failure);
    outcome_clear(&outcome);
    return status ? status : printed;
}
