/* SPDX-License-Identifier: MIT */
#include "solver/network/network_trees.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/base/random.h"
#include "solver/network/network_schedule.h"

/* --- along shortest ways --- */

/* A sending of the task's chunk k in an internal step. */
struct hop {
    int64_t chunk;
    int arc, step;
};

struct walker {
    const struct network_task *task;
    struct network_ways ways; /* from the source of the chunk */
    bool *has;                /* of each node */
    int64_t *load;            /* [step * groups + group], real steps */
    struct hop *hops;         /* chunk by chunk, and there step by step; owned */
    int64_t count;
};

static void walker_clear(struct walker *walker) {
    network_ways_clear(&walker->ways);
    FREE_ALL(walker->has, walker->load, walker->hops);
}

static int64_t *load_at(const struct walker *walker, int group, int arc, int j) {
    const struct network_problem *problem = walker->task->problem;
    int step = problem_step(problem, arc, j, walker->task->steps) +
               network_late(problem->network, group, arc);
    return walker->load + (int64_t)(step - 1) * problem->network->group_count + group;
}

/* An arc is worse where more goes along the fullest of its groups, for its capacity. */
static double fullness(const struct walker *walker, int arc, int j) {
    const struct network_problem *problem = walker->task->problem;
    double most = 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        int g = problem->groups[i];
        double full = (double)*load_at(walker, g, arc, j) / problem->network->groups[g].capacity;
        most = full > most ? full : most;
    }
    return most;
}

/* Of the shortest ways to v the last arc with the least load. */
static int best_arc(const struct walker *walker, int v) {
    const struct network_problem *problem = walker->task->problem;
    const int *steps = walker->ways.steps;
    int best = -1;
    double least = 0;
    for (int i = problem->coming_first[v]; i < problem->coming_first[v + 1]; i++) {
        int arc = problem->coming[i], u = problem_tail(problem, arc);
        if (steps[u] == INT_MAX || steps[u] + problem->network->arcs[arc].latency != steps[v])
            continue;
        double full = fullness(walker, arc, steps[u] + 1);
        if (best < 0 || full < least) {
            best = arc;
            least = full;
        }
    }
    return best;
}

/* Messages: beyond, the memory would be too much, and the time. */
enum { MOST_HOPS = 50000000 };

static enum status add_hop(struct walker *walker, struct hop hop, struct failure *failure) {
    const struct network_problem *problem = walker->task->problem;
    if (walker->count == MOST_HOPS)
        return failure_limit(failure, "the schedule has more than %d messages", MOST_HOPS);
    TRY(memory_check(APPEND(walker->hops, walker->count, hop), failure, "a schedule"));
    for (int i = problem->groups_first[hop.arc]; i < problem->groups_first[hop.arc + 1]; i++)
        ++*load_at(walker, problem->groups[i], hop.arc, hop.step);
    return STATUS_OK;
}

/* From a target back, each node once. */
static enum status walk_back(struct walker *walker, int64_t k, int source, int target,
                             struct failure *failure) {
    const struct network_problem *problem = walker->task->problem;
    if (walker->ways.steps[target] > walker->task->steps)
        return failure_limit(failure, "node %d can't have a chunk of node %d in %d steps", target,
                             source, walker->task->steps);
    for (int v = target; v != source && !walker->has[v];) {
        int arc = best_arc(walker, v), u = problem_tail(problem, arc);
        walker->has[v] = true;
        TRY(add_hop(walker, (struct hop){k, arc, walker->ways.steps[u] + 1}, failure));
        v = u;
    }
    return STATUS_OK;
}

static int by_step(const void *a, const void *b) {
    const struct hop *one = a, *other = b;
    if (one->step != other->step)
        return one->step < other->step ? -1 : 1;
    return (one->arc > other->arc) - (one->arc < other->arc);
}

static enum status walk_chunk(struct walker *walker, int64_t k, struct network_chunk chunk,
                              struct failure *failure) {
    int64_t before = walker->count;
    bool all = chunk.target == COMMODITY_TO_ALL;
    int end = all ? walker->task->problem->network->nodes : chunk.target + 1;
    for (int target = all ? 0 : chunk.target; target < end; target++)
        if (problem_wants(walker->task->problem, chunk.target, target))
            TRY(walk_back(walker, k, chunk.source, target, failure));
    for (int64_t i = before; i < walker->count; i++)
        walker->has[problem_head(walker->task->problem, walker->hops[i].arc)] = false;
    qsort(walker->hops + before, (size_t)(walker->count - before), sizeof *walker->hops, by_step);
    return STATUS_OK;
}

/* The walker is cleared in any case. */
static enum status walk(struct walker *walker, const struct limits *limits,
                        struct failure *failure) {
    const struct network_task *task = walker->task;
    const struct network *net = task->problem->network;
    int64_t chunks = task->stream ? 1 : network_task_chunks(task);
    TRY(network_ways_init(&walker->ways, task->problem, failure));
    TRY(network_schedule_check_loads(net, task->steps, failure));
    bool all = task->problem->commodities[0].target == COMMODITY_TO_ALL;
    if (chunks > MOST_HOPS / (all ? net->nodes - 1 : 1))
        return failure_limit(failure, "the schedule has more than %d messages", MOST_HOPS);
    TRY(memory_check(NEW(net->nodes, walker->has) &&
                         NEW((size_t)task->steps * (size_t)net->group_count, walker->load),
                     failure, "a schedule"));
    for (int64_t k = 0, last = -1; k < chunks; k++) {
        struct network_chunk chunk = network_task_chunk(task, k);
        const struct progress progress = {"a schedule along shortest ways", (uint64_t)k,
                                          (uint64_t)chunks, (uint64_t)walker->count};
        limits_report(limits, &progress);
        TRY(limits_check(limits, failure));
        if (chunk.source != last)
            network_ways_find(&walker->ways, task->problem, chunk.source);
        last = chunk.source;
        TRY(walk_chunk(walker, k, chunk, failure));
    }
    return STATUS_OK;
}

/* A hop becomes a message of a schedule of so many steps. */
static enum status add_message(struct network_schedule *schedule, struct hop hop, int steps,
                               struct failure *failure) {
    const struct network_send send = {
        problem_step(schedule->task.problem, hop.arc, hop.step, steps), hop.arc,
        network_task_chunk(&schedule->task, hop.chunk).number};
    return network_schedule_add(schedule, send, failure);
}

enum status network_shortest(const struct network_task *task, const struct limits *limits,
                             struct network_schedule *schedule, struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    CLEANUP(walker_clear) struct walker walker = {.task = task};
    require(!task->stream && task->rounds != NETWORK_EVEN_ROUNDS);
    TRY(walk(&walker, limits, failure));
    for (int64_t i = 0; i < walker.count; i++)
        TRY(add_message(&made, walker.hops[i], task->steps, failure));
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

/* --- one round in each step --- */

enum { NOBODY = -1 };

/* A hop is ready once its chunk is there. Where there is no room for two, the one with the smaller
 * rank goes: the earlier one in the schedule of shortest ways, then that of the earlier chunk. */
struct dispatcher {
    const struct network_problem *problem;
    struct hop *hops; /* borrowed */
    int count;
    int *hop;          /* [rank] */
    int *rank;         /* [hop] */
    int *first_behind; /* of each hop the first one that sends its chunk on, or NOBODY .. */
    int *next;         /* .. and of that the next one */
    int *ready;        /* ranks of hops that are ready, for each arc a heap .. */
    int *ready_first;  /* .. that begins here; [arc] */
    int *ready_count;
    int *coming; /* the first hop that becomes ready in a step, at [step % loads.ring] */
    int *heads;  /* a heap of ranks, the best one of each arc */
    int head_count;
    struct network_loads loads;
    int left;
    int last; /* the internal step after which all is there */
};

static void dispatcher_clear(struct dispatcher *dispatcher) {
    FREE_ALL(dispatcher->hop, dispatcher->rank, dispatcher->first_behind, dispatcher->next,
             dispatcher->ready, dispatcher->ready_first, dispatcher->ready_count,
             dispatcher->coming, dispatcher->heads);
    network_loads_clear(&dispatcher->loads);
}

static void heap_add(int *heap, int *count, int number) {
    int at = (*count)++;
    for (; at > 0 && heap[(at - 1) / 2] > number; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = number;
}

static int heap_take_least(int *heap, int *count) {
    int least = heap[0], moved = heap[--*count], at = 0;
    for (int below = 1; below < *count; below = 2 * at + 1) {
        below += below + 1 < *count && heap[below + 1] < heap[below];
        if (heap[below] >= moved)
            break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = moved;
    return least;
}

static void offer_best(struct dispatcher *dispatcher, int arc) {
    if (dispatcher->ready_count[arc] > 0)
        heap_add(dispatcher->heads, &dispatcher->head_count,
                 dispatcher->ready[dispatcher->ready_first[arc]]);
}

/* The best one of its arc goes. */
static void dispatch(struct dispatcher *dispatcher, int hop, int step) {
    int arc = dispatcher->hops[hop].arc;
    int there = step + dispatcher->problem->network->arcs[arc].latency;
    int *coming = &dispatcher->coming[there % dispatcher->loads.ring];
    heap_take_least(dispatcher->ready + dispatcher->ready_first[arc],
                    &dispatcher->ready_count[arc]);
    dispatcher->hops[hop].step = step;
    dispatcher->left--;
    if (there - 1 > dispatcher->last)
        dispatcher->last = there - 1;
    for (int next, i = dispatcher->first_behind[hop]; i != NOBODY; i = next) {
        next = dispatcher->next[i];
        dispatcher->next[i] = *coming;
        *coming = i;
    }
}

/* Most arcs have something ready in most steps. */
static void dispatch_step(struct dispatcher *dispatcher, int step) {
    const struct network *net = dispatcher->problem->network;
    int *coming = &dispatcher->coming[step % dispatcher->loads.ring];
    for (; *coming != NOBODY; *coming = dispatcher->next[*coming]) {
        int arc = dispatcher->hops[*coming].arc;
        heap_add(dispatcher->ready + dispatcher->ready_first[arc], &dispatcher->ready_count[arc],
                 dispatcher->rank[*coming]);
    }
    for (int arc = 0; arc < net->arc_count; arc++)
        offer_best(dispatcher, arc);
    while (dispatcher->head_count > 0) {
        int hop = dispatcher->hop[heap_take_least(dispatcher->heads, &dispatcher->head_count)];
        int arc = dispatcher->hops[hop].arc;
        if (!network_loads_have_room(&dispatcher->loads, arc, step))
            continue; /* nor is there for those behind it */
        network_loads_add(&dispatcher->loads, arc, step);
        dispatch(dispatcher, hop, step);
        offer_best(dispatcher, arc);
    }
    network_loads_end(&dispatcher->loads, step);
}

static enum status dispatch_all(struct dispatcher *dispatcher, const struct limits *limits,
                                struct failure *failure) {
    for (int step = 1; dispatcher->left > 0; step++) {
        const struct progress progress = {"one round in each step",
                                          (uint64_t)(dispatcher->count - dispatcher->left),
                                          (uint64_t)dispatcher->count, 0};
        limits_report(limits, &progress);
        TRY(limits_check(limits, failure));
        dispatch_step(dispatcher, step);
    }
    return STATUS_OK;
}

/* Hops by their steps, those of one step as they stand: counting sort. */
static enum status put_ranks(struct dispatcher *dispatcher, int steps, struct failure *failure) {
    FREED int *first = memory_new((size_t)steps + 2, sizeof *first);
    TRY(memory_check(first, failure, "a schedule"));
    for (int i = 0; i < dispatcher->count; i++)
        first[dispatcher->hops[i].step + 1]++;
    for (int step = 1; step <= steps; step++)
        first[step + 1] += first[step];
    for (int i = 0; i < dispatcher->count; i++) {
        dispatcher->rank[i] = first[dispatcher->hops[i].step]++;
        dispatcher->hop[dispatcher->rank[i]] = i;
    }
    return STATUS_OK;
}

/* Which hops send on what a hop brings; what nobody brings is ready in step 1. */
static enum status put_followers(struct dispatcher *dispatcher, struct failure *failure) {
    const struct network_problem *problem = dispatcher->problem;
    int n = problem->network->nodes;
    FREED int *bringing = memory_new((size_t)n, sizeof *bringing); /* of a node, + 1; of a chunk */
    TRY(memory_check(bringing, failure, "a schedule"));
    for (int i = 0, end; i < dispatcher->count; i = end) {
        for (end = i;
             end < dispatcher->count && dispatcher->hops[end].chunk == dispatcher->hops[i].chunk;
             end++) {
            int before = bringing[problem_tail(problem, dispatcher->hops[end].arc)] - 1;
            int *list = before == NOBODY ? &dispatcher->coming[1 % dispatcher->loads.ring]
                                         : &dispatcher->first_behind[before];
            dispatcher->next[end] = *list;
            *list = end;
            bringing[problem_head(problem, dispatcher->hops[end].arc)] = end + 1;
        }
        for (int k = i; k < end; k++)
            bringing[problem_head(problem, dispatcher->hops[k].arc)] = 0;
    }
    return STATUS_OK;
}

static enum status dispatcher_init(struct dispatcher *dispatcher, const struct walker *walker,
                                   struct failure *failure) {
    const struct network *net = walker->task->problem->network;
    size_t ring = (size_t)network_longest_latency(net) + 1;
    size_t count = (size_t)walker->count, arcs = (size_t)net->arc_count;
    *dispatcher = (struct dispatcher){.problem = walker->task->problem,
                                      .hops = walker->hops,
                                      .count = (int)walker->count,
                                      .left = (int)walker->count};
    TRY(network_loads_init(&dispatcher->loads, walker->task->problem, failure));
    TRY(memory_check(NEW(count, dispatcher->hop, dispatcher->rank, dispatcher->first_behind,
                         dispatcher->next, dispatcher->ready) &&
                         NEW(arcs, dispatcher->ready_count, dispatcher->heads) &&
                         NEW(arcs + 1, dispatcher->ready_first) && NEW(ring, dispatcher->coming),
                     failure, "a schedule"));
    for (size_t i = 0; i < ring; i++)
        dispatcher->coming[i] = NOBODY;
    for (size_t i = 0; i < count; i++) {
        dispatcher->first_behind[i] = NOBODY;
        dispatcher->ready_first[walker->hops[i].arc + 1]++;
    }
    for (size_t arc = 0; arc < arcs; arc++)
        dispatcher->ready_first[arc + 1] += dispatcher->ready_first[arc];
    TRY(put_ranks(dispatcher, walker->task->steps, failure));
    return put_followers(dispatcher, failure);
}

enum status network_one_by_one(const struct network_task *task, const struct limits *limits,
                               struct network_schedule *schedule, struct failure *failure) {
    struct network_task at_will = *task;
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    CLEANUP(walker_clear) struct walker walker = {.task = &at_will};
    CLEANUP(dispatcher_clear) struct dispatcher dispatcher = {.count = 0};
    require(!task->stream && task->rounds == NETWORK_EVEN_ROUNDS);
    TRY(network_problem_least_steps(task->problem, limits, &at_will.steps, failure));
    TRY(walk(&walker, limits, failure));
    TRY(dispatcher_init(&dispatcher, &walker, failure));
    TRY(dispatch_all(&dispatcher, limits, failure));
    made.task.steps = dispatcher.last;
    for (int64_t i = 0; i < walker.count; i++)
        TRY(add_message(&made, walker.hops[i], dispatcher.last, failure));
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

/* --- streams --- */

/* As many items are born in a step as ceil(p/q), so many go along an arc in one at most. */
static bool fits(const struct walker *walker) {
    const struct network *net = walker->task->problem->network;
    int64_t most = (walker->task->items + walker->task->per - 1) / walker->task->per;
    for (int g = 0; g < net->group_count; g++) {
        int64_t load = 0;
        for (int step = 0; step < walker->task->steps; step++)
            load += walker->load[(int64_t)step * net->group_count + g];
        if (load * most > net->groups[g].capacity)
            return false;
    }
    return true;
}

enum status network_stream_tree(const struct network_task *task, const struct limits *limits,
                                struct network_schedule *schedule, bool *found,
                                struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    CLEANUP(walker_clear) struct walker walker = {.task = &made.task};
    require(task->stream);
    made.task.first = 1;
    made.task.period = task->per;
    made.task.window = task->items;
    TRY(walk(&walker, limits, failure));
    *found = fits(&walker) && walker.count * made.task.window <= MOST_HOPS;
    if (!*found)
        return STATUS_OK;
    for (int k = 0; k < made.task.window; k++) {
        TRY(limits_check(limits, failure));
        for (int64_t i = 0; i < walker.count; i++) {
            int birth = network_task_chunk(&made.task, k).birth;
            struct hop hop = walker.hops[i];
            const struct network_send send = {birth + hop.step, hop.arc, k + 1};
            TRY(network_schedule_add(&made, send, failure));
        }
    }
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

/* --- chunks with one target each, as there is room --- */

enum { MOST_LISTS = 1 << 26 };

struct routes {
    const struct network_problem *problem;
    int nodes, far; /* the largest distance and 1 */
    int *distance;  /* [from * nodes + to], in steps */
    int *target;    /* of each chunk */
    int *next;      /* of each chunk the next one at the same place */
    int *waiting;   /* [node * far + distance]: the first chunk there that has so far to go */
    int *farthest;  /* of each node: no chunk has farther to go */
    int *arriving;  /* the first chunk that is somewhere in a step, at [step % loads.ring] */
    int *comes;     /* of a chunk under way: the node */
    int64_t left;   /* chunks that are not at their target, nor on the last arc */
    int last;       /* the step after which all are there */
    struct network_loads loads;
    struct random_numbers random;
};

static void routes_clear(struct routes *routes) {
    FREE_ALL(routes->distance, routes->target, routes->next, routes->waiting, routes->farthest,
             routes->arriving, routes->comes);
    network_loads_clear(&routes->loads);
}

static enum status measure(struct routes *routes, const struct limits *limits,
                           struct failure *failure) {
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    TRY(network_ways_init(&ways, routes->problem, failure));
    for (int v = 0; v < routes->nodes; v++) {
        TRY(limits_check(limits, failure));
        network_ways_find(&ways, routes->problem, v);
        for (int u = 0; u < routes->nodes; u++) {
            routes->distance[v * routes->nodes + u] = ways.steps[u];
            if (ways.steps[u] < INT_MAX && ways.steps[u] >= routes->far)
                routes->far = ways.steps[u] + 1;
        }
    }
    return STATUS_OK;
}

static void queue_chunk(struct routes *routes, int chunk, int node) {
    int distance = routes->distance[node * routes->nodes + routes->target[chunk]];
    int *first = &routes->waiting[(int64_t)node * routes->far + distance];
    routes->next[chunk] = *first;
    *first = chunk;
    if (distance > routes->farthest[node])
        routes->farthest[node] = distance;
}

static enum status routes_init(struct routes *routes, const struct network_task *task,
                               uint64_t seed, const struct limits *limits,
                               struct failure *failure) {
    int64_t chunks = network_task_chunks(task);
    size_t n = (size_t)task->problem->network->nodes;
    *routes = (struct routes){
        .problem = task->problem, .nodes = (int)n, .left = chunks, .random = random_start(seed)};
    TRY(network_loads_init(&routes->loads, task->problem, failure));
    TRY(memory_check(NEW(n * n, routes->distance) && NEW(n, routes->farthest) &&
                         NEW(chunks, routes->target, routes->next, routes->comes) &&
                         NEW(routes->loads.ring, routes->arriving),
                     failure, "ways of all chunks"));
    TRY(measure(routes, limits, failure));
    if ((double)n * routes->far > MOST_LISTS)
        return failure_limit(failure, "ways that are too long");
    TRY(memory_check(NEW(n * (size_t)routes->far, routes->waiting), failure, "ways of all chunks"));
    for (size_t i = 0; i < n * (size_t)routes->far; i++)
        routes->waiting[i] = NOBODY;
    for (int i = 0; i < routes->loads.ring; i++)
        routes->arriving[i] = NOBODY;
    for (int64_t k = 0; k < chunks; k++) {
        struct network_chunk chunk = network_task_chunk(task, k);
        routes->target[k] = chunk.target;
        if (routes->distance[(size_t)chunk.source * n + (size_t)chunk.target] == INT_MAX)
            return failure_input(failure, "%d can't be reached from %d", chunk.target,
                                 chunk.source);
        queue_chunk(routes, (int)k, chunk.source);
    }
    return STATUS_OK;
}

/* An arc on a shortest way along which there is room, from a random one on; NOBODY. *full: no arc
 * of the node has room. */
static int find_arc(struct routes *routes, int node, int target, int step, bool *full) {
    const struct network_problem *problem = routes->problem;
    int first = problem->leaving_first[node];
    int count = problem->leaving_first[node + 1] - first;
    int begin = (int)random_below(&routes->random, count);
    *full = true;
    for (int i = 0; i < count; i++) {
        int arc = problem->leaving[first + (begin + i) % count];
        int there = routes->distance[problem_head(problem, arc) * routes->nodes + target];
        if (!network_loads_have_room(&routes->loads, arc, step))
            continue;
        *full = false;
        if (there < INT_MAX && there + problem->network->arcs[arc].latency ==
                                   routes->distance[node * routes->nodes + target])
            return arc;
    }
    return NOBODY;
}

static enum status send(struct routes *routes, int chunk, int arc, int step,
                        struct network_schedule *made, struct failure *failure) {
    int head = problem_head(routes->problem, arc);
    int there = step + routes->problem->network->arcs[arc].latency;
    network_loads_add(&routes->loads, arc, step);
    if (head == routes->target[chunk]) {
        routes->left--;
        routes->last = there - 1 > routes->last ? there - 1 : routes->last;
    } else {
        int *arriving = &routes->arriving[there % routes->loads.ring];
        routes->comes[chunk] = head;
        routes->next[chunk] = *arriving;
        *arriving = chunk;
    }
    return network_schedule_add(
        made, (struct network_send){step, arc, network_task_chunk(&made->task, chunk).number},
        failure);
}

static enum status send_from(struct routes *routes, int node, int step,
                             struct network_schedule *made, struct failure *failure) {
    int *lists = &routes->waiting[(int64_t)node * routes->far];
    bool full = routes->problem->leaving_first[node] == routes->problem->leaving_first[node + 1];
    for (int distance = routes->farthest[node]; distance > 0 && !full; distance--) {
        for (int *link = &lists[distance]; *link != NOBODY && !full;) {
            int chunk = *link, arc = find_arc(routes, node, routes->target[chunk], step, &full);
            if (arc == NOBODY) {
                link = &routes->next[chunk];
                continue;
            }
            *link = routes->next[chunk];
            TRY(send(routes, chunk, arc, step, made, failure));
        }
    }
    while (routes->farthest[node] > 0 && lists[routes->farthest[node]] == NOBODY)
        routes->farthest[node]--;
    return STATUS_OK;
}

static enum status make_step(struct routes *routes, int step, struct network_schedule *made,
                             struct failure *failure) {
    int *arriving = &routes->arriving[step % routes->loads.ring];
    int begin = (int)random_below(&routes->random, routes->nodes);
    while (*arriving != NOBODY) {
        int chunk = *arriving;
        *arriving = routes->next[chunk];
        queue_chunk(routes, chunk, routes->comes[chunk]);
    }
    for (int i = 0; i < routes->nodes; i++)
        TRY(send_from(routes, (begin + i) % routes->nodes, step, made, failure));
    network_loads_end(&routes->loads, step);
    return STATUS_OK;
}

enum status network_routes(const struct network_task *task, uint64_t seed, int most,
                           const struct limits *limits, struct network_schedule *schedule,
                           bool *found, struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    CLEANUP(routes_clear) struct routes routes = {0};
    require(!task->stream && task->rounds == NETWORK_EVEN_ROUNDS);
    require(!task->problem->reversed && task->problem->commodities[0].target != COMMODITY_TO_ALL);
    *found = false;
    if (task->problem->network->nodes > ROUTES_MOST_NODES || network_task_chunks(task) > INT_MAX)
        return failure_limit(failure, "distances of more than %d nodes", ROUTES_MOST_NODES);
    TRY(routes_init(&routes, task, seed, limits, failure));
    for (int step = 1; routes.left > 0 && step <= most; step++) {
        TRY(limits_check(limits, failure));
        TRY(make_step(&routes, step, &made, failure));
    }
    *found = routes.left == 0 && routes.last <= most;
    if (!*found)
        return STATUS_OK;
    made.task.steps = routes.last;
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}
