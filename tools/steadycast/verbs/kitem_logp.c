/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "solver/certificate/write.h"
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

static enum status read_question(const struct arguments *arguments,
                                 struct logp_items_question *question, struct failure *failure) {
    enum status status = check_options(arguments, failure);
    if (status)
        return status;
    *question =
        (struct logp_items_question){.capacity = logp_option_capacity(arguments),
                                     .processors = (int)option(arguments, "processors")->number - 1,
                                     .items = (int)option(arguments, "items")->number,
                                     .single = option(arguments, "single-sending")->given};
    return logp_option_parse(option(arguments, "logp")->text, &question->machine, failure);
}

/* --- certificates --- */

static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct logp_items_question *question = body;
    mpz_t processors, items;
    (void)limits;
    mpz_init_set_si(processors, question->processors);
    mpz_init_set_si(items, question->items);
    enum status status = certificate_put_logp_items_bound(output, &question->machine, processors,
                                                          items, question->single, failure);
    mpz_clears(processors, items, (mpz_ptr)NULL);
    return status;
}

/* The stream proves its delay; what its first items take is 11.7 of THEOREMS.md. */
static enum status write(const struct answer_folder *folder, const struct logp_items_time *time,
                         const struct limits *limits, struct failure *failure) {
    struct evidence evidence[2] = {{.kind = NULL},
                                   evidence_borrowed("items-bound", put_bound, &time->question)};
    if (time->has_list)
        evidence[0] = evidence_of_messages(&time->schedule.list);
    else if (time->has_stream)
        evidence[0] = evidence_of_logp_schedule(&time->stream);
    return answer_folder_write_evidence(folder, evidence, limits, failure);
}

/* --- the answer --- */

static void remark(const struct logp_items_time *time, double seconds) {
    const char *by = time->lower == time->counted ? "counting"
                     : time->lower == time->work  ? "the work of all processors"
                                                  : "the item that is sent last";
    fprintf(stderr, "schedule by %s, bound by %s", time->by ? time->by : "nobody", by);
    if (time->has_stream)
        fprintf(stderr, "; too many messages for a list, the certificate is of the stream");
    if (time->lower < time->upper && *time->reason)
        fprintf(stderr, "; %s", time->reason);
    fprintf(stderr, ", %.3f s\n", seconds);
}

static enum status print_json(const struct logp_items_time *time, double seconds,
                              struct failure *failure) {
    const struct logp_items_question *question = &time->question;
    bool known = time->by, settled = time->lower == time->upper;
    char lower[24], upper[24];
    mpz_t processors;
    mpz_init_set_si(processors, question->processors + 1L);
    json_t *asked = json_question_logp("items", &question->machine, processors);
    mpz_clear(processors);
    json_object_set_new(asked, "K", json_integer(question->items));
    json_object_set_new(asked, "sends", json_string(question->single ? "single" : "any"));
    json_object_set_new(asked, "capacity", json_string(logp_capacity_names[question->capacity]));
    snprintf(lower, sizeof lower, "%" PRId64, time->lower);
    snprintf(upper, sizeof upper, "%" PRId64, time->upper);
    const struct json_answer told = {.question = asked,
                                     .verdict = settled ? OUTCOME_SETTLED : OUTCOME_INTERVAL,
                                     .lower = lower,
                                     .upper = known ? upper : NULL,
                                     .by = time->by,
                                     .reason = settled ? NULL : time->reason,
                                     .seconds = seconds};
    return json_answer_print(&told,
                             json_pack("{s:I, s:I}", "counted", (json_int_t)time->counted, "work",
                                       (json_int_t)time->work),
                             failure);
}

static enum status print(const struct arguments *arguments, const struct logp_items_time *time,
                         double seconds, struct failure *failure) {
    if (option(arguments, "json")->given)
        return print_json(time, seconds, failure);
    printf("lower %" PRId64 "\n", time->lower);
    if (time->by)
        printf("upper %" PRId64 "\n", time->upper);
    if (time->upper == time->lower)
        printf("time %" PRId64 "\n", time->upper);
    return STATUS_OK;
}

enum status kitem_logp(const struct arguments *arguments, struct control *control, bool *settled,
                       struct failure *failure) {
    const struct answer_folder folder = answer_folder_of_sides(arguments);
    const struct limits limits = control_limits(control, arguments);
    struct logp_items_question question;
    struct logp_items_time time;
    enum status status = read_question(arguments, &question, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = logp_items_time_find(&question, &limits, &time, failure);
    control_end_line(control);
    if (status)
        return status;
    if (!control->quiet)
        remark(&time, control_elapsed(control));
    /* what a stopped search leaves is written all the same */
    status = write(&folder, &time, control_stopped(control) ? NULL : &limits, failure);
    control_end_line(control);
    enum status printed =
        print(arguments, &time, control_elapsed(control), status ? NULL : failure);
    *settled = time.lower == time.upper;
    logp_items_time_clear(&time);
    return status ? status : printed;
}
