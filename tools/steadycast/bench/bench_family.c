/* Families for every depth, and their check. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solver/certificate/write.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/frame/checker.h"

struct family_run {
    const struct bench_options *options;
    int latency;
    const char *path;
    const char *checker;
};

static bool go_on(void *context, int done, int total) {
    (void)done;
    (void)total;
    return !control_stopped(context);
}

static enum status find(void *context, struct failure *failure) {
    const struct family_run *run = context;
    struct limits limits = bench_limits(run->options, 0);
    struct family family;
    bool found = false;
    enum status status = family_find(&family, run->latency, &limits, &found, failure);
    if (!status && !found)
        status = limits_check(&limits, failure);
    if (!status && !found)
        return failure_set(failure, STATUS_INTERNAL, "no family for L = %d", run->latency);
    if (status)
        return status;
    status =
        certificate_write_family(run->path, true, &family, go_on, run->options->control, failure);
    family_clear(&family);
    return status;
}

static enum status check(void *context, struct failure *failure) {
    const struct family_run *run = context;
    struct limits limits = bench_limits(run->options, 1);
    char line[512];
    bool verified = false;
    enum status status =
        checker_run(run->checker, run->path, &limits, &verified, line, sizeof line, failure);
    if (!status && !verified)
        status = failure_set(failure, STATUS_INTERNAL, "L = %d: %s", run->latency, line);
    return status;
}

static enum status measure(struct family_run *run, const char *what, bench_work *work, double most,
                           struct bench_table *table, struct failure *failure) {
    struct bench_record record = {.unit = "s", .promise = {BENCH_VALUE, false, most}};
    struct stat state;
    struct rusage usage;
    enum status status = bench_time(run->options, work, run, &record.value, failure);
    if (!status && stat(run->path, &state) != 0)
        status = failure_set(failure, STATUS_SYSTEM, "%s: %s", run->path, strerror(errno));
    if (status)
        return status;
    snprintf(record.what, sizeof record.what, "L = %d: %s", run->latency, what);
    snprintf(record.limit, sizeof record.limit, "%.1f MB through SHA-256",
             (double)state.st_size / 1e6);
    record.limit_value = (double)state.st_size / run->options->machine->digest;
    if (work == check && getrusage(RUSAGE_CHILDREN, &usage) == 0)
        snprintf(record.note, sizeof record.note, "steadycheck takes at most %.0f MB",
                 (double)usage.ru_maxrss / 1000);
    return bench_add(table, &record, failure);
}

enum status bench_family(const struct bench_options *options, struct bench_table *table,
                         struct failure *failure) {
    char folder[] = "/tmp/steadycast-family-XXXXXX", path[64], checker[4096];
    struct family_run run = {options, options->quick ? 200 : 1000, path, checker};
    enum status status = checker_find(checker, sizeof checker, failure);
    if (status)
        return status;
    if (!mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    snprintf(path, sizeof path, "%s/family.cert", folder);
    bench_machine_forget_peak();
    status = measure(&run, "found and written", find, 4, table, failure);
    if (!status)
        status = measure(&run, "checked", check, 1, table, failure);
    unlink(path);
    rmdir(folder);
    return status;
}
