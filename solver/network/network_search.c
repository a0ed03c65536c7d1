/* SPDX-License-Identifier: MIT */
#include "solver/network/network_search.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/proof/sat/decide.h"
#include "solver/proof/sat/refutation.h"

void network_refutation_clear(struct network_refutation *refutation) {
    free(refutation->lrat.numbers);
    *refutation = (struct network_refutation){.variables = 0};
}

enum status certificate_put_network_refutation(const void *body, struct certificate_output *output,
                                               const struct limits *limits,
                                               struct failure *failure) {
    const struct network_refutation *refutation = body;
    const struct network_task *task = &refutation->task;
    (void)limits;
    (void)failure;
    certificate_put_network(output, task->problem->network);
    certificate_put_collective(output, task->problem, task->stream);
    if (task->stream)
        certificate_print(output, "rate %d %d\ndelay %d\nwindow %d %d\n", task->items, task->per,
                          task->steps, task->first, task->window);
    else if (task->rounds == NETWORK_EVEN_ROUNDS)
        certificate_print(output, "chunks %d\nsteps %d\nrounds one\n", task->chunks, task->steps);
    else
        certificate_print(output, "chunks %d\nsteps %d\nrounds %d\n", task->chunks, task->steps,
                          task->rounds);
    certificate_print(output, "variables %d\nclauses %zu\n", refutation->variables,
                      refutation->clauses);
    certificate_print_lrat(output, &refutation->lrat);
    return STATUS_OK;
}

void network_found_clear(struct network_found *found) {
    network_schedule_clear(&found->schedule);
    network_refutation_clear(&found->refutation);
}

/* --- by the formula --- */

static enum status take(const struct network_task *task, const struct formula *formula, bool prove,
                        struct sat_decision *decision, struct network_found *found,
                        struct failure *failure) {
    found->verdict = decision->verdict;
    if (decision->verdict == VERDICT_FEASIBLE && (!task->stream || task->period))
        return network_formula_decode(task, decision->model, &found->schedule, failure);
    if (decision->verdict == VERDICT_INFEASIBLE && prove) {
        found->refutation = (struct network_refutation){*task, formula->variables, formula->clauses,
                                                        decision->lrat};
        decision->lrat = (struct lrat){0};
    }
    return STATUS_OK;
}

/* One with turns, if `turn` is not NULL. */
struct search {
    const struct network_task *task;
    const struct network_turn *turn;
    bool prove;
    uint64_t most;
};

static enum status run(const struct search *search, const struct limits *limits,
                       uint64_t *decisions, struct network_found *found, struct failure *failure) {
    struct sat_decision decision;
    struct limits left = *limits;
    *found = (struct network_found){.verdict = VERDICT_UNKNOWN};
    if ((left.nodes && left.nodes <= *decisions) || limits_stop(limits))
        return STATUS_OK;
    left.nodes = left.nodes ? left.nodes - *decisions : 0;
    if (search->most && (!left.nodes || search->most < left.nodes))
        left.nodes = search->most;
    CLEANUP(formula_clear) struct formula formula = {0};
    enum status status = network_formula_build(search->task, &formula, failure);
    if (status)
        return status == STATUS_LIMIT ? STATUS_OK : status;
    if (search->turn)
        status = network_formula_add_turns(search->task, search->turn, &formula, failure);
    if (!status)
        status = sat_decide_by_size(&formula, search->prove ? SAT_WITH_PROOF : SAT_WITHOUT_PROOF,
                                    &left, &decision, failure);
    if (!status) {
        *decisions += decision.nodes;
        status = take(search->task, &formula, search->prove, &decision, found, failure);
        sat_decision_clear(&decision);
    }
    if (status)
        network_found_clear(found);
    return status;
}

enum status network_search(const struct network_task *task, bool prove, uint64_t most,
                           const struct limits *limits, uint64_t *decisions,
                           struct network_found *found, struct failure *failure) {
    const struct search search = {task, NULL, prove, most};
    return run(&search, limits, decisions, found, failure);
}

enum status network_search_turned(const struct network_task *task, const struct network_turn *turn,
                                  uint64_t most, const struct limits *limits, uint64_t *decisions,
                                  struct network_found *found, bool *none,
                                  struct failure *failure) {
    const struct search search = {task, turn, false, most};
    enum status status = run(&search, limits, decisions, found, failure);
    *none = !status && found->verdict == VERDICT_INFEASIBLE;
    if (*none)
        found->verdict = VERDICT_UNKNOWN;
    return status;
}

/* --- along shortest ways --- */

struct walker {
    const struct network_task *task;
    struct network_schedule *schedule;
    int *there; /* of each node the step after which it has the chunk; INT_MAX */
    bool *wanted;
    int64_t *load; /* [step * arcs + arc], real steps */
};

static int64_t *load_at(const struct walker *walker, int arc, int j) {
    const struct network_problem *problem = walker->task->problem;
    int step = problem_step(problem, arc, j, walker->task->steps);
    return &walker->load[(int64_t)(step - 1) * problem->network->arc_count + arc];
}

/* An arc is worse where more goes along the fullest of its groups, for its capacity. */
static double fullness(const struct walker *walker, int arc, int j) {
    const struct network_problem *problem = walker->task->problem;
    double most = 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        const struct network_group *group = &problem->network->groups[problem->groups[i]];
        double sum = 0;
        for (int m = group->first; m < group->first + group->count; m++)
            sum += (double)*load_at(walker, problem->network->members[m], j);
        sum /= group->capacity;
        most = sum > most ? sum : most;
    }
    return most;
}

/* When each node gets the chunk at the earliest (Bellman and Ford, with a queue). */
static void find_distances(struct walker *walker, int source) {
    const struct network_problem *problem = walker->task->problem;
    int n = problem->network->nodes;
    for (int v = 0; v < n; v++)
        walker->there[v] = INT_MAX;
    walker->there[source] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int a = 0; a < problem->network->arc_count; a++) {
            int from = walker->there[problem_tail(problem, a)], v = problem_head(problem, a);
            if (from == INT_MAX || from + problem->network->arcs[a].latency >= walker->there[v])
                continue;
            walker->there[v] = from + problem->network->arcs[a].latency;
            changed = true;
        }
    }
}

/* Of the shortest ways to v the last arc with the least load. */
static int best_arc(const struct walker *walker, int v) {
    const struct network_problem *problem = walker->task->problem;
    int best = -1;
    double least = 0;
    for (int i = problem->coming_first[v]; i < problem->coming_first[v + 1]; i++) {
        int arc = problem->coming[i], u = problem_tail(problem, arc);
        if (walker->there[u] + problem->network->arcs[arc].latency != walker->there[v])
            continue;
        double full = fullness(walker, arc, walker->there[u] + 1);
        if (best < 0 || full < least) {
            best = arc;
            least = full;
        }
    }
    return best;
}

/* From the targets back, each node once. */
static enum status walk_chunk(struct walker *walker, struct network_chunk chunk,
                              struct failure *failure) {
    const struct network_problem *problem = walker->task->problem;
    int n = problem->network->nodes;
    memset(walker->wanted, 0, (size_t)n * sizeof *walker->wanted);
    for (int target = 0; target < n; target++) {
        if (chunk.target != COMMODITY_TO_ALL && chunk.target != target)
            continue;
        if (walker->there[target] > walker->task->steps)
            return failure_set(failure, STATUS_LIMIT,
                               "node %d can't have a chunk of node %d in %d steps", target,
                               chunk.source, walker->task->steps);
        for (int v = target; v != chunk.source && !walker->wanted[v];) {
            int arc = best_arc(walker, v), u = problem_tail(problem, arc);
            int j = walker->there[u] + 1;
            walker->wanted[v] = true;
            ++*load_at(walker, arc, j);
            struct network_send send = {problem_step(problem, arc, j, walker->task->steps), arc,
                                        chunk.number};
            TRY(network_schedule_add(walker->schedule, send, failure));
            v = u;
        }
    }
    return STATUS_OK;
}

static enum status walk(struct walker *walker, struct failure *failure) {
    int64_t chunks = network_task_chunks(walker->task);
    for (int64_t k = 0, last = -1; k < chunks; k++) {
        struct network_chunk chunk = network_task_chunk(walker->task, k);
        if (chunk.source != last)
            find_distances(walker, chunk.source);
        last = chunk.source;
        TRY(walk_chunk(walker, chunk, failure));
    }
    return network_schedule_finish(walker->schedule, failure);
}

/* Cells of loads: of larger ones the time would be too long as well. */
enum { MOST_LOADS = 1 << 27 };

enum status network_shortest(const struct network_task *task, struct network_schedule *schedule,
                             struct failure *failure) {
    const struct network *net = task->problem->network;
    require(!task->stream && task->rounds != NETWORK_EVEN_ROUNDS);
    if ((int64_t)task->steps * net->arc_count > MOST_LOADS)
        return failure_set(failure, STATUS_LIMIT,
                           "a schedule of %d steps along %d arcs is too large", task->steps,
                           net->arc_count);
    CLEANUP(network_schedule_clear) struct network_schedule made = {0};
    struct walker walker = {.task = task, .schedule = &made};
    network_schedule_init(&made, task);
    walker.there = memory_new((size_t)net->nodes, sizeof *walker.there);
    walker.wanted = memory_new((size_t)net->nodes, sizeof *walker.wanted);
    walker.load = memory_new((size_t)task->steps * (size_t)net->arc_count, sizeof *walker.load);
    enum status status = walker.there && walker.wanted && walker.load
                             ? walk(&walker, failure)
                             : failure_memory(failure, "a schedule");
    free(walker.there);
    free(walker.wanted);
    free(walker.load);
    if (!status)
        *schedule = TAKE(made);
    return status;
}

/* --- one round in each step --- */

/* A sending that waits for its chunk: by internal steps. */
struct waiting {
    int arc;
    int64_t chunk; /* its place among the task's */
    int step;      /* of the schedule of shortest ways */
};

struct dispatcher {
    const struct network_task *task;
    struct waiting *list; /* by steps */
    int64_t count;
    int *since; /* [chunk * nodes + v]: the internal step before which v has it; INT_MAX */
    int *load;  /* of each group in a step of the ring */
    int ring;   /* steps of it, more than the longest latency */
    struct network_schedule *schedule;
    struct network_send *sends; /* internal */
    int64_t sent;
    int last; /* the internal step after which all is there */
};

/* In reductions a sending counts when it is there in internal time. */
static int *loads_of(const struct dispatcher *dispatcher, int arc, int step) {
    const struct network *net = dispatcher->task->problem->network;
    int late = dispatcher->task->problem->reversed ? net->arcs[arc].latency - 1 : 0;
    return dispatcher->load + (size_t)((step + late) % dispatcher->ring) * (size_t)net->group_count;
}

static bool has_room(const struct dispatcher *dispatcher, int arc, const int *loads) {
    const struct network_problem *problem = dispatcher->task->problem;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (loads[problem->groups[i]] >= problem->network->groups[problem->groups[i]].capacity)
            return false;
    return true;
}

static void dispatch(struct dispatcher *dispatcher, const struct waiting *waiting, int step) {
    const struct network_problem *problem = dispatcher->task->problem;
    int arc = waiting->arc, there = step + problem->network->arcs[arc].latency;
    int *loads = loads_of(dispatcher, arc, step);
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        loads[problem->groups[i]]++;
    dispatcher->since[waiting->chunk * problem->network->nodes + problem_head(problem, arc)] =
        there;
    if (there - 1 > dispatcher->last)
        dispatcher->last = there - 1;
    dispatcher->sends[dispatcher->sent++] = (struct network_send){
        step, arc, network_task_chunk(dispatcher->task, waiting->chunk).number};
}

/* In each step what can go goes, the earlier ones of the list first; something can, or is under
 * way. */
static void dispatch_all(struct dispatcher *dispatcher) {
    const struct network_problem *problem = dispatcher->task->problem;
    int groups = problem->network->group_count;
    for (int step = 1; dispatcher->count > 0; step++) {
        int64_t kept = 0;
        for (int64_t i = 0; i < dispatcher->count; i++) {
            struct waiting waiting = dispatcher->list[i];
            int tail = problem_tail(problem, waiting.arc);
            if (dispatcher->since[waiting.chunk * problem->network->nodes + tail] <= step &&
                has_room(dispatcher, waiting.arc, loads_of(dispatcher, waiting.arc, step)))
                dispatch(dispatcher, &waiting, step);
            else
                dispatcher->list[kept++] = waiting;
        }
        dispatcher->count = kept;
        memset(dispatcher->load + (size_t)(step % dispatcher->ring) * (size_t)groups, 0,
               (size_t)groups * sizeof *dispatcher->load);
    }
}

static int by_waiting(const void *a, const void *b) {
    const struct waiting *one = a, *other = b;
    if (one->step != other->step)
        return one->step < other->step ? -1 : 1;
    if (one->chunk != other->chunk)
        return one->chunk < other->chunk ? -1 : 1;
    return (one->arc > other->arc) - (one->arc < other->arc);
}

/* The sendings of shortest ways, by internal steps. */
static void take_waiting(struct dispatcher *dispatcher, const struct network_schedule *shortest) {
    const struct network_task *task = dispatcher->task;
    const struct network_problem *problem = task->problem;
    dispatcher->count = shortest->count;
    for (int64_t i = 0; i < shortest->count; i++) {
        const struct network_send *send = &shortest->sends[i];
        dispatcher->list[i] =
            (struct waiting){send->arc, network_task_find(task, send->chunk),
                             problem_step(problem, send->arc, send->step, shortest->task.steps)};
    }
    qsort(dispatcher->list, (size_t)shortest->count, sizeof *dispatcher->list, by_waiting);
    for (int64_t i = 0; i < network_task_chunks(task) * problem->network->nodes; i++)
        dispatcher->since[i] = INT_MAX;
    for (int64_t k = 0; k < network_task_chunks(task); k++)
        dispatcher->since[k * problem->network->nodes + network_task_chunk(task, k).source] = 1;
}

static enum status finish(struct dispatcher *dispatcher, struct failure *failure) {
    struct network_schedule *schedule = dispatcher->schedule;
    schedule->task.steps = dispatcher->last;
    for (int64_t i = 0; i < dispatcher->sent; i++) {
        struct network_send send = dispatcher->sends[i];
        send.step = problem_step(schedule->task.problem, send.arc, send.step, dispatcher->last);
        TRY(network_schedule_add(schedule, send, failure));
    }
    return network_schedule_finish(schedule, failure);
}

enum status network_one_by_one(const struct network_task *task, struct network_schedule *schedule,
                               struct failure *failure) {
    const struct network *net = task->problem->network;
    struct network_task at_will = *task;
    CLEANUP(network_schedule_clear) struct network_schedule shortest = {0}, made = {0};
    require(!task->stream && task->rounds == NETWORK_EVEN_ROUNDS);
    at_will.rounds = 1;
    TRY(network_problem_least_steps(task->problem, &at_will.steps, failure));
    TRY(network_shortest(&at_will, &shortest, failure));
    struct dispatcher dispatcher = {
        .task = &at_will, .schedule = &made, .ring = network_longest_latency(net) + 1};
    network_schedule_init(&made, task);
    size_t sends = (size_t)shortest.count;
    size_t cells = (size_t)network_task_chunks(task) * (size_t)net->nodes;
    dispatcher.list = memory_new(sends, sizeof *dispatcher.list);
    dispatcher.sends = memory_new(sends, sizeof *dispatcher.sends);
    dispatcher.since = memory_new(cells, sizeof *dispatcher.since);
    dispatcher.load =
        memory_new((size_t)dispatcher.ring * (size_t)net->group_count, sizeof *dispatcher.load);
    enum status status = STATUS_OK;
    if (dispatcher.list && dispatcher.sends && dispatcher.since && dispatcher.load) {
        take_waiting(&dispatcher, &shortest);
        dispatch_all(&dispatcher);
        status = finish(&dispatcher, failure);
    } else {
        status = failure_memory(failure, "a schedule");
    }
    free(dispatcher.list);
    free(dispatcher.sends);
    free(dispatcher.since);
    free(dispatcher.load);
    if (!status)
        *schedule = TAKE(made);
    return status;
}
