#include <errno.h>
#include <omp.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/locked_file.h"
#include "solver/engine/delay_scan.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/verbs/delay.h"

enum { CHUNK = 500, MOST_QUESTIONS = 10000000, NAME_ROOM = 40 };

/* One latency: its chunks are scanned by all threads, what they write comes in order. */
struct range {
    const struct limits *limits;
    int latency;
    long first; /* P */
    long last;
    int *depths;  /* of P = first..last */
    FILE *stream; /* NULL: no certificates */
    int error;    /* errno of the first write that failed */
    enum status status;
    struct failure failure;
};

static enum status scan_chunk(const struct range *range, long from, FILE *stream,
                              struct failure *failure) {
    long count = range->last - from + 1 < CHUNK ? range->last - from + 1 : CHUNK;
    return delay_scan(range->latency, from - 1, count, stream, range->limits,
                      range->depths + (from - range->first), failure);
}

/* In turn with the other threads. */
static void take(struct range *range, enum status status, const struct failure *failure,
                 const char *text, size_t length) {
    if (range->status)
        return;
    range->status = status;
    if (status)
        range->failure = *failure;
    else if (range->stream && !range->error && fwrite(text, 1, length, range->stream) != length)
        range->error = errno ? errno : EIO;
}

static void scan(struct range *range, int threads) {
#pragma omp parallel for ordered schedule(dynamic, 1) num_threads(threads)
    for (long from = range->first; from <= range->last; from += CHUNK) {
        struct failure failure = {0};
        char *text = NULL;
        size_t length = 0;
        FILE *stream = range->stream ? open_memstream(&text, &length) : NULL;
        enum status status = range->stream && !stream ? failure_memory(&failure, "certificates")
                                                      : scan_chunk(range, from, stream, &failure);
        if (stream && fclose(stream) != 0 && !status)
            status = failure_memory(&failure, "certificates");
#pragma omp ordered
        take(range, status, &failure, text, length);
        free(text);
    }
}

static enum status print_stretch(bool json, int latency, long first, long last, int delay,
                                 struct failure *failure) {
    if (!json) {
        printf("latency %d processors %ld..%ld delay %d lower %d\n", latency, first, last, delay,
               delay);
        return STATUS_OK;
    }
    json_t *object =
        json_pack("{s:i, s:I, s:I, s:i, s:i}", "latency", latency, "first", (json_int_t)first,
                  "last", (json_int_t)last, "delay", delay, "lower", delay);
    return json_line(object, failure);
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
    char name[NAME_ROOM], path[DELAY_PATH_ROOM];
    bool writes = option(arguments, "output")->given;
    enum status status = STATUS_OK;
    name_of(name, range->latency);
    if (writes)
        status = delay_path(arguments, name, "", path, failure);
    if (writes && !status)
        status = locked_file_open(&file, path, option(arguments, "force")->given, failure);
    if (status)
        return status;
    range->stream = file.stream;
    range->status = STATUS_OK;
    range->error = 0;
    scan(range, threads);
    if (range->status && writes)
        locked_file_discard(&file);
    else if (writes)
        range->status = locked_file_close(&file, range->error, &range->failure);
    if (range->status)
        return failure_set(failure, range->status, "%s", range->failure.message);
    return print(range, option(arguments, "json")->given, failure);
}

static enum status probe(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *latencies = option(arguments, "latency");
    if (!option(arguments, "output")->given)
        return STATUS_OK;
    enum status status = delay_folder(arguments, failure);
    for (long latency = latencies->number; latency <= latencies->last && !status; latency++) {
        char name[NAME_ROOM];
        name_of(name, latency);
        status = delay_probe_file(arguments, name, failure);
    }
    return status;
}

enum status delay_range(const struct arguments *arguments, struct control *control, long first,
                        long last, struct failure *failure) {
    const struct option_value *latencies = option(arguments, "latency");
    const struct option_value *threads = option(arguments, "threads");
    long served = first < 2 ? 2 : first, total = latencies->last - latencies->number + 1;
    if (last - first >= MOST_QUESTIONS / total)
        return failure_set(failure, STATUS_INPUT, "more than %d questions at a time",
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
