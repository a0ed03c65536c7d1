/* SPDX-License-Identifier: MIT */
#include "solver/question/logp_items_time.h"

#include <limits.h>
#include <stdio.h>

#include "solver/bound/logp_items_bound.h"
#include "solver/logp/logp_stream.h"
#include "solver/question/logp_items_lists.h"
#include "solver/question/outcome_messages.h"

/* --- from below --- */

static enum status set_number(int64_t *number, mpz_srcptr from, struct failure *failure) {
    if (!mpz_fits_slong_p(from))
        return failure_set(failure, STATUS_LIMIT, "the time is beyond 2^63");
    *number = mpz_get_si(from);
    return STATUS_OK;
}

static enum status find_lower(struct logp_items_time *time, struct failure *failure) {
    const struct logp_items_question *question = &time->question;
    struct logp_items_bound bound;
    mpz_t items;
    mpz_init_set_si(items, question->items);
    enum status status = logp_items_bound(&question->machine, question->processors, items,
                                          question->single, &bound, failure);
    mpz_clear(items);
    if (status)
        return status;
    status = set_number(&time->counted, bound.counting, failure);
    if (!status)
        status = set_number(&time->work, bound.work, failure);
    if (!status)
        status = set_number(&time->lower, logp_items_bound_finish(&bound), failure);
    logp_items_bound_clear(&bound);
    return status;
}

/* --- from above --- */

/* What a construction could not do: the others go on. The first of them is told. */
static enum status leave_out(struct logp_items_time *time, enum status status, const char *by,
                             const struct failure *fault, struct failure *failure) {
    if (status != STATUS_LIMIT)
        return failure_set(failure, status, "%s", fault->message);
    if (!*time->reason)
        snprintf(time->reason, sizeof time->reason, "%s: %.140s", by, fault->message);
    return STATUS_OK;
}

static void drop_schedule(struct logp_items_time *time) {
    if (time->has_list)
        items_schedule_clear(&time->schedule);
    if (time->has_stream)
        logp_schedule_clear(&time->stream);
    time->has_list = time->has_stream = false;
}

/* Keeps the list if it ends sooner than what is known. */
static enum status take(struct logp_items_time *time, struct items_schedule *schedule,
                        const char *by, struct failure *failure) {
    if (schedule->list.finish > time->upper || (time->question.single && !schedule->list.single)) {
        items_schedule_clear(schedule);
        return STATUS_OK;
    }
    drop_schedule(time);
    time->schedule = *schedule;
    time->has_list = true;
    time->upper = schedule->list.finish;
    time->by = by;
    if (time->upper >= time->lower)
        return STATUS_OK;
    return failure_set(failure, STATUS_INTERNAL,
                       "%s: a schedule ends at %d, and no schedule can end before %lld", by,
                       schedule->list.finish, (long long)time->lower);
}

/* The list of a construction, if it ends before that; nothing, where it has none. */
static enum status try_list(struct logp_items_time *time, logp_items_list *make, const char *by,
                            int64_t before, const struct limits *limits, struct failure *failure) {
    struct items_schedule schedule;
    struct failure fault = {0};
    bool made = false;
    if (time->upper == time->lower)
        return STATUS_OK;
    enum status status = make(&time->question, before, limits, &schedule, &made, &fault);
    if (status)
        return leave_out(time, status, by, &fault, failure);
    return made ? take(time, &schedule, by, failure) : STATUS_OK;
}

/* The stream as it is: a list may be too long. */
static enum status find_stream(struct logp_items_time *time, const struct limits *limits,
                               struct failure *failure) {
    const struct logp_items_question *question = &time->question;
    struct failure fault = {0};
    enum status status = logp_stream(&time->stream, &question->machine, question->capacity,
                                     question->processors, limits, &fault);
    if (status)
        return leave_out(time, status, "stream", &fault, failure);
    time->has_stream = true;
    time->by = "stream";
    time->upper = logp_machine_step(&question->machine) * (question->items - 1) +
                  logp_schedule_delay(&time->stream);
    return STATUS_OK;
}

static enum status list_stream(struct logp_items_time *time, struct failure *failure) {
    struct items_schedule schedule;
    struct failure fault = {0};
    enum status status =
        stream_messages(&time->stream, time->question.items, true, &schedule, &fault);
    return status ? leave_out(time, status, "list", &fault, failure)
                  : take(time, &schedule, "stream", failure);
}

/* Steps if they end as soon as the stream does; who ends later makes no list. */
static enum status use_better(struct logp_items_time *time, const struct logp_items_steps *steps,
                              const struct limits *limits, struct failure *failure) {
    struct items_schedule schedule;
    struct failure fault = {0};
    enum status status = STATUS_OK;
    if (steps->end > time->lower)
        status = find_stream(time, limits, failure);
    if (!status && steps->end < INT64_MAX && steps->end <= time->upper) {
        status = logp_items_steps_play(&time->question, steps, limits, &schedule, &fault);
        status = status ? leave_out(time, status, "steps", &fault, failure)
                        : take(time, &schedule, "steps", failure);
    }
    return !status && time->has_stream ? list_stream(time, failure) : status;
}

static enum status try_long(struct logp_items_time *time, const struct limits *limits,
                            struct failure *failure) {
    struct logp_items_steps steps;
    struct failure fault = {0};
    if (time->upper == time->lower)
        return STATUS_OK;
    enum status status = logp_items_steps_find(&time->question, limits, &steps, &fault);
    if (status)
        status = leave_out(time, status, "steps", &fault, failure);
    if (!status)
        status = use_better(time, &steps, limits, failure);
    logp_items_steps_clear(&steps);
    return status;
}

/* --- both --- */

enum status logp_items_time_find(const struct logp_items_question *question,
                                 const struct limits *limits, struct logp_items_time *time,
                                 struct failure *failure) {
    *time = (struct logp_items_time){.question = *question, .upper = INT64_MAX};
    mpz_init_set(time->question.processors, question->processors);
    enum status status = find_lower(time, failure);
    if (!status)
        status = try_list(time, logp_items_by_tree, "tree", INT64_MAX, limits, failure);
    if (!status) /* at first only if nothing is better */
        status = try_list(time, logp_items_by_source, "source", time->lower + 1, limits, failure);
    if (!status)
        status = try_long(time, limits, failure);
    if (!status)
        status = try_list(time, logp_items_by_source, "source", time->upper, limits, failure);
    if (status)
        logp_items_time_clear(time);
    return status;
}

void logp_items_time_clear(struct logp_items_time *time) {
    drop_schedule(time);
    mpz_clear(time->question.processors);
}
