/* SPDX-License-Identifier: MIT */
/* The runner: repeats a measurement by turns with its peer, takes medians, makes the record. */
#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/bench/bench.h"
#include "tools/steadycast/frame/clock.h"

static bool stop(void *context) {
    return control_stopped(context);
}

struct limits bench_limits(const struct bench *bench, int threads) {
    return (struct limits){.threads = threads, .stop = stop, .context = bench->control};
}

static bool over(void *context) {
    const struct bench_clock *clock = context;
    return control_stopped(clock->bench->control) || steady_clock() > clock->end;
}

struct limits bench_limits_for(struct bench_clock *clock, const struct bench *bench,
                               double seconds) {
    *clock = (struct bench_clock){bench, steady_clock() + seconds};
    return (struct limits){.threads = 1, .stop = over, .context = clock};
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *numbers, int count) {
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return numbers[count / 2];
}

/* --- commands --- */

bool bench_installed(const char *program) {
    char command[256];
    snprintf(command, sizeof command, "command -v %s >/dev/null", program);
    return system(command) == 0;
}

enum status bench_shell(struct bench_run *run, const char *command, double *seconds,
                        struct failure *failure) {
    char whole[3 * BENCH_PATH], line[BENCH_NOTE], *note = run->record.note;
    snprintf(whole, sizeof whole, "cd '%s' && PATH='%s':\"$PATH\"; n=%d p=%d T=%d; %s",
             run->bench->folder, run->bench->programs, run->size, run->limits.threads,
             run->bench->limit, command);
    fflush(stdout);
    *note = '\0';
    double start = steady_clock();
    FILE *output = popen(whole, "r");
    if (!output)
        return failure_set(failure, status_of_errno(errno), "sh: %s", strerror(errno));
    while (fgets(line, sizeof line, output)) {
        snprintf(note, BENCH_NOTE, "%.*s", (int)strcspn(line, "\n"), line);
        if (sscanf(line, "capacity %ld", &run->found) != 1)
            (void)sscanf(line, "words %ld", &run->found);
    }
    int result = pclose(output), code = WIFEXITED(result) ? WEXITSTATUS(result) : -1;
    *seconds = steady_clock() - start;
    enum status status = limits_check(&run->limits, failure);
    if (!status && code != 0 && code != 10 && code != 20)
        status = failure_set(failure, STATUS_INTERNAL, "this fails: %.400s", command);
    return status;
}

/* The same, less what the start of programs takes. */
static enum status run_command(struct bench_run *run, const char *command,
                               struct failure *failure) {
    double idle = 0, seconds = 0;
    enum status status =
        bench_shell(run, run->row->idle ? run->row->idle : "steadycast version", &idle, failure);
    if (!status)
        status = bench_shell(run, command, &seconds, failure);
    if (!status && run->row->prints && !*run->record.note)
        status = failure_set(failure, STATUS_INTERNAL, "this says nothing: %.400s", command);
    run->record.value =
        run->row->prints ? strtod(run->record.note, NULL) : fmax(seconds - idle, 1e-6);
    return status;
}

/* All these files through SHA-256, on all threads that there are. */
static void put_digest(struct bench_run *run) {
    char pattern[BENCH_PATH + BENCH_NOTE];
    glob_t files = {0};
    double bytes = 0;
    snprintf(pattern, sizeof pattern, "%s/%s", run->bench->folder, run->row->digest);
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++) {
            struct stat state;
            bytes += stat(files.gl_pathv[i], &state) == 0 ? (double)state.st_size : 0;
        }
    globfree(&files);
    snprintf(run->record.limit, BENCH_TEXT, "%.1f MB through SHA-256%s", bytes / 1e6,
             run->limits.threads > 1 ? ", all threads" : "");
    run->record.limit_value = bytes / (run->bench->machine.digest * run->limits.threads);
}

/* --- repetitions --- */

/* Once more, unless there are enough or two seconds are over (a twentieth with --quick). */
struct series {
    bench_work *work; /* or */
    const char *command;
    double values[BENCH_MOST_RUNS];
    int count;
    double spent; /* seconds */
};

static enum status repeat(struct bench_run *run, struct series *series, struct failure *failure) {
    const struct bench *bench = run->bench;
    bool more = series->count == 0 || series->count < run->row->rounds ||
                series->spent < (bench->quick ? 0.05 : 2);
    if (series->count == bench->runs || !more)
        return STATUS_OK;
    double start = steady_clock();
    run->record.value = -1;
    enum status status =
        series->work ? series->work(run, failure) : run_command(run, series->command, failure);
    double seconds = steady_clock() - start;
    series->spent += seconds;
    series->values[series->count++] = run->record.value < 0 ? seconds : run->record.value;
    return status ? status : limits_check(&run->limits, failure);
}

/* Ours, and the peer's if there is one. What both find must be the same. */
static enum status time_by_turns(struct bench_run *run, struct bench_run *peer,
                                 struct failure *failure) {
    const struct measurement *row = run->row;
    bool same = peer && !row->peer_work && !row->peer_command; /* on other threads */
    struct series ours = {.work = row->work, .command = row->command};
    struct series theirs = {.work = same ? row->work : row->peer_work,
                            .command = same ? row->command : row->peer_command};
    enum status status = STATUS_OK;
    double aside;
    if (row->before) {
        status = bench_shell(run, row->before, &aside, failure);
        *run->record.note = '\0';
    }
    for (int i = 0; i < run->bench->runs && !status; i++) {
        status = repeat(run, &ours, failure);
        if (!status && peer)
            status = repeat(peer, &theirs, failure);
    }
    if (status)
        return status;
    run->record.value = bench_median(ours.values, ours.count);
    if (row->digest)
        put_digest(run);
    if (!peer)
        return STATUS_OK;
    run->record.peer_value = bench_median(theirs.values, theirs.count);
    run->record.peer_open = row->program && theirs.command && !*peer->record.note;
    if (!run->record.peer_open && run->found != peer->found)
        return failure_set(failure, STATUS_INTERNAL, "%s: %ld, but %ld by %s", run->record.what,
                           run->found, peer->found, run->record.peer);
    return STATUS_OK;
}

static struct bench_run run_of(struct bench *bench, const struct measurement *row, int size,
                               int threads) {
    struct bench_run run = {.bench = bench,
                            .row = row,
                            .size = size,
                            .limits = bench_limits(bench, threads),
                            .amount = row->amount,
                            .record = {.unit = row->unit}};
    snprintf(run.record.what, BENCH_TEXT, row->what, size, threads, threads == 1 ? "" : "s");
    return run;
}

/* Seconds become a rate where something was counted; then the promise. */
static enum status finish(struct bench_run *run, enum bench_subject subject,
                          struct failure *failure) {
    const struct measurement *row = run->row;
    struct bench_record *record = &run->record;
    if (strchr(row->unit, '/')) {
        record->value = run->amount / record->value;
        record->peer_value = run->amount / record->peer_value;
        record->limit_value = run->amount / record->limit_value;
    }
    record->subject = subject;
    record->bound = run->bench->quick && row->quick_bound > 0 ? row->quick_bound : row->bound;
    return bench_add(run->bench, row->part, record, failure);
}

/* --- kinds of lines --- */

/* The best of those that answer everything is the peer of our engines. */
static void take_candidate(struct bench_run *run) {
    struct bench *bench = run->bench;
    if (!*run->record.note)
        snprintf(run->record.note, BENCH_NOTE, "gave up");
    else if (!*bench->best || run->record.value < bench->best_seconds) {
        snprintf(bench->best, BENCH_TEXT, "%s", run->record.what + strlen("the same by "));
        bench->best_seconds = run->record.value;
    }
}

static enum status measure_once(struct bench *bench, const struct measurement *row, int size,
                                int threads, struct failure *failure) {
    struct bench_run run = run_of(bench, row, size, threads), peer = run;
    bool there = !row->program || bench_installed(row->program);
    bool asked = row->peer && there && (!row->program || bench->given_up != row->program);
    if (!there && (!bench->missing || strcmp(bench->missing, row->program) != 0))
        fprintf(bench->json ? stderr : stdout, "# %s is not installed\n",
                bench->missing = row->program);
    if (!there && (row->candidate || !row->peer)) /* it is ours that needs it */
        return STATUS_OK;
    if (asked)
        snprintf(run.record.peer, BENCH_TEXT, "%s", row->peer);
    bool timed = asked && (row->peer_work || row->peer_command);
    enum status status = time_by_turns(&run, timed ? &peer : NULL, failure);
    if (status)
        return status;
    if (row->candidate)
        take_candidate(&run);
    if (run.record.peer_open)
        bench->given_up = row->program;
    return finish(&run, row->subject, failure);
}

/* By turns with one thread. More threads than processors are no faster at best, and nothing is
 * promised of them. */
static enum status measure_threads(struct bench *bench, const struct measurement *row, int size,
                                   int threads, struct failure *failure) {
    struct bench_run run = run_of(bench, row, size, threads), one = run_of(bench, row, size, 1);
    int useful = threads < bench->machine.processors ? threads : bench->machine.processors;
    enum status status = time_by_turns(&run, &one, failure);
    if (status)
        return status;
    snprintf(run.record.what, BENCH_TEXT, "%s: %d threads", row->what, threads);
    snprintf(run.record.peer, BENCH_TEXT, "one thread");
    snprintf(run.record.limit, BENCH_TEXT, "one thread's time / %d", useful);
    run.record.limit_value = run.record.peer_value / useful;
    *run.record.note = '\0';
    return finish(&run, useful == threads ? row->subject : BENCH_NOTHING, failure);
}

/* 2, 4, .. and the number of processors and its double themselves. */
static enum status measure_each(struct bench *bench, const struct measurement *row, int size,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    int processors = bench->machine.processors, threads = 2;
    while (threads <= 2 * processors && !status) {
        status = measure_threads(bench, row, size, threads, failure);
        threads = threads < processors && processors < 2 * threads ? processors : 2 * threads;
    }
    return status;
}

/* The exponent x, or the factor for each step, by which the time grows between two sizes. */
static enum status measure_growth(struct bench *bench, const struct measurement *row, int size,
                                  struct failure *failure) {
    struct bench_run small = run_of(bench, row, row->from, 1), run = run_of(bench, row, size, 1);
    enum status status = time_by_turns(&small, NULL, failure);
    if (!status)
        status = time_by_turns(&run, NULL, failure);
    if (status)
        return status;
    double before = small.record.value, after = run.record.value, growth = log(after / before);
    run.record.value = strcmp(row->unit, "factor") == 0 ? exp(growth / (size - row->from))
                                                        : growth / log((double)size / row->from);
    *run.record.limit = '\0';
    snprintf(run.record.note, BENCH_NOTE, "%d..%d: %.2g..%.2g s", row->from, size, before, after);
    return finish(&run, row->subject, failure);
}

enum status bench_measure(struct bench *bench, const struct measurement *row,
                          struct failure *failure) {
    int size = bench->quick && row->quick_size ? row->quick_size : row->size;
    int processors = bench->machine.processors;
    if (bench->quick && row->full)
        return STATUS_OK;
    if (row->many)
        return row->many(bench, failure);
    if (row->from)
        return measure_growth(bench, row, size, failure);
    if (row->threads == BENCH_EACH)
        return measure_each(bench, row, size, failure);
    if (row->threads == BENCH_SPEEDUP)
        return processors > 1 ? measure_threads(bench, row, size, processors, failure) : STATUS_OK;
    return measure_once(bench, row, size, row->threads == BENCH_ALL ? processors : 1, failure);
}
