/* SPDX-License-Identifier: MIT */
#include "solver/network/network_stream.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/network/network_bound.h"
#include "solver/network/network_closed.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_trees.h"

/* --- departures --- */

/* Arcs of the source, times all arcs; groups in phases; arcs times steps, which is what the checker
 * takes. */
enum { MOST_ARCS = 20000000, MOST_PRICES = 10000000, MOST_SENDINGS = 12000000 };

/* An arc without which the target comes too late: it is needed by the step `last` behind the birth.
 */
struct departure {
    int arc, target, last;
};

struct search {
    const struct network_problem *problem;
    int items, per, delay;
    int at, first; /* the node that arcs leave; the step in which it can have an item first */
    int *away;     /* of each node: from the source */
    struct network_ways ways;
    struct departure *needed; /* ascending by `last` */
    int count;
};

static void search_clear(struct search *search) {
    FREE_ALL(search->away, search->needed);
    network_ways_clear(&search->ways);
}

/* The target of an arc that wants it earliest, if there is one. */
static enum status look_at_arc(struct search *search, int arc, int *late, struct failure *failure) {
    const struct network_problem *problem = search->problem;
    int nodes = problem->network->nodes, far = -1, target = -1;
    network_ways_without(&search->ways, problem, problem->root, false, arc);
    for (int v = 0; v < nodes; v++)
        late[v] = search->ways.steps[v] > search->delay && network_takes_part(problem->network, v);
    network_ways_without(&search->ways, problem, problem_head(problem, arc), false, arc);
    for (int v = 0; v < nodes; v++)
        if (late[v] && search->ways.steps[v] < INT_MAX && search->ways.steps[v] > far)
            far = search->ways.steps[v], target = v;
    if (target < 0)
        return STATUS_OK;
    if (!memory_make_room(&search->needed, (size_t)search->count, sizeof *search->needed))
        return failure_memory(failure, "a bound on delays");
    int last = search->delay + 1 - problem->network->arcs[arc].latency - far;
    search->needed[search->count++] =
        (struct departure){arc, target, last < search->first ? search->first : last};
    return STATUS_OK;
}

static int compare_departures(const void *left, const void *right) {
    const struct departure *a = left, *b = right;
    return a->last != b->last ? (a->last > b->last) - (a->last < b->last)
                              : (a->arc > b->arc) - (a->arc < b->arc);
}

/* Of a node: the arcs that are needed. */
static enum status find_needed(struct search *search, int at, const struct limits *limits,
                               struct failure *failure) {
    const struct network_problem *problem = search->problem;
    FREED int *late = memory_new((size_t)problem->network->nodes, sizeof *late);
    TRY(memory_check(late, failure, "a bound on delays"));
    free(search->needed);
    search->needed = NULL;
    search->count = 0;
    search->at = at;
    search->first = search->away[at] + 1;
    for (int i = problem->leaving_first[at]; i < problem->leaving_first[at + 1]; i++) {
        TRY(limits_check(limits, failure));
        TRY(look_at_arc(search, problem->leaving[i], late, failure));
    }
    if (search->count > 0)
        qsort(search->needed, (size_t)search->count, sizeof *search->needed, compare_departures);
    return STATUS_OK;
}

static enum status search_init(struct search *search, struct failure *failure) {
    size_t nodes = (size_t)search->problem->network->nodes;
    TRY(network_ways_init(&search->ways, search->problem, failure));
    TRY(memory_check(NEW(nodes, search->away), failure, "a bound on delays"));
    network_ways_find(&search->ways, search->problem, search->problem->root);
    memcpy(search->away, search->ways.steps, nodes * sizeof *search->away);
    return STATUS_OK;
}

/* --- what limits the node --- */

/* The smallest group with all arcs that are needed, counted when they are sent; -1: none. */
static int common_group(const struct search *search) {
    const struct network_problem *problem = search->problem;
    const struct network *network = problem->network;
    int best = -1, first = search->needed[0].arc;
    for (int i = problem->groups_first[first]; i < problem->groups_first[first + 1]; i++) {
        int g = problem->groups[i], has = 0;
        const struct network_group *group = &network->groups[g];
        for (int m = group->first; m < group->first + group->count; m++)
            for (int k = 0; k < search->count; k++)
                has += network->members[m] == search->needed[k].arc &&
                       network_late(network, g, network->members[m]) == 0;
        if (has == search->count && (best < 0 || group->capacity < network->groups[best].capacity))
            best = g;
    }
    return best;
}

/* Prices 1 in all phases; returns what they pay for together. */
static int64_t put_price(struct network_bound *bound, int g, int phases) {
    bool new = bound->prices[g] == 0;
    bound->prices[g] = 1;
    return new ? (int64_t)phases * bound->problem->network->groups[g].capacity : 0;
}

/* None yet; the caller clears the bound in any case. */
static enum status make_prices(const struct search *search, bool alike, struct network_bound *bound,
                               struct failure *failure) {
    size_t groups = (size_t)search->problem->network->group_count;
    network_bound_clear(bound);
    network_bound_init(bound, search->problem, CLAIM_RATE, search->delay);
    mpq_set_si(bound->value, search->items, (unsigned long)search->per);
    bound->alike = alike;
    bound->places = alike ? 1 : search->per;
    return memory_check(NEW(groups * (size_t)bound->places, bound->prices), failure, "prices");
}

/* All items need so many departures: how many of these count, or 0. */
static enum status price_all(const struct search *search, int common, struct network_bound *bound,
                             int *count, struct failure *failure) {
    int64_t each = 0, together = INT64_MAX;
    int64_t wanted = (int64_t)search->count * search->items;
    TRY(make_prices(search, true, bound, failure));
    for (int k = 0; k < search->count; k++)
        each += put_price(bound, problem_smallest_group(search->problem, search->needed[k].arc),
                          search->per);
    if (common >= 0)
        together = (int64_t)search->per * search->problem->network->groups[common].capacity;
    if (together < each) {
        memset(bound->prices, 0,
               (size_t)search->problem->network->group_count * sizeof *bound->prices);
        each = put_price(bound, common, search->per);
    }
    *count = wanted > each ? search->count : 0;
    return STATUS_OK;
}

/* The first item needs more of them in some steps than the group lets pass. */
static enum status price_first(const struct search *search, int common, struct network_bound *bound,
                               int *count, struct failure *failure) {
    const struct network *network = search->problem->network;
    *count = 0;
    for (int k = 1; k <= search->count && common >= 0 && *count == 0; k++) {
        int steps = search->needed[k - 1].last - search->first + 1;
        if (steps <= search->per && k > (int64_t)steps * network->groups[common].capacity)
            *count = k;
    }
    if (*count == 0 || (int64_t)network->group_count * search->per > MOST_PRICES)
        return *count = 0, STATUS_OK;
    TRY(make_prices(search, false, bound, failure));
    for (int step = search->first; step <= search->needed[*count - 1].last; step++)
        bound->prices[(int64_t)common * bound->places + (step - 1) % search->per] = 1;
    return STATUS_OK;
}

/* --- the cuts --- */

/* As late as the target allows, if the arc is not used; and no earlier than the item can be there,
 * as far as the arc's tail is. */
static void put_cut(struct search *search, const struct departure *needed, int *times) {
    network_ways_without(&search->ways, search->problem, needed->target, true, needed->arc);
    for (int v = 0; v < search->problem->network->nodes; v++) {
        int way = search->ways.steps[v];
        int early = search->away[v] < search->first ? search->away[v] : search->first - 1;
        int late = way <= search->delay ? search->delay + 1 - way : 0;
        times[v] = early > late ? early : late;
    }
}

/* A target is farther than the delay: a cut that nothing crosses in time may weigh as much as any
 * price asks for. */
static enum status find_far(const struct search *search, struct network_bound *bound, bool *found,
                            struct failure *failure) {
    TRY(make_prices(search, true, bound, failure));
    int64_t weight = put_price(bound, 0, search->per) / search->items + 1;
    TRY(network_bound_add_cuts(bound, 1, failure));
    struct network_cut *cut = bound->cuts->commodities->cuts;
    cut->weight = weight;
    for (int v = 0; v < search->problem->network->nodes; v++)
        cut->times[v] = search->away[v] <= search->delay ? search->away[v] : search->delay + 1;
    *found = weight <= INT_MAX;
    return STATUS_OK;
}

/* From one node on. */
static enum status find_at(struct search *search, int at, const struct limits *limits,
                           struct network_bound *bound, bool *found, struct failure *failure) {
    int count = 0;
    TRY(find_needed(search, at, limits, failure));
    if (search->count == 0)
        return STATUS_OK;
    int common = common_group(search);
    TRY(price_all(search, common, bound, &count, failure));
    if (count == 0)
        TRY(price_first(search, common, bound, &count, failure));
    if (count == 0)
        return STATUS_OK;
    TRY(network_bound_add_cuts(bound, count, failure));
    for (int k = 0; k < count; k++)
        put_cut(search, &search->needed[k], bound->cuts->commodities->cuts[k].times);
    *found = true;
    return STATUS_OK;
}

enum status network_departures_find(const struct network_problem *problem, int items, int per,
                                    int delay, const struct limits *limits,
                                    struct network_bound *bound, bool *found,
                                    struct failure *failure) {
    CLEANUP(search_clear)
    struct search search = {.problem = problem, .items = items, .per = per, .delay = delay};
    CLEANUP(network_bound_clear) struct network_bound made = {.problem = NULL};
    const struct network *network = problem->network;
    int64_t most = MOST_ARCS;
    bool far = false;
    require(problem->collective == COLLECTIVE_BROADCAST && items >= 1 && per >= 1 && delay >= 1);
    *found = false;
    if ((int64_t)network->arc_count * delay > MOST_SENDINGS)
        return STATUS_OK;
    TRY(search_init(&search, failure));
    for (int v = 0; v < network->nodes; v++)
        far = far || (search.away[v] > delay && network_takes_part(network, v));
    if (far)
        TRY(find_far(&search, &made, found, failure));
    for (int i = -1; i < network->nodes && !far && !*found && most > 0; i++) {
        int v = i < 0 ? problem->root : i;
        int arcs = problem->leaving_first[v + 1] - problem->leaving_first[v];
        most -= (int64_t)arcs * network->arc_count;
        if (i != problem->root && search.away[v] < delay && (arcs > 1 || i < 0) && most > 0)
            TRY(find_at(&search, v, limits, &made, found, failure));
    }
    if (*found)
        *bound = TAKE(made);
    return STATUS_OK;
}

/* --- prices --- */

/* No delay is below, as the bound says, which is taken over. */
static void raise_to(struct network_stream *stream, int lower, struct network_bound *bound) {
    network_bound_clear(&stream->bound);
    stream->bound = TAKE(*bound);
    stream->is_priced = true;
    stream->lower = lower;
}

/* Is there a stream of this rate, whatever its delay? None is above what parts say, which know odd
 * sets and large networks, or the linear program, if there is one. */
static enum status check_rate(struct network_stream *stream, const struct limits *limits,
                              struct failure *failure) {
    const struct network_problem *problem = stream->problem;
    const struct rate_question question = {
        .problem = problem, .axis = {network_problem_enough_steps(problem), 1}, .items = 1};
    CLEANUP(network_bound_clear) struct network_bound most = {.problem = NULL};
    CLEANUP(network_rate_clear) struct network_rate rate = {.column_count = 0};
    bool feasible = false;
    TRY(network_parts_find(problem, true, limits, &most, failure));
    TRY(but_limits(network_rate_solve(&question, limits, &rate, &feasible, failure)));
    if (feasible && mpq_cmp(rate.value, most.value) > 0) {
        network_bound_clear(&most);
        network_bound_take(&most, CLAIM_MOST, NETWORK_ANY, &rate);
    }
    most.claim = CLAIM_MOST;
    mpq_inv(most.value, most.value);
    stream->is_too_fast = mpq_cmp_si(most.value, stream->items, (unsigned long)stream->per) < 0;
    if (stream->is_too_fast)
        raise_to(stream, 0, &most);
    return STATUS_OK;
}

static void take_refutation(struct network_stream *stream, int delay,
                            struct network_refutation *refutation) {
    network_refutation_clear(&stream->refutation);
    stream->refutation = TAKE(*refutation);
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
    struct network_bound bound;
    network_bound_init(&bound, stream->problem, CLAIM_RATE, delay - 1);
    mpq_set_si(bound.value, stream->items, (unsigned long)stream->per);
    bound.grown = true;
    raise_to(stream, delay, &bound);
    return STATUS_OK;
}

/* Whether an item can't leave its source as often as such a delay asks for: then it is refuted. */
static enum status refute_by_departures(struct network_stream *stream, int delay,
                                        const struct limits *limits, bool *found,
                                        struct failure *failure) {
    struct network_bound bound;
    TRY(but_limits(network_departures_find(stream->problem, stream->items, stream->per, delay,
                                           limits, &bound, found, failure)));
    if (!*found)
        return STATUS_OK;
    raise_to(stream, delay + 1, &bound);
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
    while (stream->lower < NETWORK_MOST_LATENCY) {
        const struct rate_question question = {.problem = stream->problem,
                                               .axis = {stream->lower, stream->per},
                                               .even = true,
                                               .items = stream->items};
        CLEANUP(network_rate_clear) struct network_rate rate = {.column_count = 0};
        struct network_bound bound;
        bool feasible = false;
        TRY(but_limits(network_rate_solve(&question, limits, &rate, &feasible, failure)));
        if (!feasible || mpq_cmp_ui(rate.value, 1, 1) <= 0)
            break;
        network_bound_take(&bound, CLAIM_RATE, stream->lower, &rate);
        mpq_set_si(bound.value, stream->items, (unsigned long)stream->per);
        raise_to(stream, stream->lower + 1, &bound);
    }
    return STATUS_OK;
}

/* --- windows and periods in turn --- */

enum { MOST_TURNS = 12, FIRST_DECISIONS = 4000, MOST_PERIODS = 16 };

/* Of an item in a formula, where there are other means. */
enum { MOST_IN_FORMULA = 20000 };

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

static struct network_task task_of(const struct network_stream *stream, int delay) {
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
    struct network_task task = task_of(turns->stream, delay);
    struct network_found found;
    task.period = stream->per * multiple;
    task.window = stream->items * multiple;
    TRY(network_search(&task, NULL, false, turns->budget, turns->limits, turns->decisions, &found,
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
    struct network_task task = task_of(turns->stream, delay);
    CLEANUP(network_found_clear) struct network_found found = {0};
    task.window = turns->window;
    TRY(network_search(&task, NULL, true, turns->budget, turns->limits, turns->decisions, &found,
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

/* A schedule at once, of a delay below what is known: a tree of shortest ways has that of the
 * distance, below which there is none; or a construction. */
static enum status build(struct network_stream *stream, bool tree, const struct limits *limits,
                         struct failure *failure) {
    const struct network_task task = task_of(stream, stream->lower);
    struct network_schedule schedule;
    bool found = false;
    enum status status = tree
                             ? network_stream_tree(&task, limits, &schedule, &found, failure)
                             : network_closed_stream(&task, stream->upper ? stream->upper : INT_MAX,
                                                     limits, &schedule, &found, failure);
    if (status || !found)
        return but_limits(status);
    network_schedule_clear(&stream->schedule);
    stream->schedule = schedule;
    stream->upper = schedule.task.steps;
    stream->is_built = !tree;
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
        TRY(build(stream, true, limits, failure));
    if (closed && stream->upper != stream->lower)
        TRY(build(stream, false, limits, failure));
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
    if ((int64_t)stream->problem->network->arc_count * stream->lower > MOST_IN_FORMULA)
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
    network_bound_clear(&stream->bound);
}
