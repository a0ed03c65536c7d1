/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/campaign_estimate.h"
#include "tools/steadycast/frame/clock.h"

/* Requests that wait, the first one before the others. */
struct request_list {
    size_t first, end; /* all before `first` are taken */
    struct crew_request *list;
};

/* What a running campaign still has to ask, in which order: the cases, those of dead workers again,
 * and retries when all else is done. */
struct sweep_queue {
    const struct answers *answers;
    const size_t *order; /* borrowed */
    size_t order_count;
    size_t next;                 /* in `order` */
    struct request_list urgent;  /* asked before any further case */
    struct request_list retries; /* asked when nothing else is left */
};

static size_t waiting(const struct request_list *list) {
    return list->end - list->first;
}

static enum status push(struct request_list *list, const struct crew_request *request,
                        struct failure *failure) {
    return memory_check(APPEND(list->list, list->end, *request), failure, "requests");
}

static bool next_request(struct request_list *list, struct crew_request *request) {
    if (!waiting(list))
        return false;
    *request = list->list[list->first++];
    if (!waiting(list))
        list->first = list->end = 0; /* its room is used again */
    return true;
}

/* The next case that has no final result. */
static bool take_case(struct sweep_queue *queue, struct crew_request *request) {
    while (queue->next < queue->order_count) {
        size_t index = queue->order[queue->next++];
        const struct case_result *last = &queue->answers->last[index];
        if (answers_is_final(queue->answers, index))
            continue;
        *request =
            (struct crew_request){.index = index, .attempt = last->name ? last->attempt + 1 : 1};
        return true;
    }
    return false;
}

enum {
    DEEPEST = 64,  /* requests that wait at a worker */
    GRACE = 10,    /* seconds beyond the limit after which a worker is ended */
    PAUSE = 200,   /* milliseconds */
    AT_ONCE = 64,  /* messages that are taken before anything else is looked at */
    LIVE_ON = 200, /* the same */
    REASON_ROOM = 400,
    FEW = 2 /* of what is left, a worker gets at most its share divided by this */
};
static const double AHEAD = 0.05; /* seconds */

struct worker {
    struct crew_request given[DEEPEST]; /* the oldest first */
    int count;
    double since; /* when the oldest was begun, in time that this process saw */
    double mean;  /* seconds of an attempt, of the last ones */
    bool ended;   /* by us, since it went far beyond its time */
    bool spared;  /* it answered when it was being ended: its death is nobody's fault */
    bool lost;
};

struct run {
    const struct sweep *sweep;
    struct crew *crew;
    struct worker *workers;
    int working; /* requests that are out */
    struct sweep_queue queue;
    struct sweep_tally *tally;
    struct campaign_estimate estimate;
    struct seen_clock clock;
    double noted; /* when the state last was */
};

static double now(const struct run *run) {
    return control_elapsed(run->sweep->control);
}

/* While this process is stopped, its workers go on, and it can't know what they do. */
static double seen(struct run *run) {
    return seen_clock_look(&run->clock);
}

static const struct campaign_case *case_of(const struct run *run, size_t index) {
    return &run->sweep->campaign->cases[index];
}

/* --- handing out --- */

/* About AHEAD seconds of work wait at a worker, so that it need not wait for us; less towards the
 * end, where others may be free earlier. */
static int depth_of(const struct run *run, const struct worker *worker) {
    double wanted = worker->mean > 0 ? AHEAD / worker->mean : 1;
    const struct sweep_queue *queue = &run->queue;
    size_t left = queue->order_count - queue->next + waiting(&queue->urgent);
    double share = (double)(left + waiting(&queue->retries)) / (FEW * run->crew->size);
    double depth = wanted < share ? wanted : share;
    return depth < 1 ? 1 : depth > DEEPEST ? DEEPEST : (int)depth;
}

static enum status fill(struct run *run, int number, struct failure *failure) {
    struct worker *worker = &run->workers[number];
    while (!worker->lost && worker->count < depth_of(run, worker)) {
        struct crew_request request;
        if (!next_request(&run->queue.urgent, &request) && !take_case(&run->queue, &request) &&
            !next_request(&run->queue.retries, &request))
            break;
        request.limits = campaign_case_limits(case_of(run, request.index), request.attempt);
        if (worker->count == 0)
            worker->since = seen(run);
        worker->given[worker->count++] = request;
        run->working++;
        TRY(run->crew->send(run->crew, number, &request, failure));
    }
    return STATUS_OK;
}

/* The oldest request of a worker is answered. */
static struct crew_request take_oldest(struct run *run, struct worker *worker) {
    struct crew_request oldest = worker->given[0];
    worker->count--;
    run->working--;
    memmove(worker->given, worker->given + 1, (size_t)worker->count * sizeof oldest);
    worker->since = seen(run);
    return oldest;
}

/* --- taking in --- */

static bool has_certificate(const struct case_result *result, const char *file) {
    for (int i = 0; i < result->certificate_count; i++)
        if (strcmp(result->certificates[i].file, file) == 0)
            return true;
    return false;
}

/* Those of the attempt before, as far as this one did not write them anew. */
static void remove_old_certificates(const struct run *run, const struct case_result *old,
                                    const struct case_result *result) {
    char path[CAMPAIGN_PATH_ROOM];
    for (int i = 0; old->name && i < old->certificate_count; i++) {
        const char *file = old->certificates[i].file;
        if (!has_certificate(result, file) &&
            campaign_folder_certificate(run->sweep->folder, file, path, NULL) == STATUS_OK)
            remove(path);
    }
}

/* What has to be done after a result is in the store. */
static enum status go_on(struct run *run, const struct crew_request *request,
                         struct failure *failure) {
    const struct answers *answers = run->sweep->answers;
    const struct campaign_case *asked = case_of(run, request->index);
    const struct case_result *result = &answers->last[request->index];
    bool given_up = case_result_is_given_up(result, asked);
    if (!given_up && !answers_is_final(answers, request->index)) {
        struct crew_request again = *request;
        again.attempt++;
        return push(&run->queue.retries, &again, failure);
    }
    campaign_estimate_take(&run->estimate, asked, given_up ? -1 : result->seconds);
    run->tally->failed += given_up;
    run->tally->answered += !given_up;
    run->tally->open += !given_up && verdict_is_open(result->verdict);
    return STATUS_OK;
}

static enum status take_result(struct run *run, const struct crew_request *request,
                               struct case_result *result, const char *line,
                               struct failure *failure) {
    struct answers *answers = run->sweep->answers;
    struct store *store = run->sweep->store;
    run->tally->engine_seconds += result->seconds;
    TRY(store_add(store, line, failure));
    remove_old_certificates(run, &answers->last[request->index], result);
    TRY(answers_take(answers, result, failure));
    TRY(store_do(store, failure, "update cases set state = ?1, since = null where name = ?2", "tt",
                 answers_state(answers, request->index), case_of(run, request->index)->name));
    if (run->sweep->json) { /* what is reported is not lost any more */
        TRY(store_commit(store, failure));
        sweep_event_answer(line);
    }
    return go_on(run, request, failure);
}

static enum status take_reply(struct run *run, struct worker *worker, const char *line,
                              struct failure *failure) {
    CLEANUP(case_result_clear) struct case_result result = {0};
    if (worker->count == 0)
        return failure_internal(failure, "a worker answers what it was not asked");
    struct crew_request request = take_oldest(run, worker);
    worker->spared |= worker->ended;
    worker->ended = false;
    const char *name = case_of(run, request.index)->name;
    if (case_result_parse(&result, line, failure))
        return failure_internal(failure, "the answer of a worker to '%.200s' is damaged", name);
    if (strcmp(result.name, name) != 0)
        return failure_internal(failure, "a worker answers another case than '%.200s'", name);
    worker->mean = worker->mean > 0 ? 0.8 * worker->mean + 0.2 * result.seconds : result.seconds;
    return take_result(run, &request, &result, line, failure);
}

/* What no worker says. */
static enum status give_unknown(struct run *run, const struct crew_request *request,
                                enum case_cause cause, const char *reason, double seconds,
                                struct failure *failure) {
    const struct campaign_case *asked = case_of(run, request->index);
    CLEANUP(case_result_clear)
    struct case_result result = {.name = strdup(asked->name),
                                 .attempt = request->attempt,
                                 .verdict = VERDICT_UNKNOWN,
                                 .cause = cause,
                                 .reason = strdup(reason),
                                 .by = strdup(asked->engine->name),
                                 .limits = request->limits,
                                 .seconds = seconds,
                                 .version = strdup(STEADYCAST_VERSION)};
    bool whole = result.name && result.reason && result.by && result.version;
    FREED char *line = whole ? case_result_line(&result) : NULL;
    TRY(memory_check(line, failure, "a result"));
    return take_result(run, request, &result, line, failure);
}

/* A worker may have been killed together with all others, as job systems do: this process does not
 * live to say that a case crashed then, or has been asked to stop. */
static enum status live_on(const struct run *run, const struct crew_end *how,
                           struct failure *failure) {
    const struct timespec pause = {.tv_nsec = LIVE_ON * 1000000};
    if (how->by_signal && how->number == SIGKILL)
        nanosleep(&pause, NULL);
    return control_stopped(run->sweep->control) ? failure_limit(failure, LIMITS_STOPPED)
                                                : STATUS_OK;
}

/* All but the oldest `kept` requests of a worker. */
static enum status ask_again(struct run *run, struct worker *worker, int kept,
                             struct failure *failure) {
    while (worker->count > kept) {
        run->working--;
        TRY(push(&run->queue.urgent, &worker->given[--worker->count], failure));
    }
    return STATUS_OK;
}

/* Its oldest request is answered by its death; the others are asked again. */
static enum status take_death(struct run *run, struct worker *worker, const char *line,
                              struct failure *failure) {
    struct crew_end how = crew_end_parse(line);
    char text[REASON_ROOM];
    crew_end_text(&how, text, sizeof text);
    bool ended = worker->ended, spared = worker->spared;
    if (!ended && !spared)
        TRY(live_on(run, &how, failure));
    worker->ended = worker->spared = false;
    TRY(ask_again(run, worker, !spared, failure));
    if (worker->count == 0)
        return STATUS_OK;
    double since = worker->since;
    struct crew_request request = take_oldest(run, worker);
    bool refused = !how.by_signal && how.number == CREW_REFUSED;
    return give_unknown(run, &request,
                        ended     ? CAUSE_TIME
                        : refused ? CAUSE_MEMORY
                                  : CAUSE_CRASH,
                        ended ? "it went far beyond its time, and was ended" : text,
                        seen(run) - since, failure);
}

static enum status take_message(struct run *run, const struct crew_message *message,
                                struct failure *failure) {
    struct worker *worker = &run->workers[message->worker];
    switch (message->event) {
    case CREW_NOTHING:
        break;
    case CREW_REPLY:
        return take_reply(run, worker, message->line, failure);
    case CREW_FAILED:
        return crew_fault_parse(message->line, failure);
    case CREW_LOST: /* a rank that is gone says nothing about its case: others are asked */
        worker->lost = true;
        return ask_again(run, worker, 0, failure);
    case CREW_DIED:
        return take_death(run, worker, message->line, failure);
    }
    return STATUS_OK;
}

/* --- the loop --- */

/* Engines look at the clock now and then; one that does not is ended. For one that is stopped the
 * time begins anew, since nobody knows when that was. */
static void end_late_workers(struct run *run) {
    struct crew *crew = run->crew;
    for (int i = 0; i < crew->size; i++) {
        struct worker *worker = &run->workers[i];
        double limit = worker->count ? worker->given[0].limits.seconds : 0;
        if (limit <= 0 || worker->ended || worker->spared || worker->lost ||
            seen(run) - worker->since < 1.5 * limit + GRACE)
            continue;
        worker->ended = !crew->is_stopped || !crew->is_stopped(crew, i);
        if (worker->ended)
            crew->end(crew, i);
        else
            worker->since = seen(run);
    }
}

static bool all_lost(const struct run *run) {
    for (int i = 0; i < run->crew->size; i++)
        if (!run->workers[i].lost)
            return false;
    return true;
}

/* `over`: nobody will be at work. */
static enum status note_state(struct run *run, const struct sweep_state *state, bool over,
                              struct failure *failure) {
    TRY(sweep_note_run(state, failure));
    for (int i = 0; i < run->crew->size && !over; i++) {
        const struct worker *worker = &run->workers[i];
        if (worker->count > 0)
            TRY(sweep_note_worker(run->sweep, i, &worker->given[0], seen(run) - worker->since,
                                  failure));
    }
    return STATUS_OK;
}

static enum status report(struct run *run, bool always, struct failure *failure) {
    const struct sweep_tally *tally = run->tally;
    struct progress progress = {"cases", tally->kept + tally->answered, tally->cases, 0};
    double left = campaign_estimate_left(&run->estimate, run->crew->size);
    control_report_left(run->sweep->control, left);
    if (always)
        control_report_always(run->sweep->control, &progress);
    else
        control_report(run->sweep->control, &progress);
    if (!always && now(run) - run->noted < 1)
        return STATUS_OK;
    run->noted = now(run);
    struct sweep_state state = {run->sweep, run->tally, run->crew->size, left};
    TRY(note_state(run, &state, always, failure));
    if (run->sweep->json)
        sweep_event_progress(&state);
    return STATUS_OK;
}

/* One message, and what comes of it. *any: there was one. */
static enum status take_next(struct run *run, int milliseconds, bool *any,
                             struct failure *failure) {
    struct crew_message message = {.event = CREW_NOTHING};
    enum status status = run->crew->receive(run->crew, milliseconds, &message, failure);
    *any = !status && message.event != CREW_NOTHING;
    if (!*any)
        return status;
    status = take_message(run, &message, failure);
    free(message.line);
    return status ? status : fill(run, message.worker, failure);
}

/* Those that wait are committed together. Nobody is late whose answer may be among them. */
static enum status step(struct run *run, struct failure *failure) {
    bool any;
    TRY(take_next(run, PAUSE, &any, failure));
    for (int i = 1; any && i < AT_ONCE; i++)
        TRY(take_next(run, 0, &any, failure));
    if (!any)
        end_late_workers(run);
    TRY(report(run, false, failure));
    return store_commit(run->sweep->store, failure);
}

static enum status work(struct run *run, struct failure *failure) {
    for (;;) {
        /* whatever became free may also be for those who had nothing to do */
        for (int i = 0; i < run->crew->size; i++)
            if (run->workers[i].count == 0)
                TRY(fill(run, i, failure));
        if (run->working == 0)
            return STATUS_OK;
        if (control_stopped(run->sweep->control))
            return failure_limit(failure, LIMITS_STOPPED);
        TRY(step(run, failure));
        if (all_lost(run))
            return failure_system(failure, "no worker is left");
    }
}

/* Cases that need nothing any more. */
static void count_kept(struct run *run, const size_t *order, size_t count) {
    run->tally->cases = count;
    for (size_t i = 0; i < count; i++) {
        const struct case_result *last = &run->sweep->answers->last[order[i]];
        campaign_estimate_add(&run->estimate, case_of(run, order[i]));
        if (!answers_is_final(run->sweep->answers, order[i]))
            continue;
        campaign_estimate_take(&run->estimate, case_of(run, order[i]), last->seconds);
        run->tally->kept++;
        run->tally->open += verdict_is_open(last->verdict);
    }
}

enum status sweep_run(const struct sweep *sweep, struct crew *crew, struct sweep_tally *tally,
                      struct failure *failure) {
    struct run run = {.sweep = sweep, .crew = crew, .tally = tally};
    FREED size_t *order = NULL;
    size_t count;
    double start = control_elapsed(sweep->control);
    seen_clock_start(&run.clock);
    TRY(campaign_order_cases(sweep->campaign, &sweep->shard, &order, &count, failure));
    *tally = (struct sweep_tally){.cases = count};
    FREED struct worker *workers = run.workers = memory_new((size_t)crew->size, sizeof *workers);
    TRY(memory_check(workers, failure, "workers"));
    count_kept(&run, order, count);
    run.queue =
        (struct sweep_queue){.answers = sweep->answers, .order = order, .order_count = count};
    enum status status = work(&run, failure);
    struct failure late = {0};
    if ((report(&run, true, &late) || store_settle(sweep->store, &late)) && !status)
        status = failure_set(failure, late.status, "%s", late.message);
    FREE_ALL(run.queue.urgent.list, run.queue.retries.list);
    tally->left = tally->cases - tally->kept - tally->answered - tally->failed;
    tally->seconds = control_elapsed(sweep->control) - start;
    control_end_line(sweep->control);
    return status;
}
