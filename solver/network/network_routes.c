/* SPDX-License-Identifier: MIT */
#include "solver/network/network_routes.h"

#include <limits.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/base/random.h"
#include "solver/network/network_loads.h"

enum { NOTHING = -1, MOST_LISTS = 1 << 26 };

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
    *routes = (struct routes){.problem = task->problem,
                              .nodes = (int)n,
                              .left = chunks,
                              .random = random_start(seed),
                              .distance = memory_new(n * n, sizeof(int)),
                              .target = memory_new((size_t)chunks, sizeof(int)),
                              .next = memory_new((size_t)chunks, sizeof(int)),
                              .comes = memory_new((size_t)chunks, sizeof(int)),
                              .farthest = memory_new(n, sizeof(int))};
    TRY(network_loads_init(&routes->loads, task->problem, failure));
    routes->arriving = memory_new((size_t)routes->loads.ring, sizeof(int));
    TRY(memory_check(routes->distance && routes->target && routes->next && routes->comes &&
                         routes->farthest && routes->arriving,
                     failure, "ways of all chunks"));
    TRY(measure(routes, limits, failure));
    if ((double)n * routes->far > MOST_LISTS)
        return failure_set(failure, STATUS_LIMIT, "ways that are too long");
    routes->waiting = memory_new(n * (size_t)routes->far, sizeof(int));
    TRY(memory_check(routes->waiting, failure, "ways of all chunks"));
    for (size_t i = 0; i < n * (size_t)routes->far; i++)
        routes->waiting[i] = NOTHING;
    for (int i = 0; i < routes->loads.ring; i++)
        routes->arriving[i] = NOTHING;
    for (int64_t k = 0; k < chunks; k++) {
        struct network_chunk chunk = network_task_chunk(task, k);
        routes->target[k] = chunk.target;
        if (routes->distance[(size_t)chunk.source * n + (size_t)chunk.target] == INT_MAX)
            return failure_set(failure, STATUS_INPUT, "%d can't be reached from %d", chunk.target,
                               chunk.source);
        queue_chunk(routes, (int)k, chunk.source);
    }
    return STATUS_OK;
}

/* An arc on a shortest way along which there is room, from a random one on; NOTHING. *full: no arc
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
    return NOTHING;
}

static enum status send(struct routes *routes, const struct network_task *task, int chunk, int arc,
                        int step, struct network_schedule *made, struct failure *failure) {
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
        made, (struct network_send){step, arc, network_task_chunk(task, chunk).number}, failure);
}

static enum status send_from(struct routes *routes, const struct network_task *task, int node,
                             int step, struct network_schedule *made, struct failure *failure) {
    int *lists = &routes->waiting[(int64_t)node * routes->far];
    bool full = routes->problem->leaving_first[node] == routes->problem->leaving_first[node + 1];
    for (int distance = routes->farthest[node]; distance > 0 && !full; distance--) {
        for (int *link = &lists[distance]; *link != NOTHING && !full;) {
            int chunk = *link, arc = find_arc(routes, node, routes->target[chunk], step, &full);
            if (arc == NOTHING) {
                link = &routes->next[chunk];
                continue;
            }
            *link = routes->next[chunk];
            TRY(send(routes, task, chunk, arc, step, made, failure));
        }
    }
    while (routes->farthest[node] > 0 && lists[routes->farthest[node]] == NOTHING)
        routes->farthest[node]--;
    return STATUS_OK;
}

static enum status make_step(struct routes *routes, const struct network_task *task, int step,
                             struct network_schedule *made, struct failure *failure) {
    int *arriving = &routes->arriving[step % routes->loads.ring];
    int begin = (int)random_below(&routes->random, routes->nodes);
    while (*arriving != NOTHING) {
        int chunk = *arriving;
        *arriving = routes->next[chunk];
        queue_chunk(routes, chunk, routes->comes[chunk]);
    }
    for (int i = 0; i < routes->nodes; i++)
        TRY(send_from(routes, task, (begin + i) % routes->nodes, step, made, failure));
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
        return failure_set(failure, STATUS_LIMIT, "distances of more than %d nodes",
                           ROUTES_MOST_NODES);
    TRY(routes_init(&routes, task, seed, limits, failure));
    for (int step = 1; routes.left > 0 && step <= most; step++) {
        TRY(limits_check(limits, failure));
        TRY(make_step(&routes, task, step, &made, failure));
    }
    *found = routes.left == 0 && routes.last <= most;
    if (!*found)
        return STATUS_OK;
    made.task.steps = routes.last;
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}
