/* SPDX-License-Identifier: MIT */
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

#include "solver/certificate/locked_file.h"
#include "solver/question/engines.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/family_file.h"

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_RANGE, false, "A..B", 1, 5000, "latencies, in the postal model"},
    OPTION_SPEC_LOGP("in place of --latency: a LogP machine, latency, overhead, gap"),
    {"output", 'o', OPTION_NAME, true, "FOLDER", 0, 0,
     "where the certificates go, L<L>.cert each, or L<L>-o<o>-g<g>.cert; L = 2 is left out"},
    {"every", 0, OPTION_FLAG, false, NULL, 0, 0,
     "for every number of processors, not only P(t): L<L>-every.cert each"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print a JSON object for each file instead"},
    OPTION_SPEC_QUIET,
};

enum { PATH_ROOM = 4096, LINE_ROOM = 160 };

/* Asked from all threads at once. */
static bool stop(void *context) {
    return control_stopped(context);
}

/* What all threads share; changed in critical sections only. */
struct run {
    const char *folder;
    bool overwrite;
    bool json;
    enum family_of of;
    struct logp_machine machine; /* --logp; else o = 0, g = 1, and each latency in turn */
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
    char line[LINE_ROOM]; /* what to print, where it was written, */
    json_t *object;       /* or with --json; owned */
    bool kept;
    enum status status;
    struct failure failure;
};

static enum status name_file(struct result *result, const struct run *run,
                             const struct family_file *file) {
    char name[FAMILY_NAME_ROOM];
    family_file_name(file, name);
    if (snprintf(result->path, PATH_ROOM, "%s/%s", run->folder, name) >= PATH_ROOM)
        return failure_set(&result->failure, STATUS_INPUT, "the folder's name is too long");
    result->kept = !run->overwrite && access(result->path, F_OK) == 0;
    return STATUS_OK;
}

static enum status find(const struct family_file *file, const struct limits *limits,
                        struct outcome *outcome, struct failure *failure) {
    char machine[FAMILY_NAME_ROOM];
    struct question question;
    struct engine_options options = {.record = true};
    enum status status = family_file_question(file, &question, failure);
    if (!status)
        status = engine_ask(engine_of(&question, 0), &question, &options, limits, outcome, failure);
    if (!status && !outcome->schedule.kind) {
        family_file_machine(file, machine);
        status = failure_set(failure, STATUS_LIMIT, "%s: %s", machine, outcome->reason);
        outcome_clear(outcome);
    }
    question_clear(&question);
    return status;
}

static enum status do_file(const struct run *run, const struct family_file *file,
                           struct result *result) {
    struct outcome outcome;
    struct limits limits = {.threads = 1, .stop = stop, .context = run->control};
    enum status status = name_file(result, run, file);
    /* Files appear only when complete, so one that is this family was finished before. */
    if (!status && result->kept)
        return family_file_check(file, result->path, &result->failure);
    if (!status) /* before the search */
        status = locked_file_probe(result->path, run->overwrite, &result->failure);
    if (!status)
        status = find(file, &limits, &outcome, &result->failure);
    if (status)
        return status;
    status =
        evidence_write(outcome.schedule, result->path, run->overwrite, &limits, &result->failure);
    family_file_tell(file, outcome.detail, result->line, sizeof result->line);
    if (run->json)
        result->object = family_file_object(file, outcome.detail, result->path);
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
        printf("%s file %s\n", result->line, result->path);
        fflush(stdout);
    }
    struct progress progress = {"family", ++run->done, run->files, 0};
    control_report(run->control, &progress);
}

/* One file on one thread; the next ones are not begun after a failure or a signal. */
static void do_one(struct run *run, int latency) {
    struct result result = {.object = NULL};
    struct family_file file = {.of = run->of, .machine = run->machine};
    file.machine.latency = latency;
    bool stop;
#pragma omp critical(family)
    stop = run->status != STATUS_OK;
    if (stop)
        return;
    if (control_stopped(run->control))
        result.status = failure_set(&result.failure, STATUS_LIMIT, "stopped");
    else
        result.status = do_file(run, &file, &result);
#pragma omp critical(family)
    take_down(run, &result);
    json_decref(result.object);
}

/* The largest latencies cost the most, so they go first; L = 2 of the postal model has no family.
 */
static void do_all(struct run *run, int threads) {
    bool has_two = run->of != FAMILY_STREAMS && run->first <= 2 && run->last >= 2;
    run->files = (uint64_t)(run->last - run->first + 1 - has_two);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (long i = 0; i <= run->last - run->first; i++)
        if (!has_two || run->last - i != 2)
            do_one(run, (int)(run->last - i));
    if (has_two && !run->json && !run->status)
        printf("L 2 none: t = 2 and 3 have block-cyclic schedules, t >= 4 has none\n");
}

/* Which families; each of a machine or of a range of latencies. */
static enum status take_question(struct run *run, const struct arguments *arguments,
                                 struct failure *failure) {
    const struct option_value *range = option(arguments, "latency");
    const struct option_value *logp = option(arguments, "logp");
    bool every = option(arguments, "every")->given;
    if (range->given == logp->given)
        return failure_set(failure, STATUS_INPUT,
                           logp->given ? "family takes -L A..B (postal model) or --logp L,o,g, not "
                                         "both"
                                       : "family needs a machine: either -L A..B (postal model) or "
                                         "--logp L,o,g");
    if (logp->given && every)
        return failure_set(failure, STATUS_INPUT, "--every is for -L A..B, not for --logp");
    run->of = logp->given ? FAMILY_STREAMS : every ? FAMILY_NUMBERS : FAMILY_DEPTHS;
    run->machine = (struct logp_machine){.overhead = 0, .gap = 1};
    enum status status =
        logp->given ? logp_option_parse(logp->text, &run->machine, failure) : STATUS_OK;
    run->first = logp->given ? run->machine.latency : range->number;
    run->last = logp->given ? run->machine.latency : range->last;
    if (!status && run->of != FAMILY_STREAMS && run->first == 2 && run->last == 2)
        status = failure_set(failure, STATUS_INPUT,
                             "L = 2 has no family: no block-cyclic schedule exists for t >= 4 "
                             "(capacity -L 2 tells how many processors are served)");
    return status;
}

static int run_family(const struct arguments *arguments) {
    struct control control;
    const struct option_value *threads = option(arguments, "threads");
    struct run run = {.folder = option(arguments, "output")->text,
                      .overwrite = option(arguments, "force")->given,
                      .json = option(arguments, "json")->given,
                      .control = &control};
    control_init(&control, arguments);
    run.status = take_question(&run, arguments, &run.failure);
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
    .summary = "Writes certificates that hold for every t from some T on, for each L or a machine",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "A family holds the instances t = L..T+L-1 and the rule that continues them; t = 2L, L "
        "even,\n"
        "stands in it as impossible, with its proof. For L = 2 there is none: what any schedule\n"
        "serves for each t is proved in results/THEOREMS.md, section 9, and by Coq.\n"
        "With --every the certificate is about every number of processors, served at the least\n"
        "depth B(N) on pruned trees. Finished files are kept, so that the same command goes on\n"
        "after an interruption. `from` is T, or for streams the least s, in JSON too.\n"
        "With --logp L,o,g: streams without a limit at the receiver (delay --capacity none) to\n"
        "A(s) processors, all that delay L+2o+s allows where g >= 2o, for every s from some one\n"
        "on; A is the broadcast tree of results/THEOREMS.md, section 11.6. None is known for L+2o\n"
        "below 3 max(g,2o), and that none is found proves nothing.",
    .example = "  steadycast family -L 3..64 -o families; steadycheck families/L64.cert\n"
               "  steadycast family -L 3..64 --every -o families; steadycheck "
               "families/L64-every.cert\n"
               "  steadycast family --logp 15,2,4 -o families; steadycheck families/L15-o2-g4.cert",
    .run = run_family};
