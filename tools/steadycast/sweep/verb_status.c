/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/sweep/answers.h"
#include "tools/steadycast/sweep/sweep_folder.h"

enum { MOST_OLD = 30 };

static const struct option_spec specs[] = {
    {"watch", 0, OPTION_NUMBER, false, "SEC", 1, 86400,
     "again every so many seconds, until the campaign has ended or Ctrl-C"},
    OPTION_SPEC_JSON,
};

/* What the store says. */
struct state {
    const char *folder; /* borrowed */
    struct campaign_shard shard;
    size_t total;                 /* cases of the shard */
    size_t done;                  /* answered or open */
    size_t failed;                /* to be tried again by the next run */
    size_t by_verdict[VERDICTS];  /* of those that are done */
    size_t by_cause[CASE_CAUSES]; /* of those that are open */
    size_t attempts;
    size_t again;   /* cases with attempts, and more to come */
    long damaged;   /* lines that were set aside */
    double seconds; /* of all attempts */
    long runner;    /* who holds the lock; 0: nobody */
    double rate;    /* cases a second in this run; 0: not known */
    json_t *now;    /* what the run says about itself; NULL: nothing; owned */
};

static void count_case(struct state *state, const char *name, enum verdict verdict,
                       enum case_cause cause, size_t count) {
    bool open = strcmp(name, "open") == 0;
    bool done = open || strcmp(name, "answered") == 0;
    state->total += count;
    state->done += done ? count : 0;
    state->failed += strcmp(name, "failed") == 0 ? count : 0;
    state->by_verdict[verdict] += done ? count : 0;
    state->by_cause[cause] += open ? count : 0;
}

/* A word of a table, or 0. */
static int place_of(const char *word, int count, const char *(*name)(int)) {
    int i = count;
    while (--i > 0 && (!word || strcmp(name(i), word) != 0))
        ;
    return i;
}

static const char *state_name(int i) {
    return verdict_name((enum verdict)i);
}

static const char *cause_name(int i) {
    return case_cause_name((enum case_cause)i);
}

static enum status count_cases(struct state *state, struct store *store, struct failure *failure) {
    sqlite3_stmt *row = store_find(
        store, failure,
        "select case when verdict is null and state <> 'running' then 'waiting' else state end, "
        "verdict, cause, count(*) from answers where number % ?1 = ?2 group by 1, 2, 3",
        "ii", (long)state->shard.count, (long)state->shard.number - 1);
    for (; row; row = store_next(row))
        count_case(
            state, (const char *)sqlite3_column_text(row, 0),
            (enum verdict)place_of((const char *)sqlite3_column_text(row, 1), VERDICTS, state_name),
            (enum case_cause)place_of((const char *)sqlite3_column_text(row, 2), CASE_CAUSES,
                                      cause_name),
            (size_t)sqlite3_column_int64(row, 3));
    row = store_find(store, failure,
                     "select count(*), total(seconds), (select count(*) from damaged), (select "
                     "count(*) from answers where state in ('waiting', 'running') and id not null) "
                     "from history",
                     "");
    if (!row)
        return failure->status;
    state->attempts = (size_t)sqlite3_column_int64(row, 0);
    state->seconds = sqlite3_column_double(row, 1);
    state->damaged = (long)sqlite3_column_int64(row, 2);
    state->again = (size_t)sqlite3_column_int64(row, 3);
    sqlite3_reset(row);
    return failure->status;
}

static double number_of(const struct state *state, const char *key) {
    double value = json_number_value(json_object_get(state->now, key));
    return isfinite(value) ? value : 0;
}

/* What a run that has ended says is nothing about now. */
static void read_run(struct state *state, struct store *store) {
    static const char sql[] =
        "select json_object('pid', process, 'host', host, 'started', started, 'updated', updated, "
        "'size', workers, 'workers', (select json_group_array(json_object('worker', worker, "
        "'case', name, 'attempt', attempt, 'since', since)) from workers), 'total', total, 'done', "
        "done, 'open', open, 'kept', kept, 'seconds_left', seconds_left) from run";
    sqlite3_stmt *row = state->runner ? store_find(store, NULL, sql, "") : NULL;
    if (!row)
        return;
    state->now = json_loads((const char *)sqlite3_column_text(row, 0), 0, NULL);
    sqlite3_reset(row);
    double elapsed = number_of(state, "updated") - number_of(state, "started");
    double answered = number_of(state, "done") - number_of(state, "kept");
    state->rate = elapsed > 0 && answered > 0 ? answered / elapsed : 0;
}

/* One that was made from results does not know the cases yet. */
static enum status complete(const char *folder, struct store *store, struct failure *failure) {
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    CLEANUP(answers_clear) struct answers answers = {0};
    TRY(campaign_folder_campaign(folder, &campaign, failure));
    TRY(answers_init(&answers, &campaign, failure));
    TRY(answers_read(&answers, store, NULL, NULL, NULL, failure));
    return answers_note_cases(&answers, store, failure);
}

static enum status read_store(struct state *state, struct store *store, struct failure *failure) {
    FREED char *base = NULL;
    TRY(store_about(store, &state->shard, &base, failure));
    if (store->in_memory && access(store->path, F_OK) == 0)
        fprintf(stderr, "%s can't be read: the next run asks again what it does not find\n",
                store->path);
    if (store->in_memory)
        TRY(complete(state->folder, store, failure));
    TRY(count_cases(state, store, failure));
    read_run(state, store);
    return STATUS_OK;
}

static enum status read_state(const char *folder, struct state *state, struct failure *failure) {
    CLEANUP(store_close) struct store store = {0};
    *state = (struct state){.folder = folder};
    TRY(campaign_folder_check(folder, failure));
    TRY(sweep_folder_running(folder, &state->runner, failure));
    TRY(store_open_reading(&store, folder, false, NULL, NULL, failure));
    return read_store(state, &store, failure);
}

/* Until all cases are done, as the run guesses; negative: not known. */
static double seconds_left(const struct state *state) {
    const json_t *left = json_object_get(state->now, "seconds_left");
    return json_is_number(left) ? number_of(state, "seconds_left") : -1;
}

static const char *run_name(const struct state *state) {
    return state->runner                                 ? "running"
           : state->done == state->total                 ? "complete"
           : state->done + state->failed == state->total ? "incomplete"
                                                         : "stopped";
}

/* --- JSON --- */

static json_t *verdicts_json(const struct state *state) {
    json_t *object = json_object();
    for (int i = 0; i < VERDICTS; i++)
        json_object_set_new(object, verdict_name((enum verdict)i),
                            json_integer((json_int_t)state->by_verdict[i]));
    return object;
}

static json_t *causes_json(const struct state *state) {
    json_t *object = json_object();
    for (int i = 1; i < CASE_CAUSES; i++)
        json_object_set_new(object, case_cause_name((enum case_cause)i),
                            json_integer((json_int_t)state->by_cause[i]));
    return object;
}

static enum status print_json(const struct state *state, struct failure *failure) {
    double left = seconds_left(state);
    json_t *object = json_pack(
        "{s:o, s:s, s:i, s:i, s:I, s:I, s:I, s:o, s:o, s:I, s:I, s:I, s:f, s:f, s:o}", "folder",
        json_any_text(state->folder), "state", run_name(state), "shard", state->shard.number,
        "shards", state->shard.count, "total", (json_int_t)state->total, "done",
        (json_int_t)state->done, "failed", (json_int_t)state->failed, "verdicts",
        verdicts_json(state), "causes", causes_json(state), "attempts", (json_int_t)state->attempts,
        "again", (json_int_t)state->again, "damaged_lines", (json_int_t)state->damaged,
        "seconds_spent", state->seconds, "rate", state->rate, "seconds_left",
        left < 0 ? json_null() : json_real(left));
    if (state->runner)
        json_object_set_new(object, "process", json_integer(state->runner));
    if (state->now)
        json_object_set(object, "run", state->now);
    enum status status = json_line(object, failure);
    fflush(stdout);
    return status;
}

/* --- text --- */

static void print_verdicts(const struct state *state) {
    static const char *const words[] = {"unknown", "feasible", "infeasible", "settled",
                                        "with an interval"};
    const char *comma = "";
    for (int i = VERDICTS - 1; i >= 0; i--)
        if (state->by_verdict[i]) {
            printf("%s%zu %s", comma, state->by_verdict[i], words[i]);
            comma = ", ";
        }
    if (*comma)
        putchar('\n');
}

static void print_open(const struct state *state) {
    size_t open = state->by_verdict[VERDICT_UNKNOWN] + state->by_verdict[VERDICT_INTERVAL];
    const char *comma = ": ";
    if (!open)
        return;
    printf("open %zu", open);
    for (int i = 1; i < CASE_CAUSES; i++)
        if (state->by_cause[i]) {
            printf("%s%zu for %s", comma, state->by_cause[i], case_cause_name((enum case_cause)i));
            comma = ", ";
        }
    putchar('\n');
}

/* Names come from a file that anybody may have written. */
static void print_plain(const char *text) {
    for (; *text; text++)
        putchar((unsigned char)*text < ' ' || *text == 127 ? '?' : *text);
}

static void print_worker(const struct state *state, json_t *worker) {
    char text[CLOCK_SPAN_ROOM];
    const char *name = json_string_value(json_object_get(worker, "case"));
    double since = json_number_value(json_object_get(worker, "since"));
    if (!name)
        return;
    printf("  worker %lld: ", (long long)json_integer_value(json_object_get(worker, "worker")));
    print_plain(name);
    printf(", since %s\n", clock_span(number_of(state, "updated") - since, text));
}

static void print_run(const struct state *state) {
    char text[CLOCK_SPAN_ROOM];
    const char *host = json_string_value(json_object_get(state->now, "host"));
    json_t *worker;
    size_t i;
    double age = (double)time(NULL) - number_of(state, "updated");
    if (state->runner > 0)
        printf("running: process %ld", state->runner);
    else
        printf("running: a process of another machine");
    if (host && *host) {
        printf(" on ");
        print_plain(host);
    }
    if (state->now)
        printf(", since %s",
               clock_span(number_of(state, "updated") - number_of(state, "started"), text));
    putchar('\n');
    if (state->rate > 0) {
        printf("rate %.3g cases a second", state->rate);
        if (seconds_left(state) >= 0)
            printf(", left about %s", clock_span(seconds_left(state), text));
        putchar('\n');
    }
    json_array_foreach(json_object_get(state->now, "workers"), i, worker)
        print_worker(state, worker);
    if (state->now && age > MOST_OLD)
        printf("it has said nothing for %s\n", clock_span(age, text));
}

static void print_text(const struct state *state) {
    char text[CLOCK_SPAN_ROOM];
    if (state->shard.count > 1)
        printf("shard %d/%d\n", state->shard.number, state->shard.count);
    printf("cases %zu/%zu (%.0f%%)\n", state->done, state->total,
           state->total ? floor(100.0 * (double)state->done / (double)state->total) : 100.0);
    print_verdicts(state);
    print_open(state);
    printf("attempts %zu, %s spent by all workers together", state->attempts,
           clock_span(state->seconds, text));
    if (state->again)
        printf("; %zu cases are to be tried again", state->again);
    putchar('\n');
    if (state->failed)
        printf("failed %zu: the next run tries them again\n", state->failed);
    if (state->damaged)
        printf("%ld damaged line%s set aside (table `damaged`)\n", state->damaged,
               state->damaged == 1 ? " was" : "s were");
    if (state->runner)
        print_run(state);
    printf("s ");
    for (const char *name = run_name(state); *name; name++)
        putchar(toupper((unsigned char)*name));
    putchar('\n');
    fflush(stdout);
}

/* --- the verb --- */

/* False when it was stopped meanwhile: a signal ends the sleep. */
static bool sleep_on(const struct control *control, long seconds) {
    struct timespec pause = {.tv_sec = seconds};
    while (!control_stopped(control) && nanosleep(&pause, &pause) != 0 && errno == EINTR)
        ;
    return !control_stopped(control);
}

static enum status show(const struct arguments *arguments, bool *running, struct failure *failure) {
    struct state state;
    TRY(read_state(arguments->operands[0], &state, failure));
    *running = state.runner != 0;
    enum status status = STATUS_OK;
    if (option(arguments, "json")->given)
        status = print_json(&state, failure);
    else
        print_text(&state);
    json_decref(state.now);
    return status;
}

static int run_status(const struct arguments *arguments) {
    const struct option_value *watch = option(arguments, "watch");
    struct control control;
    struct failure failure = {0};
    bool running = true;
    control_init(&control, arguments);
    enum status status = show(arguments, &running, &failure);
    while (!status && watch->given && running && sleep_on(&control, watch->number)) {
        if (!option(arguments, "json")->given)
            printf(isatty(STDOUT_FILENO) ? "\033[H\033[J" : "\n");
        status = show(arguments, &running, &failure);
    }
    return status ? verb_failed(&failure) : 0;
}

VERB(status, "Shows how far a campaign is, and who works on what", "FOLDER",
     .counted = {1, 1, "takes one folder"}, .run = run_status);
