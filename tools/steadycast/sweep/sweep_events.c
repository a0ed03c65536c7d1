/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_run.h"

#include <jansson.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/json_answer.h"

enum { HOST_ROOM = 256 };

/* What is not known is null. */
static json_t *known(double value) {
    return value < 0 ? json_null() : json_real(value);
}

enum status sweep_note_run(const struct sweep_state *state, struct failure *failure) {
    char host[HOST_ROOM] = "";
    struct store *store = state->sweep->store;
    const struct sweep_tally *tally = state->tally;
    double moment = (double)time(NULL);
    gethostname(host, sizeof host - 1);
    TRY(store_do(store, failure,
                 "update cases set state = 'waiting', since = null where state = "
                 "'running' and name in (select name from workers)",
                 ""));
    TRY(store_do(store, failure, "delete from workers", ""));
    TRY(store_do(store, failure, "delete from run", ""));
    return store_do(store, failure,
                    "insert into run values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
                    "case when ?10 >= 0 then ?10 end)",
                    "itddiiiiid", (long)getpid(), host,
                    moment - control_elapsed(state->sweep->control), moment, (long)state->workers,
                    (long)tally->cases, (long)tally->kept, (long)(tally->kept + tally->answered),
                    (long)tally->open, state->left);
}

enum status sweep_note_worker(const struct sweep *sweep, int worker,
                              const struct crew_request *request, double seconds,
                              struct failure *failure) {
    const char *name = sweep->campaign->cases[request->index].name;
    double since = (double)time(NULL) - seconds;
    TRY(store_do(sweep->store, failure,
                 "insert into workers (worker, name, attempt, since) values (?1, ?2, ?3, ?4)",
                 "itid", (long)worker, name, (long)request->attempt, since));
    return store_do(sweep->store, failure,
                    "update cases set state = 'running', since = ?1 where name = ?2 and "
                    "state not in ('answered', 'open')",
                    "dt", since, name);
}

/* Prints the object and gives it back. */
static void print_event(json_t *object) {
    FREED char *text = object ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
    if (text)
        puts(text);
    fflush(stdout);
    json_decref(object);
}

void sweep_event_start(const struct sweep *sweep, int workers) {
    print_event(json_pack("{s:s, s:o, s:s, s:I, s:i, s:i, s:i, s:s}", "event", "start", "folder",
                          json_any_text(sweep->folder), "campaign", sweep->campaign->digest,
                          "cases", (json_int_t)sweep->campaign->count, "shard", sweep->shard.number,
                          "shards", sweep->shard.count, "workers", workers, "version",
                          STEADYCAST_VERSION));
}

void sweep_event_estimate(const struct sweep_estimate *estimate) {
    print_event(json_pack("{s:s, s:I, s:I, s:i, s:f, s:I, s:o, s:I, s:o}", "event", "estimate",
                          "total", (json_int_t)estimate->cases, "done", (json_int_t)estimate->done,
                          "workers", estimate->workers, "seconds_at_most", estimate->most,
                          "unlimited", (json_int_t)estimate->unlimited, "seconds_left",
                          known(estimate->left), "bytes", (json_int_t)estimate->there, "bytes_then",
                          known(estimate->space)));
}

void sweep_event_answer(const char *line) {
    printf("{\"event\":\"answer\",%s\n", line + 1);
    fflush(stdout);
}

static json_t *named(const char *event, const struct sweep_tally *tally) {
    return json_pack("{s:s, s:I, s:I, s:I, s:I}", "event", event, "total", (json_int_t)tally->cases,
                     "done", (json_int_t)(tally->kept + tally->answered), "open",
                     (json_int_t)tally->open, "failed", (json_int_t)tally->failed);
}

void sweep_event_progress(const struct sweep_state *state) {
    json_t *object = named("progress", state->tally);
    json_object_set_new(object, "seconds", json_real(control_elapsed(state->sweep->control)));
    json_object_set_new(object, "seconds_left", known(state->left));
    print_event(object);
}

void sweep_event_end(const struct sweep *sweep, const struct sweep_tally *tally, bool complete) {
    struct rusage usage; /* processor time, and most memory, of this process without the workers */
    json_t *object = named("end", tally);
    getrusage(RUSAGE_SELF, &usage);
    double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    json_object_set_new(object, "complete", json_boolean(complete));
    json_object_set_new(object, "seconds", json_real(control_elapsed(sweep->control)));
    json_object_set_new(object, "engine_seconds", json_real(tally->engine_seconds));
    json_object_set_new(object, "own_seconds", json_real(seconds));
    json_object_set_new(object, "own_memory", json_integer(1024 * (json_int_t)usage.ru_maxrss));
    print_event(object);
}
