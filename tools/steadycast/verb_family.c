#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/read.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/control.h"
#include "tools/steadycast/output_file.h"
#include "tools/steadycast/verb.h"

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_RANGE, true, "A..B", 1, 5000, "latencies"},
    {"output", 'o', OPTION_TEXT, true, "FOLDER", 0, 0, "where the certificates go, L<L>.cert each"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_QUIET,
};

enum { PATH_ROOM = 4096 };

static bool go_on(void *context, int done, int total) {
    (void)done;
    (void)total;
    return !control_stopped(context);
}

static bool stop(void *context) {
    return control_stopped(context);
}

/* Finds and writes the family of one latency. */
static enum status write_one(int latency, const char *path, bool overwrite, struct control *control,
                             struct family *family, struct failure *failure) {
    bool found = false;
    struct limits limits = {.stop = stop, .context = control}; /* asked from all threads at once */
    enum status status = locked_file_probe(path, overwrite, failure); /* before the search */
    if (!status)
        status = family_find(family, latency, &limits, &found, failure);
    if (status)
        return status;
    if (!found && latency == 2)
        return failure_set(failure, STATUS_INPUT,
                           "L = 2 has no family: t = 2 and 3 are feasible, t >= 4 is impossible");
    if (!found)
        return failure_set(failure, STATUS_LIMIT, "no family was found for L = %d", latency);
    return certificate_write_family(path, overwrite, family, go_on, control, failure);
}

/* What all threads share; changed in critical sections only. */
struct run {
    const char *folder;
    bool overwrite;
    long first;
    long last;
    struct control *control;
    uint64_t done;
    int kept;
    enum status status; /* of the first failure */
    struct failure failure;
};

/* Files appear only when complete, so one that is a family of this latency was finished before. */
static enum status check_kept(int latency, const char *path, struct failure *failure) {
    struct certificate_input input;
    long found = 0;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    if (strcmp(input.kind, "family") != 0 ||
        certificate_field(&input, "latency", latency, latency, &found, NULL))
        status = failure_set(failure, STATUS_INPUT,
                             "%s is not a family of L = %d; --force overwrites it", path, latency);
    certificate_unload(&input);
    return status;
}

static enum status do_latency(struct run *run, int latency, struct family *family, bool *kept,
                              char path[PATH_ROOM], struct failure *failure) {
    if (snprintf(path, PATH_ROOM, "%s/L%d.cert", run->folder, latency) >= PATH_ROOM)
        return failure_set(failure, STATUS_INPUT, "the folder's name is too long");
    *kept = !run->overwrite && access(path, F_OK) == 0;
    return *kept ? check_kept(latency, path, failure)
                 : write_one(latency, path, run->overwrite, run->control, family, failure);
}

/* One latency on one thread; the next ones are not begun after a failure or a signal. */
static void do_one(struct run *run, int latency) {
    char path[PATH_ROOM];
    struct family family = {0};
    struct failure failure = {0};
    bool kept = false, stop;
#pragma omp critical(family)
    stop = run->status != STATUS_OK;
    if (stop)
        return;
    enum status status = control_stopped(run->control)
                             ? failure_set(&failure, STATUS_LIMIT, "stopped")
                             : do_latency(run, latency, &family, &kept, path, &failure);
#pragma omp critical(family)
    {
        control_end_line(run->control);
        if (status && run->status == STATUS_OK) {
            run->status = status;
            run->failure = failure;
        } else if (!status && kept) {
            run->kept++;
        } else if (!status) {
            printf("L %d from %d receive-only %d file %s\n", latency, family.from,
                   family.receive_only, path);
            fflush(stdout);
        }
        struct progress progress = {"family", ++run->done, (uint64_t)(run->last - run->first + 1),
                                    0};
        control_report(run->control, &progress);
    }
    family_clear(&family);
}

/* The largest latencies cost the most, so they go first. */
static void do_all(struct run *run, int threads) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (long i = 0; i <= run->last - run->first; i++)
        if (run->last - i != 2 || run->first == run->last)
            do_one(run, (int)(run->last - i));
    if (run->first < run->last && run->first <= 2 && run->last >= 2)
        printf("L 2 none: t = 2 and 3 are feasible, t >= 4 is impossible\n");
}

static int run_family(const struct arguments *arguments) {
    struct control control;
    const struct option_value *range = option(arguments, "latency");
    const struct option_value *threads = option(arguments, "threads");
    struct run run = {.folder = option(arguments, "output")->text,
                      .overwrite = option(arguments, "force")->given,
                      .first = range->number,
                      .last = range->last,
                      .control = &control};
    control_init(&control, arguments);
    run.status = output_folder_make(run.folder, &run.failure);
    if (!run.status)
        do_all(&run, threads->given ? (int)threads->number : omp_get_num_procs());
    control_end_line(&control);
    if (!control.quiet && run.kept)
        fprintf(stderr, "%d files were there already and are kept\n", run.kept);
    if (run.status == STATUS_LIMIT) {
        fprintf(stderr, "steadycast: %s%s\n", run.failure.message,
                control_stopped(&control) ? "; the same command goes on" : "");
        return verb_verdict(VERDICT_UNKNOWN);
    }
    return run.status ? verb_failed(&run.failure) : verb_verdict(VERDICT_FEASIBLE);
}

const struct verb verb_family = {
    .name = "family",
    .summary = "Writes certificates that hold for every t from some T on, one for each L",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "A family holds the instances t = L..T+L-1 and the rule that continues them; t = 2L, L "
        "even,\n"
        "stands in it as impossible, with its proof. Finished files are kept, so that the same\n"
        "command goes on after an interruption.",
    .example = "  steadycast family -L 3..64 -o families; steadycheck families/L64.cert",
    .run = run_family};
