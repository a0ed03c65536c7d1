#include <limits.h>
#include <omp.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/locked_file.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/ordered_run.h"
#include "tools/steadycast/verbs/kitem.h"

enum { MOST_QUESTIONS = 10000000, NAME_ROOM = 40 };

/* One latency; a part is one number of processors, with all K. */
struct range {
    const struct arguments *arguments;
    const struct kitem_options *options;
    const struct limits *limits;
    struct control *control;
    struct items_question first;
    int items;                   /* how many K */
    long parts;                  /* how many N */
    struct items_entry *entries; /* [part * items + i] */
};

static enum status scan_part(void *context, long part, FILE *stream, struct failure *failure) {
    const struct range *range = context;
    struct items_question question = range->first;
    struct limits limits = *range->limits;
    struct items_plans *plans = items_plans_new();
    if (!plans)
        return failure_memory(failure, "plans");
    question.processors += (int)part;
    limits.threads = 1;
    limits.report = NULL; /* parts are counted instead */
    enum status status =
        items_scan(plans, &question, range->items, range->options->method, range->options->encoding,
                   &limits, stream, range->entries + part * range->items, failure);
    items_plans_free(plans);
    return status;
}

static void part_done(void *context, long part) {
    const struct range *range = context;
    struct progress progress = {"numbers of processors", (uint64_t)part + 1, (uint64_t)range->parts,
                                0};
    control_report(range->control, &progress);
}

static json_t *number_or_null(int number) {
    return number == INT_MAX ? json_null() : json_integer(number);
}

enum status kitem_print_line(const struct items_question *question, const struct items_entry *entry,
                             bool json, struct failure *failure) {
    if (json)
        return json_line(json_pack("{s:i, s:i, s:i, s:i, s:s, s:i, s:i, s:o, s:s?, s:s?, s:I}",
                                   "latency", question->latency, "ports", question->ports,
                                   "processors", question->processors + 1, "items", entry->items,
                                   "sends", question->single ? "single" : "any", "counted",
                                   entry->counted, "lower", entry->lower, "upper",
                                   number_or_null(entry->upper), "by", entry->by, "reason",
                                   entry->reason, "nodes", (json_int_t)entry->nodes),
                         failure);
    printf("latency %d processors %d items %d lower %d upper ", question->latency,
           question->processors + 1, entry->items, entry->lower);
    if (entry->upper == INT_MAX)
        printf("none\n");
    else if (entry->upper > entry->lower)
        printf("%d by %s\n", entry->upper, entry->by);
    else
        printf("%d time %d by %s\n", entry->upper, entry->upper, entry->by);
    return STATUS_OK;
}

static enum status print(const struct range *range, struct failure *failure) {
    bool json = option(range->arguments, "json")->given;
    enum status status = STATUS_OK;
    for (long i = 0; i < range->parts * range->items && !status; i++) {
        struct items_question question = range->first;
        question.processors += (int)(i / range->items);
        status = kitem_print_line(&question, &range->entries[i], json, failure);
    }
    return status;
}

static void name_of(char name[NAME_ROOM], int latency) {
    snprintf(name, NAME_ROOM, "L%d.certs", latency);
}

static enum status do_latency(struct range *range, const struct answer_folder *folder,
                              struct failure *failure) {
    const struct option_value *threads = option(range->arguments, "threads");
    struct locked_file file = {.stream = NULL};
    char name[NAME_ROOM], path[ANSWER_FOLDER_PATH_ROOM];
    int error = 0;
    enum status status = STATUS_OK;
    name_of(name, range->first.latency);
    if (folder->path)
        status = answer_folder_path(folder, name, "", path, failure);
    if (folder->path && !status)
        status = locked_file_open(&file, path, folder->force, failure);
    if (status)
        return status;
    status = ordered_run(range->parts, threads->given ? (int)threads->number : omp_get_num_procs(),
                         scan_part, part_done, range, file.stream, &error, failure);
    control_end_line(range->control);
    if (status && folder->path)
        locked_file_discard(&file);
    else if (folder->path)
        status = locked_file_close(&file, error, failure);
    return status ? status : print(range, failure);
}

static enum status probe(const struct answer_folder *folder, const struct option_value *latencies,
                         struct failure *failure) {
    enum status status = answer_folder_make(folder, failure);
    for (long latency = latencies->number; folder->path && latency <= latencies->last && !status;
         latency++) {
        char name[NAME_ROOM];
        name_of(name, (int)latency);
        status = answer_folder_probe_file(folder, name, failure);
    }
    return status;
}

enum status kitem_range(const struct arguments *arguments, struct control *control,
                        const struct kitem_options *options, struct failure *failure) {
    const struct option_value *latencies = option(arguments, "latency");
    const struct option_value *processors = option(arguments, "processors");
    const struct option_value *items = option(arguments, "items");
    struct answer_folder folder = answer_folder(arguments, NULL, 0);
    long parts = processors->last - processors->number + 1, width = items->last - items->number + 1;
    if (parts > MOST_QUESTIONS / width ||
        parts * width > MOST_QUESTIONS / (latencies->last - latencies->number + 1))
        return failure_set(failure, STATUS_INPUT, "more than %d questions at a time",
                           MOST_QUESTIONS);
    struct limits limits = control_limits(control, arguments);
    struct range range = {arguments,  options, &limits, control, kitem_question(arguments),
                          (int)width, parts,   NULL};
    enum status status = probe(&folder, latencies, failure);
    if (status)
        return status;
    range.entries = memory_new((size_t)(parts * width), sizeof *range.entries);
    if (!range.entries)
        return failure_memory(failure, "the answers");
    for (; range.first.latency <= latencies->last && !status; range.first.latency++)
        status = do_latency(&range, &folder, failure);
    free(range.entries);
    return status;
}
