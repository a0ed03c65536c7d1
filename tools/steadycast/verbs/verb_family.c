/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/read.h"
#include "solver/construction/pruned_family.h"
#include "solver/question/engines.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_RANGE, true, "A..B", 1, 5000, "latencies"},
    {"output", 'o', OPTION_NAME, true, "FOLDER", 0, 0,
     "where the certificates go, L<L>.cert each; L = 2 is left out"},
    {"every", 0, OPTION_FLAG, false, NULL, 0, 0,
     "for every number of processors, not only P(t): L<L>-every.cert each"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print a JSON object for each file instead"},
    OPTION_SPEC_QUIET,
};

enum { PATH_ROOM = 4096 };

/* Asked from all threads at once. */
static bool stop(void *context) {
    return control_stopped(context);
}

/* What all threads share; changed in critical sections only. */
struct run {
    const char *folder;
    bool overwrite;
    bool every; /* families for every number of processors */
    bool json;
    long first;
    long last;
    struct control *control;
    uint64_t files;
    uint64_t done;
    int kept;
    enum status status; /* of the first failure */
    struct failure failure;
};

/* One file, and what came of it. */
struct result {
    char path[PATH_ROOM];
    char line[PATH_ROOM + 100]; /* what to print, where it was written, */
    json_t *object;             /* or with --json; owned */
    bool kept;
    enum status status;
    struct failure failure;
};

/* One family, and the name of its file behind L<L>. */
struct kind {
    const char *of; /* as questions have it */
    const char *name;
    const char *key; /* of the line behind the latency, with a number */
    int most;        /* the largest such number; 0: the latency */
};
static const struct kind depths = {"depths", "", "depths", 0},
                         every = {"processors", "-every", "numbers", INT_MAX};

static enum status name_file(struct result *result, const struct run *run, int latency,
                             const char *name) {
    if (snprintf(result->path, PATH_ROOM, "%s/L%d%s.cert", run->folder, latency, name) >= PATH_ROOM)
        return failure_set(&result->failure, STATUS_INPUT, "the folder's name is too long");
    result->kept = !run->overwrite && access(result->path, F_OK) == 0;
    return STATUS_OK;
}

/* Files appear only when complete, so one that is this family was finished before. */
static enum status check_kept(int latency, const struct kind *kind, const char *path,
                              struct failure *failure) {
    struct certificate_input input;
    long found = 0;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    if (strcmp(input.kind, "family") != 0 ||
        certificate_field(&input, "latency", latency, latency, &found, NULL) ||
        certificate_field(&input, kind->key, 1, kind->most ? kind->most : latency, &found, NULL))
        status =
            failure_set(failure, STATUS_INPUT,
                        "%s is not this family of L = %d; --force overwrites it", path, latency);
    certificate_unload(&input);
    return status;
}

/* As an answer of all verbs (json_answer.h), with the number that the line tells. */
static json_t *object_of(const struct kind *kind, int latency, int from, const char *path) {
    return json_pack("{s:{s:s, s:i, s:s}, s:s, s:b, s:n, s:n, s:s, s:i, s:o}", "question",
                     "subject", "family", "L", latency, "of", kind->of, "status", "feasible",
                     "settled", 1, "lower", "upper", "by", "construction", "from", from,
                     "certificate", json_any_text(path));
}

/* What was written, in words. */
static void tell(const struct outcome *outcome, const struct kind *kind, int latency, bool json,
                 struct result *result) {
    char more[80] = "";
    int from;
    if (kind == &depths) {
        const struct family *family = outcome->detail;
        from = family->from;
        snprintf(more, sizeof more, "from %d receive-only %d", family->from, family->receive_only);
    } else {
        const struct pruned_family *family = outcome->detail;
        from = family->from;
        snprintf(more, sizeof more, "every N from %d", family->from);
    }
    snprintf(result->line, sizeof result->line, "L %d %s file %s", latency, more, result->path);
    if (json)
        result->object = object_of(kind, latency, from, result->path);
}

static enum status find(const struct run *run, int latency, const struct kind *kind,
                        struct outcome *outcome, struct failure *failure) {
    struct question question;
    struct engine_options options = {.record = true};
    struct limits limits = {.threads = 1, .stop = stop, .context = run->control};
    question_init(&question, SUBJECT_FAMILY);
    question_set(&question, KEY_LATENCY, latency);
    enum status status = question_read_value(&question, KEY_OF, kind->of, failure);
    if (!status)
        status =
            engine_ask(engine_of(&question, 0), &question, &options, &limits, outcome, failure);
    if (!status && !outcome->schedule.kind) {
        status = failure_set(failure, STATUS_LIMIT, "L = %d: %s", latency, outcome->reason);
        outcome_clear(outcome);
    }
    question_clear(&question);
    return status;
}

static enum status do_file(const struct run *run, int latency, const struct kind *kind,
                           struct result *result) {
    struct outcome outcome;
    struct limits limits = {.threads = 1, .stop = stop, .context = run->control};
    enum status status = name_file(result, run, latency, kind->name);
    if (!status && result->kept)
        return check_kept(latency, kind, result->path, &result->failure);
    if (!status) /* before the search */
        status = locked_file_probe(result->path, run->overwrite, &result->failure);
    if (!status)
        status = find(run, latency, kind, &outcome, &result->failure);
    if (status)
        return status;
    status =
        evidence_write(outcome.schedule, result->path, run->overwrite, &limits, &result->failure);
    tell(&outcome, kind, latency, run->json, result);
    outcome_clear(&outcome);
    return status;
}

/* Takes down what came of a file. */
static void take_down(struct run *run, const struct result *result) {
    control_end_line(run->control);
    if (result->status && run->status == STATUS_OK) {
        run->status = result->status;
        run->failure = result->failure;
    } else if (!result->status && result->kept) {
        run->kept++;
    } else if (!result->status && run->json) {
        json_line(json_incref(result->object), NULL);
        fflush(stdout);
    } else if (!result->status) {
        printf("%s\n", result->line);
        fflush(stdout);
    }
    struct progress progress = {"family", ++run->done, run->files, 0};
    control_report(run->control, &progress);
}

/* One file on one thread; the next ones are not begun after a failure or a signal. */
static void do_one(struct run *run, int latency, const struct kind *kind) {
    struct result result = {.object = NULL};
    bool stop;
#pragma omp critical(family)
    stop = run->status != STATUS_OK;
    if (stop)
        return;
    if (control_stopped(run->control))
        result.status = failure_set(&result.failure, STATUS_LIMIT, "stopped");
    else
        result.status = do_file(run, latency, kind, &result);
#pragma omp critical(family)
    take_down(run, &result);
    json_decref(result.object);
}

/* The largest latencies cost the most, so they go first; L = 2 has no family. */
static void do_all(struct run *run, int threads) {
    bool has_two = run->first <= 2 && run->last >= 2;
    run->files = (uint64_t)(run->last - run->first + 1 - has_two);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (long i = 0; i <= run->last - run->first; i++)
        if (run->last - i != 2)
            do_one(run, (int)(run->last - i), run->every ? &every : &depths);
    if (has_two && !run->json && !run->status)
        printf("L 2 none: t = 2 and 3 have block-cyclic schedules, t >= 4 has none\n");
}

static int run_family(const struct arguments *arguments) {
    struct control control;
    const struct option_value *range = option(arguments, "latency");
    const struct option_value *threads = option(arguments, "threads");
    struct run run = {.folder = option(arguments, "output")->text,
                      .overwrite = option(arguments, "force")->given,
                      .every = option(arguments, "every")->given,
                      .json = option(arguments, "json")->given,
                      .first = range->number,
                      .last = range->last,
                      .control = &control};
    control_init(&control, arguments);
    if (run.first == 2 && run.last == 2)
        run.status = failure_set(&run.failure, STATUS_INPUT,
                                 "L = 2 has no family: no block-cyclic schedule exists for t >= 4 "
                                 "(capacity -L 2 tells how many processors are served)");
    if (!run.status)
        run.status = output_folder_make(run.folder, &run.failure);
    if (!run.status)
        do_all(&run, threads->given ? (int)threads->number : omp_get_num_procs());
    control_end_line(&control);
    if (!control.quiet && run.kept)
        fprintf(stderr, "%d files were there already and are kept\n", run.kept);
    if (run.status == STATUS_LIMIT && control_stopped(&control)) {
        struct failure stopped = {0};
        failure_set(&stopped, STATUS_LIMIT, "%.400s; the same command goes on",
                    run.failure.message);
        return verb_unanswered(arguments, &stopped);
    }
    if (run.status)
        return verb_unanswered(arguments, &run.failure);
    return run.json ? EXIT_FOUND : verb_verdict(VERDICT_FEASIBLE);
}

const struct verb verb_family = {
    .name = "family",
    .summary = "Writes certificates that hold for every t from some T on, one for each L",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "A family holds the instances t = L..T+L-1 and the rule that continues them; t = 2L, L "
        "even,\n"
        "stands in it as impossible, with its proof. For L = 2 there is none: what any schedule\n"
        "serves for each t is proved in results/THEOREMS.md, section 9, and by Coq.\n"
        "With --every the certificate is about every number of processors, served at the least\n"
        "depth B(N) on pruned trees. Finished files are kept, so that the same command goes on\n"
        "after an interruption.",
    .example = "  steadycast family -L 3..64 -o families; steadycheck families/L64.cert\n"
               "  steadycast family -L 3..64 --every -o families; steadycheck "
               "families/L64-every.cert",
    .run = run_family};
