/* SPDX-License-Identifier: MIT */
#include "solver/network/network_stream.h"

#include <limits.h>

#include "automata/require.h"
#include "solver/network/network_closed.h"
#include "solver/network/network_departures.h"
#include "solver/network/network_growth.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_trees.h"

/* --- prices --- */

/* Linear programs that are too large, or can't be solved here, leave it open: *known false. */
static enum status solve(const struct rate_question *question, const struct limits *limits,
                         struct network_rate *rate, bool *feasible, bool *known,
                         struct failure *failure) {
    enum status status = network_rate_solve(question, limits, rate, feasible, failure);
    *known = status != STATUS_LIMIT;
    return *known ? status : STATUS_OK;
}

/* No rate above is to be had, whatever the delay: by parts, which know odd sets and large networks,
 * and by the linear program, if there is one. */
static enum status most_rate(const struct network_problem *problem, const struct limits *limits,
                             struct network_bound *most, struct failure *failure) {
    const struct rate_question question = {
        .problem = problem, .axis = {network_problem_enough_steps(problem), 1}, .items = 1};
    struct network_rate rate;
    bool feasible = false, known = false;
    TRY(network_parts_find(problem, true, limits, most, failure));
    enum status status = solve(&question, limits, &rate, &feasible, &known, failure);
    if (!status && known && feasible) {
        if (mpq_cmp(rate.value, most->value) > 0) {
            network_bound_clear(most);
            network_bound_init(most, problem, CLAIM_MOST, NETWORK_ANY);
            network_bound_take(most, &rate);
        }
        network_rate_clear(&rate);
    }
    most->claim = CLAIM_MOST;
    mpq_inv(most->value, most->value);
    if (status)
        network_bound_clear(most);
    return status;
}

/* Is there a stream of this rate, whatever its delay? */
static enum status check_rate(struct network_stream *stream, const struct limits *limits,
                              struct failure *failure) {
    struct network_bound most;
    TRY(most_rate(stream->problem, limits, &most, failure));
    stream->is_too_fast = mpq_cmp_si(most.value, stream->items, (unsigned long)stream->per) < 0;
    stream->is_priced = stream->is_too_fast;
    if (stream->is_too_fast)
        stream->bound = most;
    else
        network_bound_clear(&most);
    return STATUS_OK;
}

/* The stream's lower bound is the delay + 1, by what was found. */
static void take_bound(struct network_stream *stream, int delay, struct network_rate *rate) {
    if (stream->is_priced)
        network_bound_clear(&stream->bound);
    network_bound_init(&stream->bound, stream->problem, CLAIM_RATE, delay);
    network_bound_take(&stream->bound, rate);
    mpq_set_si(stream->bound.value, stream->items, (unsigned long)stream->per);
    stream->is_priced = true;
    stream->lower = delay + 1;
}

static void take_refutation(struct network_stream *stream, int delay,
                            struct network_refutation *refutation) {
    network_refutation_clear(&stream->refutation);
    stream->refutation = *refutation;
    *refutation = (struct network_refutation){.variables = 0};
    stream->is_refuted = true;
    stream->lower = delay + 1;
}

/* No item can be with everybody earlier. */
static enum status grow(struct network_stream *stream, struct failure *failure) {
    struct network_growth growth;
    int delay = 0;
    TRY(network_growth_of(stream->problem, &growth, failure));
    TRY(network_growth_delay(&growth, network_parties(stream->problem->network), stream->items,
                             stream->per, &delay, failure));
    if (delay <= stream->lower)
        return STATUS_OK;
    network_bound_init(&stream->bound, stream->problem, CLAIM_RATE, delay - 1);
    mpq_set_si(stream->bound.value, stream->items, (unsigned long)stream->per);
    stream->bound.grown = stream->is_priced = true;
    stream->lower = delay;
    return STATUS_OK;
}

/* Whether an item can't leave its source as often as such a delay asks for: then it is refuted. */
static enum status refute_by_departures(struct network_stream *stream, int delay,
                                        const struct limits *limits, bool *found,
                                        struct failure *failure) {
    struct network_bound bound;
    enum status status = network_departures_find(stream->problem, stream->items, stream->per, delay,
                                                 limits, &bound, found, failure);
    if (status || !*found)
        return status == STATUS_LIMIT ? STATUS_OK : status;
    if (stream->is_priced)
        network_bound_clear(&stream->bound);
    stream->bound = bound;
    stream->is_priced = true;
    stream->lower = delay + 1;
    return STATUS_OK;
}

/* As far as that goes: first whether it proves what is known. */
static enum status count_departures(struct network_stream *stream, const struct limits *limits,
                                    struct failure *failure) {
    bool found = stream->upper == 0;
    if (!found)
        TRY(refute_by_departures(stream, stream->upper - 1, limits, &found, failure));
    for (found = true; found && stream->lower != stream->upper && !limits_stop(limits);)
        TRY(refute_by_departures(stream, stream->lower, limits, &found, failure));
    return STATUS_OK;
}

/* As far as prices go. */
static enum status raise(struct network_stream *stream, const struct limits *limits,
                         struct failure *failure) {
    enum status status = STATUS_OK;
    for (bool priced = true; priced && !status && stream->lower < NETWORK_MOST_LATENCY;) {
        const struct rate_question question = {.problem = stream->problem,
                                               .axis = {stream->lower, stream->per},
                                               .even = true,
                                               .items = stream->items};
        struct network_rate rate;
        bool feasible = false, known = false;
        status = solve(&question, limits, &rate, &feasible, &known, failure);
        priced = !status && known && feasible && mpq_cmp_ui(rate.value, 1, 1) > 0;
        if (priced)
            take_bound(stream, stream->lower, &rate);
        if (!status && known && feasible)
            network_rate_clear(&rate);
    }
    return status;
}

/* --- windows and periods in turn --- */

enum { MOST_TURNS = 12, FIRST_DECISIONS = 4000, MOST_PERIODS = 16 };

/* Of an item in a formula, where there are other means. */
enum { MOST_SENDINGS = 20000 };

/* Delays behind the lower bound at which some schedule is looked for, and decisions for each, at
 * first and in the end. */
enum { LATER = 6, SOME_DECISIONS = 20000, LAST_DECISIONS = 200000 };

struct turns {
    struct network_stream *stream;
    const struct limits *limits;
    uint64_t *decisions;
    uint64_t budget;
    int window;                 /* of the next one */
    bool refuted[MOST_PERIODS]; /* period q (i + 1) has no schedule */
};

static struct network_task task_of(const struct turns *turns, int delay) {
    const struct network_stream *stream = turns->stream;
    return (struct network_task){.problem = stream->problem,
                                 .stream = true,
                                 .steps = delay,
                                 .items = stream->items,
                                 .per = stream->per,
                                 .first = 1};
}

static enum status try_period(struct turns *turns, int delay, int multiple, bool *done,
                              struct failure *failure) {
    struct network_stream *stream = turns->stream;
    struct network_task task = task_of(turns, delay);
    struct network_found found;
    task.period = stream->per * multiple;
    task.window = stream->items * multiple;
    TRY(network_search(&task, false, turns->budget, turns->limits, turns->decisions, &found,
                       failure));
    turns->refuted[multiple - 1] = found.verdict == VERDICT_INFEASIBLE;
    *done = found.verdict == VERDICT_FEASIBLE;
    if (*done) {
        network_schedule_clear(&stream->schedule);
        stream->schedule = found.schedule;
        stream->upper = delay;
        stream->is_built = false;
    }
    return STATUS_OK;
}

static enum status try_window(struct turns *turns, int delay, bool *done, struct failure *failure) {
    struct network_task task = task_of(turns, delay);
    CLEANUP(network_found_clear) struct network_found found = {0};
    task.window = turns->window;
    TRY(network_search(&task, true, turns->budget, turns->limits, turns->decisions, &found,
                       failure));
    *done = found.verdict == VERDICT_INFEASIBLE;
    if (*done)
        take_refutation(turns->stream, delay, &found.refutation);
    if (found.verdict == VERDICT_FEASIBLE)
        turns->window += 1 + turns->window / 4;
    return STATUS_OK;
}

/* A schedule of a later delay, but an earlier one than is known: short periods. */
static enum status show_some(struct network_stream *stream, uint64_t budget,
                             const struct limits *limits, uint64_t *decisions,
                             struct failure *failure) {
    struct turns turns = {
        .stream = stream, .limits = limits, .decisions = decisions, .budget = budget};
    bool done = false;
    int end = stream->upper ? stream->upper : stream->lower + LATER + 1;
    for (int delay = stream->lower + 1; delay < end && !done; delay++)
        for (int multiple = 1; multiple <= 3 && !done; multiple++)
            TRY(try_period(&turns, delay, multiple, &done, failure));
    return STATUS_OK;
}

/* *done: the delay is decided: either `upper`, or `lower` is above it. */
static enum status decide(struct network_stream *stream, int delay, const struct limits *limits,
                          uint64_t *decisions, bool *done, struct failure *failure) {
    struct turns turns = {.stream = stream,
                          .limits = limits,
                          .decisions = decisions,
                          .budget = FIRST_DECISIONS,
                          .window = stream->items > 1 ? stream->items : 2};
    *done = false;
    for (int turn = 1; turn <= MOST_TURNS && !*done && !limits_stop(limits); turn++) {
        struct progress progress = {"windows and periods of a stream", (uint64_t)turn, MOST_TURNS,
                                    *decisions};
        limits_report(limits, &progress);
        if (turn == 2 && stream->upper == 0)
            TRY(show_some(stream, SOME_DECISIONS, limits, decisions, failure));
        for (int multiple = 1; multiple <= turn && multiple <= MOST_PERIODS && !*done; multiple++)
            if (!turns.refuted[multiple - 1])
                TRY(try_period(&turns, delay, multiple, done, failure));
        for (int i = 0; i < 3 && !*done; i++)
            TRY(try_window(&turns, delay, done, failure));
        turns.budget *= 2;
    }
    return STATUS_OK;
}

/* No delay is below the distance, which a tree of shortest ways has. */
static enum status try_tree(struct network_stream *stream, const struct limits *limits,
                            struct failure *failure) {
    const struct turns turns = {.stream = stream};
    const struct network_task task = task_of(&turns, stream->lower);
    struct network_schedule schedule;
    bool found = false;
    enum status status = network_stream_tree(&task, limits, &schedule, &found, failure);
    if (status)
        return status == STATUS_LIMIT ? STATUS_OK : status;
    if (found) {
        stream->schedule = schedule;
        stream->upper = stream->lower;
    }
    return STATUS_OK;
}

/* A construction, where distances do not have it. */
static enum status build(struct network_stream *stream, const struct limits *limits,
                         struct failure *failure) {
    const struct turns turns = {.stream = stream};
    const struct network_task task = task_of(&turns, stream->lower);
    struct network_schedule schedule;
    bool found = false;
    enum status status = network_closed_stream(&task, stream->upper ? stream->upper : INT_MAX,
                                               limits, &schedule, &found, failure);
    if (status)
        return status == STATUS_LIMIT ? STATUS_OK : status;
    if (!found)
        return STATUS_OK;
    network_schedule_clear(&stream->schedule);
    stream->schedule = schedule;
    stream->upper = schedule.task.steps;
    stream->is_built = true;
    return STATUS_OK;
}

/* A tree's construction has the least delay of one item. */
static enum status refute_built(struct network_stream *stream, const struct limits *limits,
                                uint64_t *decisions, struct failure *failure) {
    struct turns turns = {.stream = stream,
                          .limits = limits,
                          .decisions = decisions,
                          .budget = LAST_DECISIONS,
                          .window = 1};
    const struct network *network = stream->problem->network;
    bool done;
    if (!stream->is_built || network->arc_count != 2 * (network->nodes - 1))
        return STATUS_OK;
    return try_window(&turns, stream->upper - 1, &done, failure);
}

static enum status find(struct network_stream *stream, enum network_stream_way way,
                        const struct limits *limits, uint64_t *decisions, struct failure *failure) {
    bool done = true, closed = way != NETWORK_STREAM_SEARCHED;
    if (stream->upper == 0)
        TRY(check_rate(stream, limits, failure));
    if (stream->is_too_fast)
        return STATUS_OK;
    enum status status =
        network_problem_least_steps(stream->problem, limits, &stream->lower, failure);
    if (status && status != STATUS_LIMIT)
        return status;
    if (status)
        stream->lower = 1;
    if (closed)
        TRY(grow(stream, failure));
    if (closed && stream->upper == 0)
        TRY(try_tree(stream, limits, failure));
    if (closed && stream->upper != stream->lower)
        TRY(build(stream, limits, failure));
    if (closed && stream->upper != stream->lower)
        TRY(count_departures(stream, limits, failure));
    if (closed && stream->upper != stream->lower)
        TRY(refute_built(stream, limits, decisions, failure));
    if (way == NETWORK_STREAM_CLOSED)
        return STATUS_OK;
    if (stream->upper != stream->lower)
        TRY(raise(stream, limits, failure));
    while (done && (stream->upper == 0 || stream->lower < stream->upper))
        TRY(decide(stream, stream->lower, limits, decisions, &done, failure));
    if (stream->lower != stream->upper)
        TRY(show_some(stream, LAST_DECISIONS, limits, decisions, failure));
    return STATUS_OK;
}

/* Of fewer steps than the farthest node is away one item has no schedule: a formula, where it is
 * small. */
static enum status refute_one(struct network_stream *stream, const struct limits *limits,
                              uint64_t *decisions, struct failure *failure) {
    struct turns turns = {.stream = stream, .limits = limits, .decisions = decisions, .window = 1};
    bool done;
    if (stream->is_refuted || stream->is_priced || stream->lower < 2)
        return STATUS_OK;
    if ((int64_t)stream->problem->network->arc_count * stream->lower > MOST_SENDINGS)
        return refute_by_departures(stream, stream->lower - 1, limits, &done, failure);
    return try_window(&turns, stream->lower - 1, &done, failure);
}

enum status network_stream_find(const struct network_problem *problem, int items, int per,
                                enum network_stream_way way, struct network_schedule *known,
                                const struct limits *limits, struct network_stream *stream,
                                uint64_t *decisions, struct failure *failure) {
    require(problem->collective == COLLECTIVE_BROADCAST && items >= 1 && per >= 1);
    CLEANUP(network_stream_clear)
    struct network_stream made = {.problem = problem, .items = items, .per = per};
    if (known) {
        made.schedule = *known;
        made.upper = known->task.steps;
    }
    TRY(find(&made, way, limits, decisions, failure));
    TRY(refute_one(&made, limits, decisions, failure));
    *stream = TAKE(made);
    return STATUS_OK;
}

void network_stream_clear(struct network_stream *stream) {
    network_schedule_clear(&stream->schedule);
    network_refutation_clear(&stream->refutation);
    if (stream->is_priced)
        network_bound_clear(&stream->bound);
}
