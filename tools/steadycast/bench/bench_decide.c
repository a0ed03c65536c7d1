/* All (L,t), L = 3..10, t = L..3L+1, by our engines and by general solvers on our exports. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/decide/decide.h"
#include "solver/model/instance.h"
#include "solver/sat/export.h"
#include "tools/steadycast/bench/bench_peer.h"
#include "tools/steadycast/frame/output_file.h"

enum { FIRST_LATENCY = 3, LAST_LATENCY = 10, QUICK_LATENCY = 6, MOST_LETTERS = 100000 };

/* Calls `visit` for each question in order. */
typedef enum status question_visit(int latency, int depth, void *context, struct failure *failure);

static enum status visit_all(const struct bench_options *options, question_visit *visit,
                             void *context, struct failure *failure) {
    int last = options->quick ? QUICK_LATENCY : LAST_LATENCY;
    for (int latency = FIRST_LATENCY; latency <= last; latency++)
        for (int depth = latency; depth <= 3 * latency + 1; depth++) {
            enum status status = visit(latency, depth, context, failure);
            if (status)
                return status;
        }
    return STATUS_OK;
}

/* How many questions there are, and letters in all of them. */
struct size {
    int questions;
    long letters;
};

static enum status add_size(int latency, int depth, void *context, struct failure *failure) {
    struct size *size = context;
    struct small_instance instance;
    enum status status = small_instance_init(&instance, latency, depth, MOST_LETTERS, failure);
    if (status)
        return status;
    size->questions++;
    size->letters += instance.letter_total;
    small_instance_clear(&instance);
    return STATUS_OK;
}

/* --- our engines --- */

struct engine_run {
    const struct decide_engine *engine;
    const struct bench_options *options;
};

static enum status decide(int latency, int depth, void *context, struct failure *failure) {
    const struct engine_run *run = context;
    struct limits limits = bench_limits(run->options, 1);
    struct decide_options options = {.state = NULL};
    struct answer answer;
    enum status status = run->engine->solve(latency, depth, &options, &limits, &answer, failure);
    if (status)
        return status;
    if (answer.verdict == VERDICT_UNKNOWN)
        status = limits_check(&limits, failure);
    if (!status && answer.verdict == VERDICT_UNKNOWN)
        status = failure_set(failure, STATUS_INTERNAL, "%s does not decide L = %d, t = %d",
                             run->engine->name, latency, depth);
    answer_clear(&answer);
    return status;
}

static enum status decide_all(void *context, struct failure *failure) {
    struct engine_run *run = context;
    return visit_all(run->options, decide, run, failure);
}

static enum status time_engine(const char *name, const struct bench_options *options,
                               double *seconds, struct failure *failure) {
    struct engine_run run = {decide_engine_by_name(name), options};
    return bench_time(options, decide_all, &run, seconds, failure);
}

/* --- others --- */

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
    enum peer_format format;
};

static enum status write_question(FILE *file, const void *context, struct failure *failure) {
    const struct export_context *export = context;
    if (export->format == PEER_OPB)
        export_opb(file, export->slots);
    else if (export->format == PEER_LP)
        export_lp(file, export->slots);
    else
        return export_dimacs(file, export->slots, export->format == PEER_WORDS, failure);
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

static enum status count_answer(struct peer_run *run, int latency, int depth, int code,
                                struct failure *failure) {
    bool possible = depth != 2 * latency || latency % 2;
    if (code == 30) /* clasp: a model, and the search is exhausted */
        code = 10;
    if (code != 10 && code != 20) {
        run->given_up++;
        return STATUS_OK;
    }
    run->answered++;
    if ((code == 10) != possible)
        return failure_set(failure, STATUS_INTERNAL, "%s is wrong on L = %d, t = %d",
                           run->peer->name, latency, depth);
    return STATUS_OK;
}

static enum status ask_peer(int latency, int depth, void *context, struct failure *failure) {
    struct peer_run *run = context;
    char path[256];
    double seconds = 0;
    int code = -1;
    if (run->seconds > run->options->peer_budget) {
        run->given_up++;
        return STATUS_OK;
    }
    snprintf(path, sizeof path, "%s/question%s", run->folder,
             run->peer->format == PEER_LP    ? ".lp"
             : run->peer->format == PEER_OPB ? ".opb"
                                             : ".cnf");
    enum status status = export_question(run, latency, depth, path, failure);
    if (!status)
        status = peer_ask(run->peer, path, run->options, &seconds, &code, failure);
    unlink(path);
    run->seconds += seconds;
    return status ? status : count_answer(run, latency, depth, code, failure);
}

/* The best of all peers; no name if none answers everything. */
struct best {
    const char *name;
    double seconds;
};

static enum status time_peer(const struct peer *peer, const struct bench_options *options,
                             const char *folder, struct bench_table *table, struct best *best,
                             struct failure *failure) {
    struct peer_run run = {.peer = peer, .options = options, .folder = folder};
    struct bench_record record = {.unit = "s"};
    enum status status = visit_all(options, ask_peer, &run, failure);
    if (status)
        return status;
    record.value = run.seconds;
    snprintf(record.what, sizeof record.what, "the same by %s", peer->name);
    snprintf(record.note, sizeof record.note, "%d answered, %d open", run.answered, run.given_up);
    if (!run.given_up && record.value > 0 && (!best->name || record.value < best->seconds))
        *best = (struct best){peer->name, record.value};
    return bench_add(table, &record, failure);
}

static enum status time_peers(const struct bench_options *options, struct bench_table *table,
                              struct best *best, struct failure *failure) {
    char folder[] = "/tmp/steadycast-bench-XXXXXX";
    enum status status = peers_say_missing(table);
    if (!status && !mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    for (const struct peer *peer = peers; peer->name && !status; peer++)
        if (peer_installed(peer->program))
            status = time_peer(peer, options, folder, table, best, failure);
    rmdir(folder);
    return status;
}

static enum status add_engine(const char *name, const struct bench_options *options,
                              const struct size *size, const struct best *best,
                              const struct bench_promise *promise, struct bench_table *table,
                              struct failure *failure) {
    struct bench_record record = {.unit = "s", .promise = *promise};
    enum status status = time_engine(name, options, &record.value, failure);
    if (status)
        return status;
    snprintf(record.what, sizeof record.what, "%d questions by %s", size->questions, name);
    if (best->name) {
        snprintf(record.peer, sizeof record.peer, "%s", best->name);
        record.peer_value = best->seconds;
    }
    snprintf(record.limit, sizeof record.limit, "%ld letters written once", size->letters);
    record.limit_value = (double)size->letters * sizeof(int) / options->machine->read_one;
    return bench_add(table, &record, failure);
}

enum status bench_decide(const struct bench_options *options, struct bench_table *table,
                         struct failure *failure) {
    struct best best = {NULL, 0};
    struct size size = {0, 0};
    const struct bench_promise arithmetic = {BENCH_RATIO, true, options->quick ? 5 : 100},
                               none = {BENCH_NOTHING, 0, 0};
    enum status status = visit_all(options, add_size, &size, failure);
    if (!status)
        status = time_peers(options, table, &best, failure);
    if (!status)
        status = add_engine("arithmetic", options, &size, &best, &arithmetic, table, failure);
    if (!status)
        status = add_engine("backtrack", options, &size, &best, &none, table, failure);
    return status ? status : add_engine("sat", options, &size, &best, &none, table, failure);
}
