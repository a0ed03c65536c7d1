/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_events.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "tools/steadycast/frame/json_line.h"

enum { HOST_ROOM = 256 };

static json_t *counts(const struct sweep_tally *tally) {
    return json_pack("{s:I, s:I, s:I}", "total", (json_int_t)tally->cases, "done",
                     (json_int_t)(tally->kept + tally->answered), "open", (json_int_t)tally->open);
}

static json_t *work_json(const struct sweep_state *state, const struct sweep_work *work) {
    json_t *list = json_array();
    double moment = (double)time(NULL);
    for (int i = 0; i < state->workers && i < SWEEP_MOST_SHOWN; i++) {
        char name[CAMPAIGN_NAME_ROOM];
        if (!work[i].busy)
            continue;
        campaign_case_name(&state->sweep->campaign->cases[work[i].request.index], name);
        json_t *entry =
            json_pack("{s:i, s:o, s:f, s:i}", "worker", i, "case", json_any_text(name), "since",
                      moment - work[i].seconds, "attempt", work[i].request.attempt);
        if (entry && work[i].request.stage == STAGE_PIECE)
            json_object_set_new(entry, "piece", json_integer(work[i].request.piece));
        json_array_append_new(list, entry);
    }
    return list;
}

static json_t *seconds_left(const struct sweep_state *state) {
    return state->left < 0 ? json_null() : json_real(state->left);
}

/* Written beside its place and renamed, without waiting for the disk. */
static void write_file(const char *folder, const char *text) {
    char path[CAMPAIGN_PATH_ROOM], new[CAMPAIGN_PATH_ROOM];
    if (campaign_folder_path(folder, ".run/now.json", path, NULL) ||
        campaign_folder_path(folder, ".run/now.json.new", new, NULL))
        return;
    FILE *file = fopen(new, "w");
    if (!file)
        return;
    fprintf(file, "%s\n", text);
    if (fclose(file) != 0 || rename(new, path) != 0)
        unlink(new);
}

void sweep_write_state(const struct sweep_state *state, const struct sweep_work *work) {
    char host[HOST_ROOM] = "";
    gethostname(host, sizeof host - 1);
    double moment = (double)time(NULL);
    json_t *object =
        json_pack("{s:i, s:o, s:f, s:f, s:i, s:o}", "pid", (int)getpid(), "host",
                  json_any_text(host), "started", moment - control_elapsed(state->sweep->control),
                  "updated", moment, "size", state->workers, "workers", work_json(state, work));
    json_t *counted = counts(state->tally);
    if (object && counted)
        json_object_update(object, counted);
    if (object)
        json_object_set_new(object, "kept", json_integer((json_int_t)state->tally->kept));
    if (object)
        json_object_set_new(object, "seconds_left", seconds_left(state));
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
    if (text)
        write_file(state->sweep->folder, text);
    free(text);
    json_decref(counted);
    json_decref(object);
}

/* Prints the object and gives it back. */
static void print_event(json_t *object) {
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
    if (text)
        puts(text);
    fflush(stdout);
    free(text);
    json_decref(object);
}

void sweep_event_start(const struct sweep *sweep, int workers) {
    print_event(json_pack("{s:s, s:o, s:s, s:I, s:i, s:i, s:i, s:s}", "event", "start", "folder",
                          json_any_text(sweep->folder), "campaign", sweep->campaign->digest,
                          "cases", (json_int_t)sweep->campaign->count, "shard", sweep->shard.number,
                          "shards", sweep->shard.count, "workers", workers, "version",
                          STEADYCAST_VERSION));
}

void sweep_event_answer(const char *line) {
    printf("{\"event\":\"answer\",%s\n", line + 1);
    fflush(stdout);
}

static json_t *named(const char *event, const struct sweep_tally *tally) {
    json_t *object = json_pack("{s:s}", "event", event), *counted = counts(tally);
    if (object && counted)
        json_object_update(object, counted);
    json_decref(counted);
    return object;
}

void sweep_event_progress(const struct sweep_state *state) {
    json_t *object = named("progress", state->tally);
    if (object)
        json_object_set_new(object, "seconds", json_real(control_elapsed(state->sweep->control)));
    if (object)
        json_object_set_new(object, "seconds_left", seconds_left(state));
    print_event(object);
}

/* Processor time of this process, without the workers. */
static double own_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

void sweep_event_end(const struct sweep *sweep, const struct sweep_tally *tally, bool complete) {
    json_t *object = named("end", tally);
    if (object) {
        json_object_set_new(object, "complete", json_boolean(complete));
        json_object_set_new(object, "seconds", json_real(control_elapsed(sweep->control)));
        json_object_set_new(object, "engine_seconds", json_real(tally->engine_seconds));
        json_object_set_new(object, "own_seconds", json_real(own_seconds()));
    }
    print_event(object);
}
