/* Campaigns: what they cost outside the engines, and ranks of MPI against threads. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/bench/bench_peer.h"
#include "tools/steadycast/frame/folder.h"
#include "tools/steadycast/frame/steady_clock.h"

enum { PATH_ROOM = 4200, COMMAND_ROOM = 3 * PATH_ROOM };

/* Ten thousand small cases, as cases/campaign/ten-thousand.campaign; and a few of them. */
static const char full[] = "capacity latency 2..5 depth 1..148\n"
                           "delay latency 1..8 processors 2..801\n"
                           "decide latency 3..10 depth L..4L\n"
                           "items latency 1..4 processors 2..11 items 1..70 engine construction\n"
                           "decide latency 3..6 depth L..3L+1 engine sat\n";
static const char small[] = "capacity latency 2..5 depth 1..50\n"
                            "delay latency 1..4 processors 2..101\n";

struct campaigns {
    const struct bench_options *options;
    char programs[PATH_ROOM]; /* their folder */
    char folder[64];          /* for all that is written */
};

/* What the last event of a run says. */
struct run_end {
    double seconds;
    double engine_seconds;
    double own_seconds;
    long cases;
};

static bool take_end(const char *line, struct run_end *end) {
    json_t *object = json_loads(line, 0, NULL);
    const char *event = json_string_value(json_object_get(object, "event"));
    bool good =
        event && strcmp(event, "end") == 0 && json_is_true(json_object_get(object, "complete"));
    if (good)
        *end = (struct run_end){json_number_value(json_object_get(object, "seconds")),
                                json_number_value(json_object_get(object, "engine_seconds")),
                                json_number_value(json_object_get(object, "own_seconds")),
                                (long)json_integer_value(json_object_get(object, "total"))};
    json_decref(object);
    return good;
}

static void folder_of(const struct campaigns *campaigns, char folder[80]) {
    snprintf(folder, 80, "%s/run", campaigns->folder);
}

/* Runs the campaign to its end in a new folder; `before` starts the program. */
static enum status run(const struct campaigns *campaigns, const char *before, const char *program,
                       const char *after, struct run_end *end, struct failure *failure) {
    char command[COMMAND_ROOM], folder[80], *line = NULL;
    size_t room = 0;
    bool ended = false;
    folder_of(campaigns, folder);
    folder_remove(folder);
    snprintf(command, sizeof command,
             "%s '%s/%s' sweep -q --json %s -o '%s' '%s/file.campaign' 2>/dev/null", before,
             campaigns->programs, program, after, folder, campaigns->folder);
    fflush(stdout);
    FILE *output = popen(command, "r");
    if (!output)
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", program, strerror(errno));
    while (getline(&line, &room, output) > 0)
        ended = take_end(line, end) || ended;
    free(line);
    int exit_status = pclose(output);
    struct limits limits = bench_limits(campaigns->options, 1);
    enum status status = limits_check(&limits, failure);
    if (!status && (exit_status != 0 || !ended))
        status = failure_set(failure, STATUS_INTERNAL, "%s sweep did not come to its end", program);
    return status;
}

static long workers(void) {
    return sysconf(_SC_NPROCESSORS_ONLN);
}

/* The run with the least time outside the engines counts: others may use the machine as well. */
static enum status measure_threads(const struct campaigns *campaigns, struct bench_table *table,
                                   double *seconds, struct failure *failure) {
    double least = 100;
    struct run_end end = {0};
    char note[BENCH_NOTE_ROOM] = "";
    *seconds = 0;
    for (int i = 0; i < (campaigns->options->quick ? 1 : 3); i++) {
        enum status status = run(campaigns, "", "steadycast", "", &end, failure);
        if (status)
            return status;
        double all = end.seconds * (double)workers();
        double outside = 100 * (1 - (end.engine_seconds - end.own_seconds) / all);
        if (outside < least)
            snprintf(note, sizeof note, "%.2g ms a case, %.2g ms of it outside",
                     1e3 * all / (double)end.cases, 1e3 * all / (double)end.cases * outside / 100);
        least = outside < least ? outside : least;
        *seconds = *seconds == 0 || end.seconds < *seconds ? end.seconds : *seconds;
    }
    struct bench_record record = {.value = least, .unit = "%", .promise = {BENCH_VALUE, false, 5}};
    snprintf(record.what, sizeof record.what, "%ld cases: time outside the engines", end.cases);
    snprintf(record.note, sizeof record.note, "%s", note);
    return bench_add(table, &record, failure);
}

static enum status measure_one(const struct campaigns *campaigns, struct bench_table *table,
                               double seconds, struct failure *failure) {
    struct run_end end = {0};
    struct bench_record record = {.unit = "s", .value = seconds, .peer = "one worker"};
    if (campaigns->options->quick || workers() < 2)
        return STATUS_OK;
    enum status status = run(campaigns, "", "steadycast", "--threads 1", &end, failure);
    if (status)
        return status;
    record.peer_value = end.seconds;
    record.promise = (struct bench_promise){BENCH_RATIO, true, 0.85 * (double)workers()};
    snprintf(record.what, sizeof record.what, "the same with %ld workers", workers());
    return bench_add(table, &record, failure);
}

/* Twice as many ranks as processors. */
static enum status measure_ranks(const struct campaigns *campaigns, struct bench_table *table,
                                 double seconds, struct failure *failure) {
    char program[PATH_ROOM + 20], before[300];
    struct run_end end = {0};
    snprintf(program, sizeof program, "%s/steadycast-mpi", campaigns->programs);
    if (campaigns->options->quick)
        return STATUS_OK;
    if (access(program, X_OK) != 0 || !peer_installed("mpirun"))
        return bench_remark(table, "sweep: no MPI, ranks are not measured");
    snprintf(before, sizeof before,
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n "
             "%ld",
             2 * workers());
    double least = 0;
    for (int i = 0; i < 3; i++) {
        enum status status = run(campaigns, before, "steadycast-mpi", "", &end, failure);
        if (status)
            return status;
        least = least == 0 || end.seconds < least ? end.seconds : least;
    }
    struct bench_record record = {
        .unit = "s", .value = least, .peer_value = seconds, .promise = {BENCH_RATIO, true, 0.9}};
    snprintf(record.what, sizeof record.what, "the same on %ld ranks", 2 * workers());
    snprintf(record.peer, sizeof record.peer, "%ld threads", workers());
    return bench_add(table, &record, failure);
}

static enum status shell(const struct campaigns *campaigns, const char *command, double *seconds,
                         struct failure *failure) {
    fflush(stdout);
    double before = steady_clock();
    int exit_status = system(command);
    *seconds = steady_clock() - before;
    struct limits limits = bench_limits(campaigns->options, 1);
    enum status status = limits_check(&limits, failure);
    if (!status && exit_status != 0)
        status = failure_set(failure, STATUS_INTERNAL, "this fails: %.400s", command);
    return status;
}

/* Of the folder that the last run has left, against steadycheck on the same bytes. */
static enum status measure_audit(const struct campaigns *campaigns, struct bench_table *table,
                                 struct failure *failure) {
    char command[COMMAND_ROOM], folder[80];
    double joining;
    struct bench_record record = {.what = "audit of all their certificates",
                                  .unit = "s",
                                  .peer = "steadycheck --stream",
                                  .promise = {BENCH_RATIO, true, 0.3}};
    folder_of(campaigns, folder);
    snprintf(command, sizeof command, "'%s/steadycast' audit -q '%s' >/dev/null 2>&1",
             campaigns->programs, folder);
    enum status status = shell(campaigns, command, &record.value, failure);
    snprintf(command, sizeof command, "find '%s/certificates' -type f -exec cat {} + >'%s/all'",
             folder, campaigns->folder);
    if (!status)
        status = shell(campaigns, command, &joining, failure);
    snprintf(command, sizeof command, "'%s/steadycheck' --stream --quiet '%s/all' >/dev/null",
             campaigns->programs, campaigns->folder);
    if (!status)
        status = shell(campaigns, command, &record.peer_value, failure);
    return status ? status : bench_add(table, &record, failure);
}

static enum status prepare(struct campaigns *campaigns, struct failure *failure) {
    char path[80];
    ssize_t length = readlink("/proc/self/exe", campaigns->programs, PATH_ROOM - 1);
    char *slash = NULL;
    if (length > 0) {
        campaigns->programs[length] = 0;
        slash = strrchr(campaigns->programs, '/');
    }
    if (!slash || strchr(campaigns->programs, '\''))
        return failure_set(failure, STATUS_SYSTEM, "this program's folder can't be used");
    *slash = 0;
    snprintf(path, sizeof path, "%s/file.campaign", campaigns->folder);
    FILE *file = fopen(path, "w");
    bool good = file && fputs(campaigns->options->quick ? small : full, file) >= 0;
    if (file)
        good = fclose(file) == 0 && good;
    return good ? STATUS_OK : failure_set(failure, STATUS_SYSTEM, "%s: %s", path, strerror(errno));
}

enum status bench_sweep(const struct bench_options *options, struct bench_table *table,
                        struct failure *failure) {
    double seconds;
    struct campaigns campaigns = {.options = options, .folder = "/tmp/steadycast-sweep-XXXXXX"};
    if (!mkdtemp(campaigns.folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    enum status status = prepare(&campaigns, failure);
    if (!status)
        status = measure_threads(&campaigns, table, &seconds, failure);
    if (!status)
        status = measure_audit(&campaigns, table, failure);
    if (!status)
        status = measure_one(&campaigns, table, seconds, failure);
    if (!status)
        status = measure_ranks(&campaigns, table, seconds, failure);
    folder_remove(campaigns.folder);
    return status;
}
