/* SPDX-License-Identifier: MIT */
#include <omp.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/locked_file.h"
#include "solver/question/delay_scan.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/ordered_run.h"
#include "tools/steadycast/verbs/delay.h"

enum { CHUNK = 500, MOST_QUESTIONS = 10000000, NAME_ROOM = 40 };

/* One latency. */
struct range {
    const struct limits *limits;
    int latency;
    long first; /* P */
    long last;
    int *depths; /* of P = first..last */
};

static enum status scan_chunk(void *context, long part, FILE *stream, struct failure *failure) {
    const struct range *range = context;
    long from = range->first + part * CHUNK;
    long count = range->last - from + 1 < CHUNK ? range->last - from + 1 : CHUNK;
    return delay_scan(range->latency, from - 1, count, stream, range->limits,
                      range->depths + (from - range->first), failure);
}

static enum status print_stretch(bool json, int latency, long first, long last, int delay,
                                 struct failure *failure) {
    if (!json) {
        printf("latency %d processors %ld..%ld delay %d lower %d\n", latency, first, last, delay,
               delay);
        return STATUS_OK;
    }
    char number[24];
    snprintf(number, sizeof number, "%d", delay);
    const struct json_answer answer = {
        .question = json_pack("{s:s, s:i, s:I, s:I}", "subject", "delay", "L", latency, "P",
                              (json_int_t)first, "P_last", (json_int_t)last),
        .verdict = OUTCOME_SETTLED,
        .lower = number,
        .upper = number,
        .by = "construction"};
    return json_answer_print(&answer, json_pack("{s:i}", "delay", delay), failure);
}

static enum status print(const struct range *range, bool json, struct failure *failure) {
    enum status status = STATUS_OK;
    for (long from = range->first, to; from <= range->last && !status; from = to + 1) {
        int depth = range->depths[from - range->first];
        for (to = from; to < range->last && range->depths[to + 1 - range->first] == depth; to++)
            ;
        status = print_stretch(json, range->latency, from, to, range->latency + depth, failure);
    }
    return status;
}

static void name_of(char name[NAME_ROOM], long latency) {
    snprintf(name, NAME_ROOM, "L%ld.certs", latency);
}

static enum status do_latency(const struct arguments *arguments, struct range *range, int threads,
                              struct failure *failure) {
    struct locked_file file = {.stream = NULL};
    struct answer_folder folder = delay_folder(arguments);
    char name[NAME_ROOM], path[ANSWER_FOLDER_PATH_ROOM];
    int error = 0;
    enum status status = STATUS_OK;
    name_of(name, range->latency);
    if (folder.path)
        status = answer_folder_path(&folder, name, "", path, failure);
    if (folder.path && !status)
        status = locked_file_open(&file, path, folder.force, failure);
    if (status)
        return status;
    status = ordered_run((range->last - range->first) / CHUNK + 1, threads, scan_chunk, NULL, range,
                         file.stream, &error, failure);
    if (status && folder.path)
        locked_file_discard(&file);
    else if (folder.path)
        status = locked_file_close(&file, error, failure);
    return status ? status : print(range, option(arguments, "json")->given, failure);
}

static enum status probe(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *latencies = option(arguments, "latency");
    struct answer_folder folder = delay_folder(arguments);
    enum status status = answer_folder_make(&folder, failure);
    for (long latency = latencies->number; folder.path && latency <= latencies->last && !status;
         latency++) {
        char name[NAME_ROOM];
        name_of(name, latency);
        status = answer_folder_probe_file(&folder, name, failure);
    }
    return status;
}

enum status delay_range(const struct arguments *arguments, struct control *control, long first,
                        long last, struct failure *failure) {
    const struct option_value *latencies = option(arguments, "latency");
    const struct option_value *threads = option(arguments, "threads");
    long served = first < 2 ? 2 : first, total = latencies->last - latencies->number + 1;
    if (last - first >= MOST_QUESTIONS / total)
        return failure_set(failure, STATUS_INPUT,
                           "the ranges have more than %d questions: ask in smaller ranges",
                           MOST_QUESTIONS);
    if (option(arguments, "engine")->given && option(arguments, "engine")->number != 0)
        return failure_set(failure, STATUS_INPUT, "ranges are answered by --engine construction");
    struct limits limits = control_limits(control, arguments);
    struct range range = {.limits = &limits, .first = served, .last = last};
    enum status status = probe(arguments, failure);
    range.depths = memory_new((size_t)(last - served) + 2, sizeof *range.depths);
    if (!status && !range.depths)
        status = failure_memory(failure, "the delays");
    for (long latency = latencies->number; latency <= latencies->last && !status; latency++) {
        struct progress progress = {"latencies", (uint64_t)(latency - latencies->number),
                                    (uint64_t)total, 0};
        range.latency = (int)latency;
        control_report(control, &progress);
        if (first < 2)
            status =
                print_stretch(option(arguments, "json")->given, range.latency, 1, 1, 0, failure);
        if (!status && served <= last)
            status =
                do_latency(arguments, &range,
                           threads->given ? (int)threads->number : omp_get_num_procs(), failure);
    }
    control_end_line(control);
    free(range.depths);
    return status;
}
