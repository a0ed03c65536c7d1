/* Least delays for every number of processors. */
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/question/delay.h"
#include "solver/question/delay_scan.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/bench/bench_scan.h"
#include "tools/steadycast/frame/checker.h"

enum { LATENCIES = BENCH_SCAN_LATENCIES, PATH_ROOM = 4096, LINE_ROOM = 512 };

/* --- all numbers of processors --- */

/* P = 2 .. processors for one latency, with certificates if there is a path. */
static enum status scan_one(const struct bench_scan *scan, int latency, const char *path,
                            struct failure *failure) {
    struct limits limits = bench_limits(scan->options, 1);
    int *depths = memory_new((size_t)scan->processors, sizeof *depths);
    FILE *file = path ? fopen(path, "w") : NULL;
    enum status status = depths ? STATUS_OK : failure_memory(failure, "the delays");
    if (!status && path && !file)
        status = failure_set(failure, STATUS_SYSTEM, "%s: %s", path, strerror(errno));
    if (!status)
        status = delay_scan(latency, 1, scan->processors - 1, file, &limits, depths, failure);
    if (file && fclose(file) != 0 && !status)
        status = failure_set(failure, STATUS_SYSTEM, "%s could not be written", path);
    free(depths);
    return status;
}

static enum status check_one(const struct bench_scan *scan, const char *path,
                             struct failure *failure) {
    char line[LINE_ROOM];
    bool verified = false;
    struct limits limits = bench_limits(scan->options, 1);
    enum status status = checker_run_stream(scan->checker, path, NULL, NULL, &limits, &verified,
                                            line, sizeof line, failure);
    if (!status && !verified)
        status = failure_set(failure, STATUS_INTERNAL, "%s", line);
    return status;
}

static void put_path(char *path, const struct bench_scan *scan, int latency) {
    snprintf(path, PATH_ROOM, "%s/L%d.certs", scan->folder, latency);
}

enum status bench_scan_work(void *context, struct failure *failure) {
    const struct bench_scan *scan = context;
    enum status status = STATUS_OK;
    int threads = scan->threads ? scan->threads : omp_get_num_procs();
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (int i = 0; i < LATENCIES; i++) { /* the largest first */
        char path[PATH_ROOM];
        struct failure found = {0};
        int latency = LATENCIES - i;
        put_path(path, scan, latency);
        enum status result =
            scan->step == BENCH_SCAN_CHECK
                ? check_one(scan, path, &found)
                : scan_one(scan, latency, scan->step == BENCH_SCAN_WRITE ? path : NULL, &found);
        if (result)
#pragma omp critical(bench)
        {
            status = result;
            *failure = found;
        }
    }
    return status;
}

static double files_size(const struct bench_scan *scan) {
    double size = 0;
    for (int latency = 1; latency <= LATENCIES; latency++) {
        struct stat state;
        char path[PATH_ROOM];
        put_path(path, scan, latency);
        size += stat(path, &state) == 0 ? (double)state.st_size : 0;
    }
    return size;
}

static void remove_files(const struct bench_scan *scan) {
    for (int latency = 1; latency <= LATENCIES; latency++) {
        char path[PATH_ROOM];
        put_path(path, scan, latency);
        unlink(path);
    }
    rmdir(scan->folder);
}

static enum status time_step(struct bench_scan *scan, enum bench_scan_step step, double most,
                             struct bench_table *table, struct failure *failure) {
    static const char *const names[] = {"delays", "with certificates", "checking them"};
    const struct bench_machine *machine = scan->options->machine;
    struct bench_record record = {.unit = "s", .promise = {BENCH_VALUE, false, most}};
    scan->step = step;
    enum status status = bench_time(scan->options, bench_scan_work, scan, &record.value, failure);
    if (status)
        return status;
    snprintf(record.what, sizeof record.what, "L = 1..%d, P = 2..%d: %s", LATENCIES,
             scan->processors, names[step]);
    if (step != BENCH_SCAN_ONLY) {
        double bytes = files_size(scan);
        snprintf(record.limit, sizeof record.limit, "%.0f MB through SHA-256, all threads",
                 bytes / 1e6);
        record.limit_value = bytes / (machine->digest * machine->processors);
    }
    return bench_add(table, &record, failure);
}

static enum status time_scan(const struct bench_options *options, struct bench_table *table,
                             struct failure *failure) {
    static const double most[] = {6, 10, 8};
    char folder[] = "/tmp/steadycast-delays-XXXXXX", checker[PATH_ROOM];
    struct bench_scan scan = {.options = options,
                              .processors = options->quick ? 1000 : 10000,
                              .folder = folder,
                              .checker = checker};
    enum status status = checker_find(checker, sizeof checker, failure);
    if (status)
        return status;
    if (!mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    for (int step = BENCH_SCAN_ONLY; step <= BENCH_SCAN_CHECK && !status; step++)
        status = time_step(&scan, (enum bench_scan_step)step, most[step], table, failure);
    remove_files(&scan);
    return status;
}

/* --- large numbers --- */

enum status bench_power_work(void *context, struct failure *failure) {
    struct bench_power *power = context;
    struct limits limits = bench_limits(power->options, 0);
    struct delay delay;
    mpz_t processors;
    mpz_init(processors);
    mpz_ui_pow_ui(processors, 10, (unsigned long)power->digits);
    mpz_sub_ui(processors, processors, 1);
    enum status status =
        delay_find(power->latency, processors, DELAY_CONSTRUCTION, &limits, &delay, failure);
    if (!status) {
        power->depth = delay.depth;
        delay_clear(&delay);
    }
    mpz_clear(processors);
    return status;
}

static enum status time_power(const struct bench_options *options, int latency, int digits,
                              double most, struct bench_table *table, struct failure *failure) {
    struct bench_power power = {options, latency, digits, 0};
    struct bench_record record = {
        .unit = "s", .limit = "f_0 .. f_t read once", .promise = {BENCH_VALUE, false, most}};
    enum status status = bench_time(options, bench_power_work, &power, &record.value, failure);
    snprintf(record.what, sizeof record.what, "L = %d, P = 10^%d", latency, digits);
    snprintf(record.note, sizeof record.note, "delay %d", latency + power.depth);
    /* f_t has digits*log2(10)/8 bytes, those before it half of that in the middle */
    record.limit_value = power.depth * (digits * 3.3219 / 8) / 2 / options->machine->read_one;
    return status ? status : bench_add(table, &record, failure);
}

enum status bench_delay(const struct bench_options *options, struct bench_table *table,
                        struct failure *failure) {
    enum status status = time_scan(options, table, failure);
    if (!status)
        status = time_power(options, 3, 100, 0.05, table, failure);
    if (!status)
        status = time_power(options, 3, 1000, 0.2, table, failure);
    if (!status && !options->quick)
        status = time_power(options, 1000, 12, 4, table, failure);
    return status;
}
