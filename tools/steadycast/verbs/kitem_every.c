/* SPDX-License-Identifier: MIT */
/* A family for every number of items. */
#include <stdio.h>

#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/verbs/kitem.h"

static enum status print_json(const struct question *question, const struct outcome *outcome,
                              const struct every_items_time *time, double seconds,
                              struct failure *failure) {
    const struct json_answer answer = json_answer_of(question, outcome, seconds);
    return json_answer_print(&answer,
                             json_pack("{s:i, s:i, s:s}", "first", time->first, "late", time->late,
                                       "sends", time->single ? "single" : "any"),
                             failure);
}

static void print(const struct every_items_time *time) {
    printf("items %d..\ntime K%+d\n", time->first, time->late);
}

static enum status answer(const struct arguments *arguments, struct control *control,
                          const struct question *question, bool *settled, struct failure *failure) {
    static const char *const names[] = {"family.cert"};
    struct answer_folder folder = answer_folder(arguments, names, 1);
    struct limits limits = control_limits(control, arguments);
    struct outcome outcome;
    enum status status = answer_folder_probe(&folder, failure);
    if (!status)
        status = engine_ask(engine_of(question, 0), question, &(struct engine_options){0}, &limits,
                            &outcome, failure);
    control_end_line(control);
    if (status)
        return status;
    if (outcome.verdict != OUTCOME_FEASIBLE) {
        outcome_clear(&outcome);
        return failure_set(failure, STATUS_LIMIT,
                           "no family is found for L = %ld, P = %.40s, which proves nothing",
                           option(arguments, "latency")->number,
                           option(arguments, "processors")->text);
    }
    status = answer_folder_write_evidence(&folder, &outcome.schedule, NULL, failure);
    /* an answer is told though its file is not there */
    const struct items_endgame *endgame = outcome.detail;
    const struct every_items_time time = every_items_time(endgame->every);
    enum status printed = STATUS_OK;
    if (option(arguments, "json")->given)
        printed = print_json(question, &outcome, &time, control_elapsed(control),
                             status ? NULL : failure);
    else
        print(&time);
    *settled = true;
    outcome_clear(&outcome);
    return status ? status : printed;
}

enum status kitem_every(const struct arguments *arguments, struct control *control, bool *settled,
                        struct failure *failure) {
    struct question question;
    question_init(&question, SUBJECT_ENDGAME);
    question_set(&question, KEY_LATENCY, option(arguments, "latency")->number);
    enum status status = question_read_value(&question, KEY_PROCESSORS,
                                             option(arguments, "processors")->text, failure);
    if (!status)
        status = answer(arguments, control, &question, settled, failure);
    question_clear(&question);
    return status;
}
