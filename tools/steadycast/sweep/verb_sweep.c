/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/processors.h"
#include "tools/steadycast/campaign/campaign_estimate.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/sweep/results.h"
#include "tools/steadycast/sweep/sweep.h"
#include "tools/steadycast/sweep/sweep_folder.h"
#include "tools/steadycast/sweep/sweep_run.h"

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
        return failure_input(failure, "--shard: '%.40s' is not I/N with 1 <= I <= N <= %d", text,
                             CAMPAIGN_MOST_SHARDS);
    return STATUS_OK;
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
        return failure_internal(failure, "%ld cases met a fault of ours", faults);
    return contradictions
               ? failure_internal(failure, "engines disagree on %ld questions", contradictions)
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

/* --- what it will take --- */

/* What is known of a campaign's cases: nothing, or what the folder has. */
static enum status read_answers(struct answers *answers, const char *folder,
                                const struct sweep_folder_options *options,
                                struct failure *failure) {
    CLEANUP(store_close) struct store store = {0};
    bool there = false, changed;
    if (folder)
        TRY(sweep_folder_compare(folder, answers->campaign, options->change, &there, &changed,
                                 failure));
    if (!there)
        return STATUS_OK;
    TRY(store_open_reading(&store, folder, false, NULL, NULL, failure));
    return answers_read(answers, &store, NULL, NULL, NULL, failure);
}

static void count_case(struct sweep_estimate *estimate, struct campaign_estimate *learned,
                       const struct answers *answers, size_t index, double *longest) {
    const struct campaign_case *asked = &answers->campaign->cases[index];
    const struct case_result *last = &answers->last[index];
    estimate->cases++;
    campaign_estimate_add(learned, asked);
    if (answers_is_final(answers, index)) {
        campaign_estimate_take(learned, asked, last->seconds);
        estimate->done++;
        for (int i = 0; i < last->certificate_count; i++)
            estimate->there += last->certificates[i].size;
        return;
    }
    double most = campaign_case_most_seconds(asked);
    estimate->unlimited += most == 0;
    estimate->most += most;
    *longest = fmax(*longest, most);
}

/* What a campaign will take, before it is run: nothing is asked or written. `folder`: where its
 * answers may be; NULL, or without any yet: nowhere. STATUS_INPUT for one of another campaign,
 * unless it may be changed. O(cases + attempts). */
static enum status estimate_make(struct sweep_estimate *estimate, const struct campaign *campaign,
                                 const char *folder, const struct sweep_folder_options *options,
                                 struct failure *failure) {
    *estimate = (struct sweep_estimate){.workers = estimate->workers};
    CLEANUP(answers_clear) struct answers answers = {0};
    FREED struct campaign_estimate *learned = memory_new(1, sizeof *learned);
    TRY(learned ? answers_init(&answers, campaign, failure)
                : failure_memory(failure, "an estimate"));
    TRY(read_answers(&answers, folder, options, failure));
    const struct campaign_shard *shard = &options->shard;
    double longest = 0;
    for (size_t i = (size_t)shard->number - 1; i < campaign->count; i += (size_t)shard->count)
        count_case(estimate, learned, &answers, i, &longest);
    /* Whoever begins the last case finds all others busy until then. */
    double workers = estimate->workers;
    estimate->most = (estimate->most - longest) / workers + longest;
    estimate->left = campaign_estimate_left(learned, estimate->workers);
    estimate->space =
        estimate->done ? (double)estimate->there * (double)estimate->cases / (double)estimate->done
                       : -1;
    return STATUS_OK;
}

/* 12 KB, to three digits. */
static const char *size_text(double bytes, char text[CLOCK_SPAN_ROOM]) {
    static const char *const names[] = {"bytes", "KB", "MB", "GB", "TB", "PB"};
    int i = 0;
    while (i < 5 && bytes >= 999.5) {
        bytes /= 1000;
        i++;
    }
    snprintf(text, CLOCK_SPAN_ROOM, "%.3g %s", bytes, names[i]);
    return text;
}

/* Some lines or, as events have it, one object. */
static void estimate_print(const struct sweep_estimate *estimate, bool json) {
    char text[CLOCK_SPAN_ROOM], there[CLOCK_SPAN_ROOM];
    if (json) {
        sweep_event_estimate(estimate);
        return;
    }
    printf("cases %zu done %zu left %zu workers %d\n", estimate->cases, estimate->done,
           estimate->cases - estimate->done, estimate->workers);
    if (estimate->unlimited)
        printf("without a limit of time %zu, the others ", estimate->unlimited);
    printf("at most %s by their limits, with all attempts\n", clock_span(estimate->most, text));
    if (estimate->left < 0) {
        printf("nothing is done yet that would say how much of that, and how much space\n");
        return;
    }
    printf("about %s by the %zu that are done\n", clock_span(estimate->left, text), estimate->done);
    printf("about %s of certificates then, now %s\n", size_text(estimate->space, text),
           size_text((double)estimate->there, there));
}

/* Reads as a run does, and writes nothing. */
static int run_estimate(const struct sweep_order *order) {
    struct failure failure = {0};
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    struct sweep_estimate estimate = {.workers = threads_or_processors(order->threads)};
    struct sweep_folder_options options = {.shard = order->shard, .change = order->change};
    if (campaign_read(&campaign, order->file, &failure) ||
        estimate_make(&estimate, &campaign, order->folder, &options, &failure))
        return verb_failed(&failure);
    estimate_print(&estimate, order->json);
    return EXIT_DONE;
}

/* --- all of it --- */

int sweep_do(const struct sweep_order *order, struct control *control, sweep_open_crew *open,
             void *context) {
    struct failure failure = {0};
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    struct sweep_folder folder;
    struct sweep_folder_options options = {
        .shard = order->shard, .change = order->change, .fault = answers_log_fault};
    if (campaign_read(&campaign, order->file, &failure))
        return verb_failed(&failure);
    if (sweep_folder_open(&folder, order->folder, &campaign, &options, &failure)) {
        point_to_mpi(order->program, &failure);
        return verb_failed(&failure);
    }
    struct sweep sweep = {.folder = order->folder,
                          .campaign = &campaign,
                          .shard = order->shard,
                          .control = control,
                          .json = order->json};
    return run_in_folder(&sweep, order, &folder, open, context);
}

int sweep_command(const struct arguments *arguments, sweep_open_crew *open, void *context) {
    struct failure failure = {0};
    struct control control;
    const struct option_value *shard = option(arguments, "shard");
    struct sweep_order order = {.file = arguments->operands[0],
                                .folder = option(arguments, "output")->text,
                                .program = arguments->program,
                                .shard = {1, 1},
                                .change = option(arguments, "change")->given,
                                .json = option(arguments, "json")->given,
                                .threads = (int)option_number(arguments, "threads", 0)};
    control_init(&control, arguments);
    if (shard->given && parse_shard(shard->text, &order.shard, &failure))
        return verb_failed(&failure);
    if (option(arguments, "estimate")->given)
        return run_estimate(&order);
    if (!order.folder)
        return verb_misused(arguments, "needs -o, --output FOLDER");
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
     "FILE", .counted = {1, 1, "needs one file of questions"}, .rules = rules, .run = run_sweep);
