/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/steady_clock.h"
#include "tools/steadycast/verbs/kitem.h"
#include "tools/steadycast/verbs/kitem_run.h"

/* The messages of one number of processors are kept in memory until they can be written. */
enum { MOST_QUESTIONS = 10000000, MOST_MESSAGES = 20000000 };

/* One latency; a part is one number of processors, with all K. */
struct range {
    const struct arguments *arguments;
    const struct limits *limits;
    struct control *control;
    struct question first;
    int items;                   /* how many K */
    long parts;                  /* how many N, */
    long done;                   /* and of how many of them, the first ones, all is there */
    long answered;               /* questions of all latencies, */
    long settled;                /* and how many of them are settled */
    struct kitem_entry *entries; /* [part * items + i] */
};

/* The i-th question of a part. */
static struct question question_at(const struct range *range, long part, int i) {
    struct question question = range->first;
    question_set(&question, KEY_PROCESSORS, question_number(&question, KEY_PROCESSORS) + part);
    question_set(&question, KEY_ITEMS, question_number(&question, KEY_ITEMS) + i);
    return question;
}

static enum status write_both(const struct outcome *outcome, FILE *stream,
                              const struct limits *limits, struct failure *failure) {
    enum status status = STATUS_OK;
    if (outcome->schedule.kind)
        status = evidence_write_stream(outcome->schedule, stream, limits, failure);
    return status ? status : evidence_write_stream(outcome->bound, stream, limits, failure);
}

static enum status scan_one(const struct range *range, const struct question *question,
                            struct items_plans *plans, const struct limits *limits, FILE *stream,
                            struct kitem_entry *entry, struct failure *failure) {
    struct outcome outcome;
    double start = steady_clock();
    enum status status = kitem_ask(range->arguments, question, plans, limits, &outcome, failure);
    if (status)
        return status;
    status = limits_check(limits, failure); /* what a stopped search leaves is no answer */
    if (stream && !status)
        status = write_both(&outcome, stream, limits, failure);
    *entry = kitem_entry_of(&outcome, steady_clock() - start);
    outcome_clear(&outcome);
    return status;
}

static enum status scan_part(void *context, long part, FILE *stream, struct failure *failure) {
    const struct range *range = context;
    struct limits limits = *range->limits;
    struct items_plans *plans = items_plans_new();
    if (!plans)
        return failure_memory(failure, "plans");
    limits.threads = 1;
    limits.report = NULL; /* parts are counted instead */
    enum status status = limits_check(&limits, failure);
    for (int i = 0; i < range->items && !status; i++) {
        struct question question = question_at(range, part, i);
        status = scan_one(range, &question, plans, &limits, stream,
                          range->entries + part * range->items + i, failure);
    }
    items_plans_free(plans);
    return status;
}

enum status kitem_print_line(const struct question *question, const struct kitem_entry *entry,
                             bool json, struct failure *failure) {
    long latency = question_number(question, KEY_LATENCY);
    long processors = question_number(question, KEY_PROCESSORS);
    long items = question_number(question, KEY_ITEMS);
    if (json) {
        char room[JSON_RANGE_ROOM];
        struct json_answer answer =
            json_answer_range(question, entry->lower, entry->upper == INT_MAX ? -1 : entry->upper,
                              entry->seconds, room);
        answer.by = entry->by;
        answer.reason = entry->reason;
        answer.nodes = entry->nodes;
        return json_answer_print(&answer, json_pack("{s:i}", "counted", entry->counted), failure);
    }
    printf("latency %ld processors %ld items %ld lower %d upper ", latency, processors, items,
           entry->lower);
    if (entry->upper == INT_MAX)
        printf("none\n");
    else if (entry->upper > entry->lower)
        printf("%d by %s\n", entry->upper, entry->by);
    else
        printf("%d time %d by %s\n", entry->upper, entry->upper, entry->by);
    return STATUS_OK;
}

/* Why an interval is open; a JSON object says it itself. */
static void remark(const struct question *question, const struct kitem_entry *entry) {
    fprintf(stderr, "latency %ld processors %ld items %ld: %s\n",
            question_number(question, KEY_LATENCY), question_number(question, KEY_PROCESSORS),
            question_number(question, KEY_ITEMS), entry->reason);
}

static enum status print(void *context, struct failure *failure) {
    struct range *range = context;
    bool json = option(range->arguments, "json")->given;
    enum status status = STATUS_OK;
    for (long i = 0; i < range->done * range->items && !status; i++) {
        struct question question = question_at(range, i / range->items, (int)(i % range->items));
        const struct kitem_entry *entry = &range->entries[i];
        if (!json && !range->control->quiet && entry->lower < entry->upper)
            remark(&question, entry);
        status = kitem_print_line(&question, entry, json, failure);
        range->answered += !status;
        range->settled += !status && entry->lower == entry->upper;
    }
    fflush(stdout); /* as complete as the certificates are by now */
    return status;
}

/* Are the lists of a number of processors so long that they can't be kept? */
static enum status check_messages(const struct option_value *processors,
                                  const struct option_value *items, struct failure *failure) {
    long width = items->last - items->number + 1; /* at most MOST_QUESTIONS */
    long sum = width * (items->number + items->last) / 2;
    if (sum <= MOST_MESSAGES / (processors->last - 1))
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "--output of ranges: the schedules for %ld processors and %ld..%ld items "
                       "have more than %d messages; ask in smaller ranges of --items",
                       processors->last, items->number, items->last, MOST_MESSAGES);
}

/* What was answered before it was stopped stands. */
static enum status tell_stopped(const struct range *range, long questions,
                                struct failure *failure) {
    if (range->answered == 0)
        return failure_set(failure, STATUS_LIMIT, "stopped: 0 of %ld questions answered",
                           questions);
    fprintf(stderr, "stopped: %ld of %ld questions answered\n", range->answered, questions);
    return STATUS_OK;
}

enum status kitem_range(const struct arguments *arguments, struct control *control, bool *settled,
                        struct failure *failure) {
    const struct option_value *latencies = option(arguments, "latency");
    const struct option_value *processors = option(arguments, "processors");
    const struct option_value *items = option(arguments, "items");
    struct answer_folder folder = answer_folder(arguments, NULL, 0);
    long parts = processors->last - processors->number + 1, width = items->last - items->number + 1;
    if (parts > MOST_QUESTIONS / width ||
        parts * width > MOST_QUESTIONS / (latencies->last - latencies->number + 1))
        return failure_set(failure, STATUS_INPUT,
                           "the ranges have more than %d questions: ask in smaller ranges",
                           MOST_QUESTIONS);
    struct limits limits = control_limits(control, arguments);
    struct range range = {.arguments = arguments,
                          .limits = &limits,
                          .control = control,
                          .first = kitem_question(arguments),
                          .items = (int)width,
                          .parts = parts};
    enum status status = folder.path ? check_messages(processors, items, failure) : STATUS_OK;
    if (!status)
        status = kitem_run_probe(&folder, latencies, failure);
    if (status)
        return status;
    range.entries = memory_new((size_t)(parts * width), sizeof *range.entries);
    if (!range.entries)
        return failure_memory(failure, "the answers");
    for (long latency = latencies->number; latency <= latencies->last && !status; latency++) {
        question_set(&range.first, KEY_LATENCY, latency);
        const struct kitem_run run = {arguments, control, latency, parts,
                                      scan_part, print,   &range,  &range.done};
        status = kitem_run_latency(&run, &folder, failure);
    }
    free(range.entries);
    long questions = parts * width * (latencies->last - latencies->number + 1);
    *settled = range.settled == questions;
    if (status == STATUS_LIMIT && control_stopped(control))
        status = tell_stopped(&range, questions, failure);
    return status;
}
