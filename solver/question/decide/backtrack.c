/* SPDX-License-Identifier: MIT */
#include "solver/question/decide/backtrack.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/locked_file.h"
#include "solver/base/processors.h"
#include "solver/question/decide/search_state.h"
#include "solver/stream/walk/search_frontier.h"
#include "solver/stream/walk/search_tree.h"

enum {
    WANTED_PARTS = 1024,
    FIRST_QUANTUM = 1 << 10,
    LAST_QUANTUM = 1 << 21,
    ROUND_NODES = 1 << 30, /* of all parts together: states are saved between rounds */
    CHUNK = 1 << 17,       /* nodes between two looks at the clock and at the signals */
    SAVE_SECONDS = 20
};

/* A search under way. */
struct search {
    const struct backtrack_question *question;
    const struct limits *limits;
    struct walk_plan plan;
    struct search_state state;
    uint64_t allowance; /* nodes that each part may still visit before the limit of nodes */
    time_t saved;
    struct lock_file lock; /* on the state */
    bool resumed;
    bool kept;
    struct failure unsaved; /* of the last attempt to save */
    bool stopped;
    const char *reason;
};

static void search_clear(struct search *search) {
    lock_file_release(&search->lock);
    frontier_clear(&search->state.frontier);
    walk_plan_clear(&search->plan);
}

static void result_clear(struct backtrack_result *result) {
    free(result->letters);
}

/* What happened to one part in a round; merged in the order of the parts. */
struct round_part {
    uint64_t nodes, solutions;
    struct part after; /* where the part stands now; its path is the filling if it found one */
    struct walk_statistics statistics;
    enum status status;
};

/* Looks at the limits, one thread at a time; true if this part has to be left where it stands. */
static bool must_leave(struct search *search, size_t index, const size_t *first) {
    bool leave;
#pragma omp critical(search_progress)
    {
        if (!search->stopped && limits_stop(search->limits)) {
            search->stopped = true;
            search->reason = "stopped by a signal or the time limit";
        }
        leave = search->stopped || index > *first;
    }
    return leave;
}

static void note_found(size_t index, size_t *first) {
#pragma omp critical(search_progress)
    if (index < *first)
        *first = index;
}

static bool part_is_complete(const struct search *search, const struct part *part) {
    return part->done || part->spent >= search->state.quantum;
}

/* Runs one part up to the round's quantum; `first` is lowered to the part's index when it finds a
 * filling. */
static void run_part(struct search *search, struct walk *walk, size_t index,
                     struct round_part *outcome, size_t *first) {
    const struct part *part = &search->state.frontier.list[index];
    uint64_t quantum = part_is_complete(search, part) ? 0 : search->state.quantum - part->spent;
    if (quantum > search->allowance)
        quantum = search->allowance;
    if (!quantum || must_leave(search, index, first)) {
        outcome->after = *part; /* a walk that has not run yet has no place to be described */
        return;
    }
    outcome->status = walk_resume(walk, part->path, part->length, part->base, part->entered, NULL);
    if (outcome->status)
        return;
    walk->nodes = walk->solutions = 0;
    walk->count = search->question->count;
    enum walk_event event = WALK_QUANTUM;
    for (uint64_t look = 0;;) {
        if (walk->nodes == look) {
            if (walk->nodes == quantum || (look && must_leave(search, index, first)))
                break;
            look = quantum - look < CHUNK ? quantum : look + CHUNK;
        }
        event = walk_run(walk, look - walk->nodes);
        if (event != WALK_QUANTUM)
            break;
    }
    outcome->nodes = walk->nodes;
    outcome->solutions = walk->solutions;
    if (event == WALK_SOLUTION) {
        memcpy(outcome->after.path, walk->letters, (size_t)walk->depth * sizeof(int));
        note_found(index, first);
        return;
    }
    part_leave(&outcome->after, walk);
    outcome->after.done = event == WALK_DONE;
    outcome->after.base = part->base;
    outcome->after.spent = part->spent + outcome->nodes;
}

/* The sink of the events of one walk where they are counted: tokens are dropped. */
struct counter {
    struct walk_events events;
    char tokens[2 * WALK_EVENTS_ROOM];
};

static void drop_tokens(struct walk_events *events) {
    events->end = events->tokens;
}

/* The events of a walk, or NULL if nobody wants the statistics. The counter stays where it is. */
static struct walk_events *counter_init(struct counter *counter, const struct search *search) {
    counter->events = (struct walk_events){.counts = true,
                                           .tokens = counter->tokens,
                                           .end = counter->tokens,
                                           .limit = counter->tokens + sizeof counter->tokens,
                                           .full = drop_tokens};
    return search->question->statistics ? &counter->events : NULL;
}

/* What was counted since it was asked the last time. */
static struct walk_statistics counter_take(struct counter *counter) {
    struct walk_statistics counted = counter->events.statistics;
    counter->events.statistics = (struct walk_statistics){0};
    return counted;
}

/* All parts of a round in parallel; outcomes[i] belongs to part i. *first: the first part that
 * found a filling. */
static enum status run_round(struct search *search, struct round_part *outcomes, size_t *first,
                             struct failure *failure) {
    size_t count = search->state.frontier.count;
    enum status status = STATUS_OK;
#pragma omp parallel num_threads(threads_or_processors(search->limits->threads))
    {
        struct walk walk;
        struct counter counter;
        enum status mine = walk_init(&walk, &search->plan, NULL);
        if (mine == STATUS_OK)
            walk.events = counter_init(&counter, search);
#pragma omp for schedule(dynamic, 1)
        for (size_t i = 0; i < count; i++)
            if (mine == STATUS_OK) {
                run_part(search, &walk, i, &outcomes[i], first);
                outcomes[i].statistics = counter_take(&counter);
            }
        if (mine == STATUS_OK)
            walk_clear(&walk);
#pragma omp critical(search_progress)
        if (mine != STATUS_OK)
            status = mine;
    }
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = outcomes[i].status;
    if (status)
        return failure_set(failure, status_is_resource_failure(status) ? status : STATUS_INPUT,
                           status_is_resource_failure(status)
                               ? "out of memory"
                               : "the state does not belong to this search");
    return STATUS_OK;
}

/* Whether the find counts: all parts before it have done their share of the round. Otherwise one of
 * them might still find an earlier filling, in the same round of an undisturbed search. */
static bool find_is_settled(const struct search *search, const struct round_part *outcomes,
                            size_t first) {
    for (size_t i = 0; i < first; i++)
        if (!part_is_complete(search, &outcomes[i].after))
            return false;
    return true;
}

static enum status keep_find(const struct search *search, const struct round_part *outcome,
                             struct backtrack_result *result, struct failure *failure) {
    size_t slots = (size_t)search->plan.slots.count;
    result->letters = memory_new(slots, sizeof(int));
    TRY(memory_check(result->letters, failure, NULL));
    memcpy(result->letters, outcome->after.path, slots * sizeof(int));
    return STATUS_OK;
}

/* The round is over: its nodes count, finished parts go. */
static void close_round(struct search *search) {
    struct frontier *frontier = &search->state.frontier;
    for (size_t i = 0; i < frontier->count; i++)
        search->state.nodes += frontier->list[i].spent;
    frontier_drop_done(frontier);
}

/* Whether some part has not done its share: then the round goes on with its old quantum. */
static bool round_is_open(const struct search *search) {
    for (size_t i = 0; i < search->state.frontier.count; i++)
        if (!part_is_complete(search, &search->state.frontier.list[i]))
            return true;
    return false;
}

/* Takes over what the parts did, in their order, up to the one that found a filling. A find that
 * does not count yet is forgotten with all behind it: it will be made again. */
static enum status merge_round(struct search *search, struct round_part *outcomes, size_t first,
                               struct backtrack_result *result, struct failure *failure) {
    struct frontier *frontier = &search->state.frontier;
    bool found = first < frontier->count;
    bool settled = found && find_is_settled(search, outcomes, first);
    struct frontier next = {0};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < frontier->count && !status; i++) {
        bool forget = found && !settled && i >= first;
        if (settled && i == first)
            search->state.nodes += frontier->list[i].spent + outcomes[i].nodes;
        if (settled && i == first)
            walk_statistics_add(&search->state.statistics, &outcomes[i].statistics);
        if (settled && i >= first)
            break;
        status = frontier_add(&next, forget ? &frontier->list[i] : &outcomes[i].after, failure);
        if (forget || status)
            continue;
        search->state.solutions += outcomes[i].solutions;
        walk_statistics_add(&search->state.statistics, &outcomes[i].statistics);
    }
    if (!status && settled)
        status = keep_find(search, &outcomes[first], result, failure);
    search->state.solutions += settled;
    frontier_clear(frontier);
    *frontier = next;
    if (!status && !round_is_open(search))
        close_round(search);
    return status;
}

static enum status do_round(struct search *search, struct backtrack_result *result,
                            struct failure *failure) {
    size_t count = search->state.frontier.count, slots = (size_t)search->plan.slots.count;
    FREED struct round_part *outcomes = memory_new(count, sizeof *outcomes);
    FREED int *paths = memory_new(count * slots, sizeof(int));
    if (!outcomes || !paths)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %zu parts", count);
    for (size_t i = 0; i < count; i++)
        outcomes[i].after.path = paths + i * slots;
    size_t first = SIZE_MAX;
    TRY(run_round(search, outcomes, &first, failure));
    return merge_round(search, outcomes, first, result, failure);
}

static bool reach_limit(struct search *search) {
    search->reason = "the limit of nodes was reached";
    search->stopped = true;
    return false;
}

/* Of the rounds that are over and of the open one, if there is one. */
static uint64_t nodes_used(const struct search *search) {
    uint64_t used = search->state.nodes;
    bool open = round_is_open(search);
    for (size_t i = 0; open && i < search->state.frontier.count; i++)
        used += search->state.frontier.list[i].spent;
    return used;
}

static uint64_t nodes_left(const struct search *search) {
    uint64_t used = nodes_used(search), most = search->limits->nodes;
    return most == 0 ? UINT64_MAX : most > used ? most - used : 0;
}

static enum status renew(struct search *search, struct failure *failure) {
    struct search_state *state = &search->state;
    struct counter counter;
    struct walk_events *events = counter_init(&counter, search);
    enum status status = frontier_renew(&state->frontier, &search->plan, WANTED_PARTS,
                                        &state->nodes, events, failure);
    const struct walk_statistics counted = counter_take(&counter);
    walk_statistics_add(&state->statistics, &counted);
    return status;
}

/* A new round: parts cut while they are few, and a larger quantum. False when the cuts may go
 * beyond the limit of nodes; then nothing has changed. */
static bool begin_round(struct search *search, enum status *status, struct failure *failure) {
    struct search_state *state = &search->state;
    if (nodes_left(search) / (uint64_t)search->plan.slots.latency < state->frontier.count)
        return reach_limit(search);
    *status = renew(search, failure);
    state->quantum = state->quantum ? 2 * state->quantum : FIRST_QUANTUM;
    if (state->quantum > LAST_QUANTUM)
        state->quantum = LAST_QUANTUM;
    if (state->frontier.count && state->quantum > ROUND_NODES / state->frontier.count)
        state->quantum = ROUND_NODES / state->frontier.count;
    return *status == STATUS_OK;
}

/* Shares what is left of the limit of nodes among the parts; false when nothing is left. It only
 * divides the round into several runs: the quantum stays that of an undisturbed search. */
static bool allow(struct search *search) {
    uint64_t open = 0;
    for (size_t i = 0; i < search->state.frontier.count; i++)
        open += !part_is_complete(search, &search->state.frontier.list[i]);
    search->allowance = nodes_left(search) / (open ? open : 1);
    return search->allowance || reach_limit(search);
}

/* A full disk is no reason to give up a search: it is noted and tried again. */
static void save(struct search *search, bool now) {
    time_t clock = time(NULL);
    if (!search->question->state || (!now && clock - search->saved < SAVE_SECONDS))
        return;
    search->saved = clock;
    struct failure failure = {STATUS_OK, ""};
    enum status status = search_state_save(&search->state, search->question, &failure);
    search->kept |= status == STATUS_OK;
    search->unsaved = status ? failure : (struct failure){STATUS_OK, ""};
}

/* How far it is, an estimate: no one knows how large the rest is. */
static enum status report(const struct search *search, struct failure *failure) {
    double left;
    if (!search->limits->report)
        return STATUS_OK;
    TRY(frontier_share_left(&search->state.frontier, &search->plan, &left, failure));
    double done = PROGRESS_WHOLE * fmax(0, 1 - left);
    if (search->state.frontier.count && done > PROGRESS_WHOLE - 1)
        done = PROGRESS_WHOLE - 1;
    limits_report(search->limits,
                  &(struct progress){"search", (uint64_t)done, PROGRESS_WHOLE, nodes_used(search)});
    return STATUS_OK;
}

static enum status run_rounds(struct search *search, struct backtrack_result *result,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    while (!status && search->state.frontier.count && !result->letters && !search->stopped) {
        if (!round_is_open(search) && !begin_round(search, &status, failure))
            break;
        if (!allow(search))
            break;
        status = do_round(search, result, failure);
        if (!status)
            status = report(search, failure);
        if (!status && !result->letters && !search->stopped && search->state.frontier.count)
            save(search, false);
    }
    if (result->letters || !search->state.frontier.count) { /* stopped too late to matter */
        search->stopped = false;
        search->reason = NULL;
    }
    if (!status && search->stopped)
        save(search, true);
    return status;
}

/* The root is entered by no letter. */
static enum status start_at_root(struct search *search, struct failure *failure) {
    struct counter counter;
    TRY(frontier_init(&search->state.frontier, failure));
    if (!search->question->statistics)
        return STATUS_OK;
    CLEANUP(walk_clear) struct walk walk = {0};
    TRY(walk_init(&walk, &search->plan, failure));
    walk.events = counter_init(&counter, search);
    walk_enter_root(&walk);
    search->state.statistics = counter_take(&counter);
    return STATUS_OK;
}

static enum status start(struct search *search, struct failure *failure) {
    const struct backtrack_question *question = search->question;
    if (question->state) {
        TRY(lock_file_take(&search->lock, question->state, failure));
        TRY(locked_file_probe(question->state, true, failure));
        TRY(search_state_load(&search->state, question, &search->resumed, failure));
    }
    search->kept = search->resumed;
    return search->resumed ? STATUS_OK : start_at_root(search, failure);
}

/* An instance whose blocks hold no letter has one filling, the empty one. */
static enum status empty_filling(const struct backtrack_question *question,
                                 struct backtrack_result *result, struct failure *failure) {
    *result = (struct backtrack_result){.finished = true, .solutions = 1};
    if (!question->count)
        result->letters = memory_new(0, sizeof(int));
    if (!question->count && !result->letters)
        return failure_memory(failure, NULL);
    return STATUS_OK;
}

enum status backtrack_run(const struct backtrack_question *question, const struct limits *limits,
                          struct backtrack_result *result, struct failure *failure) {
    CLEANUP(search_clear)
    struct search search = {.question = question, .limits = limits, .saved = time(NULL)};
    CLEANUP(result_clear) struct backtrack_result answer = {0};
    TRY(walk_plan_init(&search.plan, question->latency, question->depth, question->mode,
                       question->ball_rule, failure));
    if (search.plan.slots.count == 0)
        return empty_filling(question, result, failure);
    TRY(start(&search, failure));
    TRY(run_rounds(&search, &answer, failure));
    answer.finished = !search.stopped;
    answer.reason = search.reason;
    answer.nodes = nodes_used(&search);
    answer.solutions = search.state.solutions;
    answer.resumed = search.resumed;
    answer.kept = search.kept;
    answer.unsaved = search.unsaved;
    answer.statistics = search.state.statistics;
    *result = TAKE(answer);
    return STATUS_OK;
}

void backtrack_forget(const char *state) {
    unlink(state);
}

enum status backtrack_verify(const struct tree_proof *proof, const struct limits *limits,
                             struct failure *failure) {
    const struct backtrack_question question = {.latency = proof->latency,
                                                .depth = proof->depth,
                                                .mode = WALK_WORDS,
                                                .ball_rule = proof->ball_rule};
    struct limits mine = limits ? *limits : (struct limits){.threads = 1};
    CLEANUP(result_clear) struct backtrack_result result = {0};
    mine.nodes = 0;
    TRY(backtrack_run(&question, &mine, &result, failure));
    if (!result.finished)
        return failure_limit(failure, LIMITS_STOPPED);
    return result.letters ? search_tree_wrong(proof, failure) : STATUS_OK;
}

/* --- as an engine --- */

const struct tree_proof *backtrack_tree(const struct outcome *outcome) {
    return outcome->bound.put == search_tree_put ? outcome->bound.body : NULL;
}

static enum status give_none(const struct backtrack_question *question, struct outcome *outcome,
                             struct failure *failure) {
    const struct tree_proof tree = {question->latency, question->depth, question->ball_rule};
    outcome->verdict = VERDICT_INFEASIBLE;
    outcome->bound = evidence_borrowed("impossible-search", search_tree_put, &tree);
    return evidence_keep(&outcome->bound, sizeof tree, evidence_clear_nothing, failure);
}

static enum status give_filling(const struct backtrack_question *question,
                                const struct backtrack_result *result, struct outcome *outcome,
                                struct failure *failure) {
    CLEANUP(slots_clear) struct slots slots = {0};
    struct schedule schedule;
    TRY(slots_init(&slots, question->latency, question->depth, WALK_MAX_LETTERS, failure));
    TRY(slots_schedule(&slots, result->letters, true, &schedule, failure));
    return outcome_give_schedule(outcome, &schedule, failure);
}

static enum status report_verdict(const struct backtrack_question *question,
                                  const struct backtrack_result *result, struct outcome *outcome,
                                  struct failure *failure) {
    outcome->nodes = result->nodes;
    outcome->resumed = result->resumed;
    outcome->statistics = result->statistics;
    outcome->state = result->kept ? question->state : NULL;
    if (result->unsaved.status)
        snprintf(outcome->note, sizeof outcome->note, "the state could not be saved: %.150s",
                 result->unsaved.message);
    if (result->letters)
        return give_filling(question, result, outcome, failure);
    if (result->finished)
        return give_none(question, outcome, failure);
    outcome_leave_open(outcome, result->reason);
    return STATUS_OK;
}

/* t < L: one processor, which receives every item from the source. */
static enum status give_single(const struct backtrack_question *question, struct outcome *outcome,
                               struct failure *failure) {
    struct schedule schedule;
    schedule_init_blocks(&schedule, question->latency, question->depth);
    return outcome_give_schedule(outcome, &schedule, failure);
}

enum status backtrack_solve(const struct backtrack_question *question, const struct limits *limits,
                            struct outcome *outcome, struct failure *failure) {
    struct backtrack_question asked = *question;
    CLEANUP(result_clear) struct backtrack_result result = {0};
    asked.mode = WALK_WORDS;
    asked.count = false;
    *outcome = (struct outcome){.by = "backtrack"};
    TRY(instance_check_range(asked.latency, asked.depth, failure));
    if (asked.depth < asked.latency)
        return give_single(&asked, outcome, failure);
    TRY(backtrack_run(&asked, limits, &result, failure));
    return report_verdict(&asked, &result, outcome, failure);
}
