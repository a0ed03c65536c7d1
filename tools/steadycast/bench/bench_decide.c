/* All (L,t), L = 3..10, t = L..3L+1, by the arithmetic engine and by general solvers on our
 * exports. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solver/engine/arithmetic.h"
#include "solver/engine/engine.h"
#include "solver/sat/export.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/frame/output_file.h"

enum {
    FIRST_LATENCY = 3,
    LAST_LATENCY = 10,
    MOST_LETTERS = 100000,
    PATH_ROOM = 256,
    RUN_ROOM = 1024
};

enum format { FORMAT_SUMS, FORMAT_WORDS, FORMAT_OPB, FORMAT_LP };

/* Another program that answers the same question. Exit status 10 or 30 is feasible, 20 impossible.
 */
struct peer {
    const char *name;
    const char *program;
    enum format format;
    const char *command;
};

static const struct peer peers[] = {
    {"picosat-sums", "picosat", FORMAT_SUMS, "timeout --foreground %d picosat %s >/dev/null 2>&1"},
    {"picosat-words", "picosat", FORMAT_WORDS,
     "timeout --foreground %d picosat %s >/dev/null 2>&1"},
    {"cadical-sums", "cadical", FORMAT_SUMS,
     "timeout --foreground %d cadical -q -n %s >/dev/null 2>&1"},
    {"cadical-words", "cadical", FORMAT_WORDS,
     "timeout --foreground %d cadical -q -n %s >/dev/null 2>&1"},
    {"clasp-opb", "clasp", FORMAT_OPB, "timeout --foreground %d clasp -q %s >/dev/null 2>&1"},
    {"cbc-lp", "cbc", FORMAT_LP,
     "out=$(timeout --foreground %d cbc %s solve 2>&1) || exit 1; "
     "case $out in *nfeasible*) exit 20;; *ptimal*) exit 10;; esac; exit 1"},
    {NULL, NULL, FORMAT_SUMS, NULL},
};

/* Calls `visit` for each question in order. */
typedef enum status question_visit(int latency, int depth, void *context, struct failure *failure);

static enum status visit_all(question_visit *visit, void *context, struct failure *failure) {
    for (int latency = FIRST_LATENCY; latency <= LAST_LATENCY; latency++)
        for (int depth = latency; depth <= 3 * latency + 1; depth++) {
            enum status status = visit(latency, depth, context, failure);
            if (status)
                return status;
        }
    return STATUS_OK;
}

/* An engine at work on all questions. */
struct engine_run {
    const struct engine *engine;
    const struct bench_options *options;
};

static enum status decide(int latency, int depth, void *context, struct failure *failure) {
    const struct engine_run *run = context;
    const struct engine *engine = run->engine;
    struct limits limits = bench_limits(run->options, 1);
    struct engine_options options = {.state = NULL};
    struct answer answer;
    enum status status = engine->solve(latency, depth, &options, &limits, &answer, failure);
    if (status)
        return status;
    if (answer.verdict == VERDICT_UNKNOWN)
        status = limits_check(&limits, failure);
    if (!status && answer.verdict == VERDICT_UNKNOWN)
        status = failure_set(failure, STATUS_INTERNAL, "%s does not decide L = %d, t = %d",
                             engine->name, latency, depth);
    answer_clear(&answer);
    return status;
}

static enum status time_engine(const char *name, const struct bench_options *options, int runs,
                               double *median, struct failure *failure) {
    double seconds[100];
    struct engine_run run = {engine_by_name(name), options};
    enum status status = STATUS_OK;
    for (int i = 0; i < runs && !status; i++) {
        double start = bench_now();
        status = visit_all(decide, &run, failure);
        seconds[i] = bench_now() - start;
    }
    if (!status) {
        *median = bench_median(seconds, runs);
        printf("bench decide %s-seconds %.6f\n", name, *median);
        fflush(stdout);
    }
    return status;
}

/* A peer at work on all questions. */
struct peer_run {
    const struct peer *peer;
    const struct bench_options *options;
    const char *folder;
    double seconds;
    int answered;
    int given_up;
};

struct export_context {
    const struct slots *slots;
    enum format format;
};

static enum status write_question(FILE *file, const void *context, struct failure *failure) {
    const struct export_context *export = context;
    if (export->format == FORMAT_OPB)
        export_opb(file, export->slots);
    else if (export->format == FORMAT_LP)
        export_lp(file, export->slots);
    else
        return export_dimacs(file, export->slots, export->format == FORMAT_WORDS, failure);
    return STATUS_OK;
}

static enum status export_question(const struct peer_run *run, int latency, int depth,
                                   const char *path, struct failure *failure) {
    struct slots slots;
    enum status status = slots_init(&slots, latency, depth, MOST_LETTERS, failure);
    if (status)
        return status;
    struct export_context context = {&slots, run->peer->format};
    status = output_file_write(path, true, write_question, &context, failure);
    slots_clear(&slots);
    return status;
}

static enum status ask_peer(int latency, int depth, void *context, struct failure *failure) {
    struct peer_run *run = context;
    char path[PATH_ROOM], command[RUN_ROOM];
    struct limits limits = bench_limits(run->options, 1);
    bool possible = depth != 2 * latency || latency % 2;
    if (run->seconds > run->options->peer_budget) {
        run->given_up++;
        return STATUS_OK;
    }
    snprintf(path, sizeof path, "%s/question%s", run->folder,
             run->peer->format == FORMAT_LP    ? ".lp"
             : run->peer->format == FORMAT_OPB ? ".opb"
                                               : ".cnf");
    enum status status = limits_check(&limits, failure);
    if (!status)
        status = export_question(run, latency, depth, path, failure);
    if (status)
        return status;
    snprintf(command, sizeof command, run->peer->command, run->options->limit, path);
    double start = bench_now();
    int result = system(command);
    run->seconds += bench_now() - start;
    unlink(path);
    if (result >= 0 && WIFSIGNALED(result) && WTERMSIG(result) == SIGINT) /* which we ignored */
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    int code = result >= 0 && WIFEXITED(result) ? WEXITSTATUS(result) : -1;
    if (code == 30) /* clasp: a model, and the search is exhausted */
        code = 10;
    if (code == (possible ? 20 : 10))
        return failure_set(failure, STATUS_INTERNAL, "%s contradicts us on L = %d, t = %d",
                           run->peer->name, latency, depth);
    if (code == 10 || code == 20)
        run->answered++;
    else
        run->given_up++;
    return STATUS_OK;
}

/* Sets *seconds, without what 120 starts of a shell cost; negative if the peer is not there or left
 * questions open. */
static enum status time_peer(const struct peer *peer, const struct bench_options *options,
                             const char *folder, double start_seconds, double *seconds,
                             struct failure *failure) {
    struct peer_run run = {.peer = peer, .options = options, .folder = folder};
    *seconds = -1;
    if (!bench_installed(peer->program)) {
        printf("bench decide %s skipped: not installed\n", peer->name);
        return STATUS_OK;
    }
    enum status status = visit_all(ask_peer, &run, failure);
    if (status)
        return status;
    double net = run.seconds - start_seconds * (run.answered + run.given_up);
    printf("bench decide %s-seconds %.3f answered %d open %d\n", peer->name, net, run.answered,
           run.given_up);
    fflush(stdout);
    if (!run.given_up)
        *seconds = net;
    return STATUS_OK;
}

/* One start of a shell with `timeout` and a program that does nothing. */
static double start_cost(void) {
    double seconds[15];
    for (int i = 0; i < 15; i++) {
        double start = bench_now();
        if (system("timeout 5 true >/dev/null 2>&1") != 0)
            return 0;
        seconds[i] = bench_now() - start;
    }
    return bench_median(seconds, 15);
}

static enum status run_peers(const struct bench_options *options, double ours,
                             struct failure *failure) {
    char folder[] = "/tmp/steadycast-bench-XXXXXX";
    double best = -1, start_seconds = start_cost();
    const char *best_name = NULL;
    enum status status = STATUS_OK;
    if (!mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    printf("bench decide process-start-seconds %.6f\n", start_seconds);
    for (const struct peer *peer = peers; peer->name && !status; peer++) {
        double seconds;
        status = time_peer(peer, options, folder, start_seconds, &seconds, failure);
        if (!status && seconds > 0 && (best < 0 || seconds < best)) {
            best = seconds;
            best_name = peer->name;
        }
    }
    rmdir(folder);
    if (!status && best_name)
        printf("bench decide best-peer %s ratio %.1f\n", best_name, best / ours);
    return status;
}

enum status bench_decide(const struct bench_options *options, struct failure *failure) {
    double ours = 0, others;
    enum status status = time_engine("arithmetic", options, options->runs, &ours, failure);
    if (!status)
        status = time_engine("backtrack", options, options->runs, &others, failure);
    if (!status)
        status = time_engine("sat", options, 1, &others, failure);
    return status ? status : run_peers(options, ours, failure);
}
