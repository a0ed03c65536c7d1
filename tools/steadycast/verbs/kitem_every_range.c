/* SPDX-License-Identifier: MIT */
/* Every number of items, for ranges of latencies and processors. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/question/items_every.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/verbs/kitem.h"
#include "tools/steadycast/verbs/kitem_run.h"

/* What is kept of a number of processors. */
struct entry {
    bool found;
    struct every_items_time time;
    int few; /* numbers of items that were settled from scratch */
    int open_count;
    int open[ITEMS_EVERY_MOST_FEW];
};

/* One latency; a part is a number of processors. */
struct every_range {
    const struct arguments *arguments;
    const struct limits *limits;
    struct control *control;
    long latency, first, parts;
    long done; /* the first so many parts are there */
    struct entry *entries;
    long answered, settled; /* of all latencies */
};

static enum status write_all(const struct items_every *every, FILE *stream,
                             const struct limits *limits, struct failure *failure) {
    enum status status = STATUS_OK;
    if (every->every)
        status =
            evidence_write_stream(evidence_of_every_items(every->every), stream, limits, failure);
    for (int i = 0; i < every->few_count && !status; i++)
        status = evidence_write_stream(evidence_of_items_colours(&every->few[i]), stream, limits,
                                       failure);
    return status;
}

static struct entry entry_of(const struct items_every *every) {
    struct entry entry = {
        .found = every->every, .few = every->few_count, .open_count = every->open_count};
    if (every->every)
        entry.time = every_items_time(every->every);
    for (int i = 0; i < every->open_count; i++)
        entry.open[i] = every->open[i];
    return entry;
}

static enum status find_part(void *context, long part, FILE *stream, struct failure *failure) {
    const struct every_range *range = context;
    struct limits limits = *range->limits;
    struct items_plans *plans = items_plans_new();
    struct items_every every;
    if (!plans)
        return failure_memory(failure, "plans");
    limits.threads = 1;
    limits.report = NULL; /* parts are counted instead */
    enum status status = limits_check(&limits, failure);
    if (!status)
        status = items_every_find(plans, (int)range->latency, (int)(range->first + part - 1),
                                  &limits, &every, failure);
    if (!status) {
        range->entries[part] = entry_of(&every);
        if (stream)
            status = write_all(&every, stream, &limits, failure);
        items_every_clear(&every);
    }
    items_plans_free(plans);
    return status;
}

/* --- what is printed --- */

static enum status print_json(const struct every_range *range, long part, struct failure *failure) {
    const struct entry *entry = &range->entries[part];
    json_t *open = json_array();
    for (int i = 0; i < entry->open_count; i++)
        json_array_append_new(open, json_integer(entry->open[i]));
    json_t *object = json_pack("{s:i, s:i, s:o?, s:o?, s:i, s:o}", "L", (int)range->latency, "P",
                               (int)(range->first + part), "first",
                               entry->found ? json_integer(entry->time.first) : json_null(), "late",
                               entry->found ? json_integer(entry->time.late) : json_null(), "few",
                               entry->few, "open", open);
    if (!object)
        return failure_memory(failure, "an answer");
    json_dumpf(object, stdout, 0);
    putchar('\n');
    json_decref(object);
    return STATUS_OK;
}

static void print_line(const struct every_range *range, long part) {
    const struct entry *entry = &range->entries[part];
    printf("latency %ld processors %ld ", range->latency, range->first + part);
    if (entry->found)
        printf("items %d.. time K%+d few %d", entry->time.first, entry->time.late, entry->few);
    else
        printf("items none few %d", entry->few);
    for (int i = 0; i < entry->open_count; i++)
        printf("%s%d", i ? "," : " open ", entry->open[i]);
    putchar('\n');
}

static enum status print(void *context, struct failure *failure) {
    struct every_range *range = context;
    bool json = option(range->arguments, "json")->given;
    enum status status = STATUS_OK;
    long settled = 0;
    for (long part = 0; part < range->done && !status; part++) {
        const struct entry *entry = &range->entries[part];
        if (json)
            status = print_json(range, part, failure);
        else
            print_line(range, part);
        range->answered++;
        settled += entry->found && entry->open_count == 0;
    }
    range->settled += settled;
    fflush(stdout);
    if (!range->control->quiet && !status)
        fprintf(stderr, "latency %ld: for %ld of %ld P the bound is met for every K\n",
                range->latency, settled, range->done);
    return status;
}

/* --- all latencies --- */

static enum status do_latencies(struct every_range *range, const struct answer_folder *folder,
                                struct failure *failure) {
    const struct option_value *latencies = option(range->arguments, "latency");
    enum status status = kitem_run_probe(folder, latencies, failure);
    for (range->latency = latencies->number; range->latency <= latencies->last && !status;
         range->latency++) {
        const struct kitem_run run = {
            range->arguments, range->control, range->latency, range->parts,
            find_part,        print,          range,          &range->done};
        status = kitem_run_latency(&run, folder, failure);
    }
    return status;
}

enum status kitem_every_range(const struct arguments *arguments, struct control *control,
                              bool *settled, struct failure *failure) {
    const struct option_value *latencies = option(arguments, "latency");
    const struct option_value *processors = option(arguments, "processors");
    struct answer_folder folder = answer_folder(arguments, NULL, 0);
    struct limits limits = control_limits(control, arguments);
    struct every_range range = {.arguments = arguments,
                                .limits = &limits,
                                .control = control,
                                .first = processors->number,
                                .parts = processors->last - processors->number + 1};
    long questions = range.parts * (latencies->last - latencies->number + 1);
    range.entries = memory_new((size_t)range.parts, sizeof *range.entries);
    if (!range.entries)
        return failure_memory(failure, "the answers");
    enum status status = do_latencies(&range, &folder, failure);
    free(range.entries);
    *settled = range.settled == questions;
    if (status == STATUS_LIMIT && control_stopped(control) && range.answered > 0) {
        fprintf(stderr, "stopped: %ld of %ld questions answered\n", range.answered, questions);
        return STATUS_OK;
    }
    return status;
}
