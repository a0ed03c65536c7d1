/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "solver/question/engines.h"
#include "solver/question/logp_items_time.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/verbs/kitem.h"

/* What is asked of one question in the postal model only. */
static enum status check_options(const struct arguments *arguments, struct failure *failure) {
    static const char *const others[] = {"every",    "ports",   "engine",
                                         "encoding", "threads", "nodes"};
    static const char *const ranges[] = {"processors", "items"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (option(arguments, others[i])->given)
            return failure_set(failure, STATUS_INPUT,
                               "--%s is for the postal model: give it with --latency, not with "
                               "--logp",
                               others[i]);
    if (!option(arguments, "items")->given)
        return failure_set(failure, STATUS_INPUT, "kitem needs --items with --logp");
    for (int i = 0; i < 2; i++) {
        const struct option_value *value = option(arguments, ranges[i]);
        if (value->number < value->last)
            return failure_set(failure, STATUS_INPUT,
                               "--%s: with --logp one question is answered, not the range '%.60s'",
                               ranges[i], value->text);
    }
    return STATUS_OK;
}

/* Into a question that is initialised. */
static enum status read_question(const struct arguments *arguments, struct question *question,
                                 struct failure *failure) {
    struct logp_machine machine;
    enum status status = check_options(arguments, failure);
    if (!status)
        status = logp_option_parse(option(arguments, "logp")->text, &machine, failure);
    if (status)
        return status;
    logp_option_set(question, &machine);
    question_set(question, KEY_CAPACITY, (long)logp_option_capacity(arguments));
    question_set(question, KEY_SENDS, option(arguments, "single-sending")->given);
    question_set(question, KEY_ITEMS, option(arguments, "items")->number);
    return question_read_value(question, KEY_PROCESSORS, option(arguments, "processors")->text,
                               failure);
}

/* --- the answer --- */

static void remark(const struct logp_items_time *time, double seconds) {
    const char *capacity = logp_capacity_names[time->question.capacity];
    const char *by = time->lower == time->counted ? "counting"
                     : time->lower == time->work  ? "the work of all processors"
                                                  : "the item that is sent last";
    fprintf(stderr, "schedule by %s, bound by %s, capacity %s", time->by ? time->by : "nobody", by,
            capacity);
    if (time->has_stream)
        fprintf(stderr, "; a list would be too large, the certificate is of the stream");
    if (time->lower < time->upper && *time->reason)
        fprintf(stderr, "; %s", time->reason);
    fprintf(stderr, ", %.3f s\n", seconds);
}

static enum status print(const struct arguments *arguments, const struct question *question,
                         const struct outcome *outcome, double seconds, struct failure *failure) {
    const struct logp_items_time *time = outcome->detail;
    if (option(arguments, "json")->given) {
        const struct json_answer answer = json_answer_of(question, outcome, seconds);
        return json_answer_print(&answer,
                                 json_pack("{s:I, s:I}", "counted", (json_int_t)time->counted,
                                           "work", (json_int_t)time->work),
                                 failure);
    }
    printf("lower %s\n", outcome->lower);
    if (outcome->upper)
        printf("upper %s\n", outcome->upper);
    if (outcome->verdict == OUTCOME_SETTLED)
        printf("time %s\n", outcome->upper);
    return STATUS_OK;
}

static enum status ask(const struct arguments *arguments, struct control *control,
                       const struct question *question, struct outcome *outcome,
                       struct failure *failure) {
    const struct answer_folder folder = answer_folder_of_sides(arguments);
    const struct limits limits = control_limits(control, arguments);
    enum status status = answer_folder_probe(&folder, failure);
    if (!status)
        status = engine_ask(engine_find(question, "construction"), question,
                            &(struct engine_options){0}, &limits, outcome, failure);
    control_end_line(control);
    return status;
}

/* What a stopped search leaves is written all the same. */
static enum status write(const struct arguments *arguments, struct control *control,
                         const struct outcome *outcome, struct failure *failure) {
    const struct answer_folder folder = answer_folder_of_sides(arguments);
    const struct limits limits = control_limits(control, arguments);
    enum status status = answer_folder_write_sides(
        &folder, outcome, control_stopped(control) ? NULL : &limits, failure);
    control_end_line(control);
    return status;
}

static enum status answer(const struct arguments *arguments, struct control *control,
                          const struct question *question, bool *settled, struct failure *failure) {
    struct outcome outcome;
    enum status status = ask(arguments, control, question, &outcome, failure);
    if (status)
        return status;
    if (!control->quiet)
        remark(outcome.detail, control_elapsed(control));
    status = write(arguments, control, &outcome, failure);
    enum status printed =
        print(arguments, question, &outcome, control_elapsed(control), status ? NULL : failure);
    *settled = outcome.verdict == OUTCOME_SETTLED;
    outcome_clear(&outcome);
    return status ? status : printed;
}

enum status kitem_logp(const struct arguments *arguments, struct control *control, bool *settled,
                       struct failure *failure) {
    struct question question;
    question_init(&question, SUBJECT_LOGP_ITEMS);
    enum status status = read_question(arguments, &question, failure);
    if (!status)
        status = answer(arguments, control, &question, settled, failure);
    question_clear(&question);
    return status;
}
