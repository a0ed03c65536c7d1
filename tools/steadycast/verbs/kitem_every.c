/* SPDX-License-Identifier: MIT */
/* A family for every number of items. */
#include <stdio.h>

#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/verbs/kitem.h"

static enum status print_json(const struct question *question, const struct outcome *outcome,
                              const struct items_family *family, double seconds,
                              struct failure *failure) {
    const struct json_answer answer = json_answer_of(question, outcome, seconds);
    return json_answer_print(&answer,
                             json_pack("{s:i, s:i, s:s}", "first", family->endgame, "late",
                                       family->finish - family->endgame, "sends",
                                       family->single ? "single" : "any"),
                             failure);
}

static void print(const struct items_family *family) {
    printf("items %d..\ntime K%+d\n", family->endgame, family->finish - family->endgame);
}

enum status kitem_every(const struct arguments *arguments, struct control *control, bool *settled,
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
    const struct items_family *family = ((const struct items_endgame *)outcome.detail)->family;
    enum status printed = STATUS_OK;
    if (option(arguments, "json")->given)
        printed = print_json(&question, &outcome, family, control_elapsed(control),
                             status ? NULL : failure);
    else
        print(family);
    *settled = true;
    outcome_clear(&outcome);
    return status ? status : printed;
}
