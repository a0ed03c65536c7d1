/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "solver/base/processors.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/sweep/results.h"
#include "tools/steadycast/sweep/sweep.h"
#include "tools/steadycast/sweep/sweep_events.h"
#include "tools/steadycast/sweep/sweep_folder.h"

static const struct option_spec specs[] = {
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "answers and certificates; the same command goes on in it (required but for --estimate)"},
    {"shard", 0, OPTION_TEXT, false, "I/N", 0, 0,
     "only the I-th of N parts, each in a folder of its own (see: merge)"},
    {"change", 0, OPTION_FLAG, false, "", 0, 0,
     "the folder is of another campaign, whose answers this one asks for as well"},
    {"estimate", 0, OPTION_FLAG, false, "", 0, 0,
     "ask nothing: how many cases, seconds and bytes by the limits and by what FOLDER has so far"},
    {"threads", 0, OPTION_NUMBER, false, "N", 1, 4096, "cases at a time (default: processors)"},
    OPTION_SPEC_TIME,
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print events as JSON, an object a line"},
    OPTION_SPEC_QUIET,
};

static const struct option_rule rules[] = {{"estimate", NULL, "time"}, {NULL, NULL, NULL}};

static enum status parse_shard(const char *text, struct campaign_shard *shard,
                               struct failure *failure) {
    int end = 0;
    if (strspn(text, "0123456789/") != strlen(text) || strlen(text) > 15 ||
        sscanf(text, "%d/%d%n", &shard->number, &shard->count, &end) != 2 || text[end] ||
        shard->number < 1 || shard->number > shard->count || shard->count > CAMPAIGN_MOST_SHARDS)
        return failure_set(failure, STATUS_INPUT,
                           "--shard: '%.40s' is not I/N with 1 <= I <= N <= %d", text,
                           CAMPAIGN_MOST_SHARDS);
    return STATUS_OK;
}

/* What is wrong with the folder goes to stderr, quiet or not. */
static void log_fault(void *context, const char *what) {
    (void)context;
    fprintf(stderr, "%s\n", what);
}

static void log_contradiction(void *context, const struct case_result *a,
                              const struct case_result *b) {
    (void)context;
    fprintf(stderr, "steadycast: '%s' is %s (%s..%s), '%s' is %s (%s..%s)\n", a->name,
            verdict_name(a->verdict), a->lower ? a->lower : "", a->upper ? a->upper : "", b->name,
            verdict_name(b->verdict), b->lower ? b->lower : "", b->upper ? b->upper : "");
}

/* What nobody should overlook: *faults of ours. */
static void print_crashes(const struct answers *answers, long *faults) {
    *faults = 0;
    for (size_t i = 0; i < answers->campaign->count; i++) {
        const struct case_result *result = &answers->last[i];
        if (!result->name || !case_result_is_failed(result))
            continue;
        *faults += result->cause == CAUSE_FAULT;
        fprintf(stderr, "'%s': %s: %s\n", result->name, case_cause_name(result->cause),
                result->reason);
    }
}

/* Written once all is answered; engines that disagree are the worst of all. */
static enum status finish(const struct sweep *sweep, struct failure *failure) {
    long contradictions, faults;
    enum status status = results_write(sweep->answers, sweep->folder, false, failure);
    if (!status)
        status = sweep_compare(sweep->answers, log_contradiction, NULL, &contradictions, failure);
    print_crashes(sweep->answers, &faults);
    TRY(status);
    if (faults)
        return failure_set(failure, STATUS_INTERNAL, "%ld cases met a fault of ours", faults);
    return contradictions ? failure_set(failure, STATUS_INTERNAL,
                                        "engines disagree on %ld questions", contradictions)
                          : STATUS_OK;
}

static void print_summary(const struct sweep *sweep, const struct sweep_tally *tally, int workers,
                          bool complete) {
    double spent = tally->seconds * workers;
    printf("cases %zu kept %zu answered %zu open %zu failed %zu left %zu\n", tally->cases,
           tally->kept, tally->answered, tally->open, tally->failed, tally->left);
    printf("seconds %.3f workers %d engines %.1f%%\n", tally->seconds, workers,
           spent > 0 ? 100 * tally->engine_seconds / spent : 100.0);
    if (!complete || tally->failed)
        fprintf(stderr, "the same command goes on in %s\n", sweep->folder);
    printf("s %s\n", !complete ? "STOPPED" : tally->failed ? "INCOMPLETE" : "COMPLETE");
}

static int run_in_folder(struct sweep *sweep, const struct sweep_order *order,
                         struct sweep_folder *folder, sweep_open_crew *open, void *context) {
    struct failure failure = {0};
    struct sweep_tally tally = {0};
    struct crew crew = {0};
    bool stopped = true;
    struct crew_place place = {
        .campaign = sweep->campaign, .folder = sweep->folder, .states = true};
    sweep->answers = &folder->answers;
    sweep->store = &folder->store;
    enum status status = open(context, order->threads, &place, &crew, &failure);
    if (!status) {
        int workers = crew.size;
        if (sweep->json)
            sweep_event_start(sweep, workers);
        status = sweep_run(sweep, &crew, &tally, &failure);
        crew.close(&crew);
        bool complete = !status && tally.left == 0;
        if (!status && tally.left == 0) {
            sweep_folder_tidy(folder);
            status = finish(sweep, &failure);
        }
        complete = complete && !status_is_resource_failure(status) &&
                   status != STATUS_INPUT; /* no results */
        if (sweep->json)
            sweep_event_end(sweep, &tally, complete && !tally.failed);
        else
            print_summary(sweep, &tally, workers, complete);
        if (!status && order->finish && !tally.failed)
            status = order->finish(order->context, folder, &failure);
        stopped = !complete;
    }
    sweep_folder_close(folder, !status);
    if (status == STATUS_LIMIT && !stopped) {
        fprintf(stderr, "steadycast: %s; the same command goes on\n", failure.message);
        return EXIT_INPUT;
    }
    if (status == STATUS_LIMIT)
        return EXIT_INPUT; /* as was said */
    if (status)
        return verb_failed(&failure);
    return tally.failed ? EXIT_INPUT : EXIT_DONE;
}

/* Several of this program, of which the first has the folder, where one of the other was meant. */
static void point_to_mpi(const char *path, struct failure *failure) {
    const char *program = strrchr(path, '/');
    const char *open_mpi = getenv("OMPI_COMM_WORLD_SIZE"), *others = getenv("PMI_SIZE");
    bool alone = (!open_mpi || atol(open_mpi) <= 1) && (!others || atol(others) <= 1);
    char text[sizeof failure->message];
    if (alone || strcmp(program ? program + 1 : path, "steadycast-mpi") == 0)
        return;
    snprintf(text, sizeof text,
             "%.380s (mpirun has started this program more than once: is steadycast-mpi meant?)",
             failure->message);
    strcpy(failure->message, text);
}

/* Reads as a run does, and writes nothing. */
static int run_estimate(const struct sweep_order *order) {
    struct failure failure = {0};
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    struct sweep_estimate estimate = {.workers = threads_or_processors(order->threads)};
    struct sweep_folder_options options = {.shard = order->shard, .change = order->change};
    if (campaign_read(&campaign, order->file, &failure) ||
        sweep_estimate_make(&estimate, &campaign, order->folder, &options, &failure))
        return verb_failed(&failure);
    sweep_estimate_print(&estimate, order->json);
    return EXIT_DONE;
}

int sweep_do(const struct sweep_order *order, struct control *control, sweep_open_crew *open,
             void *context) {
    struct failure failure = {0};
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    struct sweep_folder folder;
    struct sweep_folder_options options = {
        .shard = order->shard, .change = order->change, .fault = log_fault};
    if (campaign_read(&campaign, order->file, &failure))
        return verb_failed(&failure);
    int exit_status;
    if (sweep_folder_open(&folder, order->folder, &campaign, &options, &failure)) {
        point_to_mpi(order->program, &failure);
        exit_status = verb_failed(&failure);
    } else {
        struct sweep sweep = {.folder = order->folder,
                              .campaign = &campaign,
                              .shard = order->shard,
                              .control = control,
                              .json = order->json};
        exit_status = run_in_folder(&sweep, order, &folder, open, context);
    }
    return exit_status;
}

int sweep_command(const struct arguments *arguments, sweep_open_crew *open, void *context) {
    struct failure failure = {0};
    struct control control;
    const struct option_value *shard = option(arguments, "shard");
    struct sweep_order order = {.folder = option(arguments, "output")->text,
                                .program = arguments->program,
                                .shard = {1, 1},
                                .change = option(arguments, "change")->given,
                                .json = option(arguments, "json")->given,
                                .threads = (int)option_number(arguments, "threads", 0)};
    if (arguments->operand_count != 1) {
        fprintf(stderr,
                "steadycast: sweep needs one file of questions (see: steadycast help sweep)\n");
        return EXIT_INPUT;
    }
    order.file = arguments->operands[0];
    control_init(&control, arguments);
    if (shard->given && parse_shard(shard->text, &order.shard, &failure))
        return verb_failed(&failure);
    if (option(arguments, "estimate")->given)
        return run_estimate(&order);
    if (!order.folder) {
        fprintf(stderr,
                "steadycast: sweep needs -o, --output FOLDER (see: steadycast help sweep)\n");
        return EXIT_INPUT;
    }
    return sweep_do(&order, &control, open, context);
}

enum status sweep_open_local(void *context, int threads, const struct crew_place *place,
                             struct crew *crew, struct failure *failure) {
    (void)context;
    return crew_local_open(crew, threads_or_processors(threads), place, failure);
}

static int run_sweep(const struct arguments *arguments) {
    return sweep_command(arguments, sweep_open_local, NULL);
}

VERB(sweep, "Runs a campaign of many questions, resumable, with a database and certificates",
     "FILE", .rules = rules, .run = run_sweep);
