/* SPDX-License-Identifier: MIT */
#include "solver/network/network_moving.h"

#include <limits.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/network/network_closed.h"

/* Thresholds times arcs; prices, and times of cuts; messages. */
#define MOST_WORK 1e8
#define MOST_PRICES 2e7
#define MOST_TIMES 4e6
#define MOST_MESSAGES 4e6

bool network_is_of_one(const struct network_problem *problem) {
    return problem->commodity_count == 1 && problem->commodities[0].target == COMMODITY_TO_ALL;
}

/* --- bounds by cuts --- */

/* Room for the prices, and for so many cuts; cleared by the caller in any case. */
static enum status bound_begin(struct network_bound *bound, const struct network_problem *problem,
                               enum network_claim claim, int steps, int cuts,
                               struct failure *failure) {
    network_bound_init(bound, problem, claim, steps);
    bound->places = steps;
    TRY(memory_check(NEW((size_t)problem->network->group_count * (size_t)steps, bound->prices),
                     failure, "cuts"));
    return network_bound_add_cuts(bound, cuts, failure);
}

/* What crosses the cut costs one more, or at least one, in a group of each arc. */
static void add_prices(struct network_bound *bound, const int *times, const int *group_of,
                       bool more) {
    const struct network_problem *problem = bound->problem;
    const struct time_axis axis = {bound->steps, 0};
    for (int a = 0; a < problem->network->arc_count; a++) {
        int from = times[problem_tail(problem, a)], to = times[problem_head(problem, a)];
        for (int j = from + 1; j - 1 + problem->network->arcs[a].latency < to; j++) {
            int place = axis_count_place(axis, problem, group_of[a], a, 0, j);
            int64_t *price = &bound->prices[(int64_t)group_of[a] * bound->places + place];
            *price = more || *price == 0 ? *price + 1 : *price;
        }
    }
}

/* Of all steps together; of the dearest one. */
static int64_t sum_prices(const struct network_bound *bound, int64_t *most) {
    int64_t all = 0;
    *most = 0;
    for (int place = 0; place < bound->places; place++) {
        int64_t step = 0;
        for (int g = 0; g < bound->problem->network->group_count; g++)
            step += bound->problem->network->groups[g].capacity *
                    bound->prices[(int64_t)g * bound->places + place];
        all += step;
        *most = step > *most ? step : *most;
    }
    return all;
}

/* --- how soon --- */

/* A cut: the nodes up to a distance, or all but one. Chunks wait at it in so many steps. */
struct place {
    int within, but; /* -1: not */
    bool shared;     /* an arc counts in its largest group, else in its smallest */
    int waits, time;
};

struct measuring {
    const struct network_problem *problem;
    int chunks;
    const int *far;        /* distances from the source, INT_MAX for ever */
    int *groups[2];        /* of each arc: its smallest group, its largest */
    int *first, *last;     /* of each group what crosses, from when, until when */
    int *touched, touches; /* the groups with such */
    struct place best;
};

static void measuring_clear(struct measuring *measuring) {
    FREE_ALL(measuring->groups[0], measuring->groups[1], measuring->first, measuring->last,
             measuring->touched);
}

static enum status measuring_init(struct measuring *measuring, struct failure *failure) {
    const struct network_problem *problem = measuring->problem;
    size_t arcs = (size_t)problem->network->arc_count;
    size_t groups = (size_t)problem->network->group_count;
    TRY(memory_check(NEW(arcs, measuring->groups[0], measuring->groups[1]) &&
                         NEW(groups, measuring->first, measuring->last, measuring->touched),
                     failure, "cuts"));
    for (int a = 0; a < problem->network->arc_count; a++) {
        int largest = problem->groups[problem->groups_first[a]];
        for (int i = problem->groups_first[a]; i < problem->groups_first[a + 1]; i++)
            if (problem->network->groups[problem->groups[i]].count >
                problem->network->groups[largest].count)
                largest = problem->groups[i];
        measuring->groups[0][a] = problem_smallest_group(problem, a);
        measuring->groups[1][a] = largest;
    }
    for (size_t g = 0; g < groups; g++)
        measuring->first[g] = INT_MAX;
    return STATUS_OK;
}

/* A message along the arc crosses from step far(u) + 1 on to step W + far(v) - l. */
static void cross(struct measuring *measuring, int arc, bool shared) {
    const struct network_problem *problem = measuring->problem;
    int g = measuring->groups[shared][arc], from = measuring->far[problem_tail(problem, arc)];
    int to = measuring->far[problem_head(problem, arc)] - problem->network->arcs[arc].latency;
    if (measuring->first[g] == INT_MAX) {
        measuring->touched[measuring->touches++] = g;
        measuring->last[g] = INT_MIN;
    }
    measuring->first[g] = from < measuring->first[g] ? from : measuring->first[g];
    measuring->last[g] = to > measuring->last[g] ? to : measuring->last[g];
}

/* The most steps W with less room than the chunks need; then they take W and the distance of the
 * farthest target outside. */
static void weigh(struct measuring *measuring, struct place place, int farthest) {
    int64_t room = 0, more = 0;
    for (int i = 0; i < measuring->touches; i++) {
        int g = measuring->touched[i];
        int capacity = measuring->problem->network->groups[g].capacity;
        room += capacity;
        more += (int64_t)capacity * (measuring->last[g] - measuring->first[g]);
        measuring->first[g] = INT_MAX;
    }
    measuring->touches = 0;
    if (room == 0 || more >= measuring->chunks)
        return;
    int64_t waits = (measuring->chunks - 1 - more) / room;
    if (waits >= 1 && waits + farthest <= INT_MAX / 2 && waits + farthest > measuring->best.time) {
        place.waits = (int)waits;
        place.time = (int)waits + farthest;
        measuring->best = place;
    }
}

static void try_ball(struct measuring *measuring, int within, int farthest) {
    const struct network_problem *problem = measuring->problem;
    for (int shared = 0; shared < 2; shared++) {
        const struct place place = {.within = within, .but = -1, .shared = shared};
        for (int a = 0; a < problem->network->arc_count; a++)
            if (measuring->far[problem_tail(problem, a)] <= within &&
                measuring->far[problem_head(problem, a)] > within)
                cross(measuring, a, shared);
        weigh(measuring, place, farthest);
    }
}

static void try_target(struct measuring *measuring, int v) {
    const struct network_problem *problem = measuring->problem;
    for (int shared = 0; shared < 2; shared++) {
        const struct place place = {.within = -1, .but = v, .shared = shared};
        for (int i = problem->coming_first[v]; i < problem->coming_first[v + 1]; i++)
            if (measuring->far[problem_tail(problem, problem->coming[i])] < INT_MAX)
                cross(measuring, problem->coming[i], shared);
        weigh(measuring, place, measuring->far[v]);
    }
}

static enum status try_places(struct measuring *measuring, int farthest,
                              const struct limits *limits, struct failure *failure) {
    const struct network_problem *problem = measuring->problem;
    bool all = (double)farthest * problem->network->arc_count <= MOST_WORK;
    for (int within = 0; within < farthest; within++) {
        TRY(limits_check(limits, failure));
        if (all || within == 0 || within == farthest - 1)
            try_ball(measuring, within, farthest);
    }
    for (int v = 0; v < problem->network->nodes; v++)
        if (problem_wants(problem, COMMODITY_TO_ALL, v) && measuring->far[v] > 0)
            try_target(measuring, v);
    return STATUS_OK;
}

/* The cut with its prices; it is tried again with fewer steps where groups count otherwise than one
 * behind the other. */
static enum status put_place(struct measuring *measuring, const struct limits *limits, int *time,
                             struct network_bound *bound, struct failure *failure) {
    const struct network_problem *problem = measuring->problem;
    struct place *best = &measuring->best;
    for (; best->waits >= 1; best->waits--, best->time--) {
        CLEANUP(network_bound_clear) struct network_bound made = {.problem = NULL};
        int steps = best->time - 1;
        int64_t most;
        TRY(limits_check(limits, failure));
        if ((double)problem->network->group_count * steps > MOST_PRICES)
            return STATUS_OK;
        TRY(bound_begin(&made, problem, CLAIM_TIME, steps, 1, failure));
        int *times = made.cuts->commodities[0].cuts[0].times;
        for (int v = 0; v < problem->network->nodes; v++) {
            int64_t at = measuring->far[v];
            bool out = best->but >= 0 ? v == best->but : at > best->within;
            at += out ? best->waits : 0;
            times[v] = at > steps + 1 ? steps + 1 : (int)at;
        }
        made.chunks = measuring->chunks;
        add_prices(&made, times, measuring->groups[best->shared], false);
        if (sum_prices(&made, &most) < measuring->chunks) {
            *time = best->time;
            *bound = TAKE(made);
            return STATUS_OK;
        }
    }
    return STATUS_OK;
}

enum status network_moving_time(const struct network_problem *problem, int chunks,
                                const struct limits *limits, int *time, struct network_bound *bound,
                                struct failure *failure) {
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    CLEANUP(measuring_clear) struct measuring measuring = {.problem = problem, .chunks = chunks};
    int farthest = 0;
    require(network_is_of_one(problem) && chunks >= 1);
    *time = 0;
    TRY(network_ways_init(&ways, problem, failure));
    TRY(measuring_init(&measuring, failure));
    network_ways_find(&ways, problem, problem->commodities[0].source);
    measuring.far = ways.steps;
    for (int v = 0; v < problem->network->nodes; v++)
        if (problem_wants(problem, COMMODITY_TO_ALL, v) && ways.steps[v] > farthest)
            farthest = ways.steps[v];
    measuring.best.time = farthest; /* distances say as much */
    TRY(try_places(&measuring, farthest, limits, failure));
    return put_place(&measuring, limits, time, bound, failure);
}

/* --- trees, rings, complete networks --- */

static bool is_plain(const struct network *network) {
    bool plain = network->group_count == network->arc_count && !network->forwards;
    for (int a = 0; a < network->arc_count && plain; a++)
        plain = network->arcs[a].latency == 1;
    for (int g = 0; g < network->group_count && plain; g++)
        plain = network->groups[g].count == 1 && network->groups[g].capacity == 1;
    return plain;
}

/* Breadth first: depths, parents, and whether all other arcs lead back to these. */
static bool spread(const struct network_problem *problem, int *depth, int *parent, int *queue) {
    int n = problem->network->nodes, count = 1, source = problem->commodities[0].source;
    for (int v = 0; v < n; v++)
        parent[v] = -1;
    parent[source] = queue[0] = source;
    depth[source] = 0;
    for (int i = 0; i < count; i++) {
        int v = queue[i];
        for (int k = problem->leaving_first[v]; k < problem->leaving_first[v + 1]; k++) {
            int w = problem_head(problem, problem->leaving[k]);
            if (parent[w] < 0) {
                parent[w] = v;
                depth[w] = depth[v] + 1;
                queue[count++] = w;
            } else if (w != parent[v]) {
                return false;
            }
        }
    }
    return count == n;
}

/* A longest way, and where else hangs what; `queue` has the nodes by their depths. */
static void find_places(struct moving_form *form, const int *parent, const int *queue) {
    int n = form->problem->network->nodes, last = queue[n - 1];
    form->fewest = form->depth[last];
    for (int v = last, i = form->fewest; i >= 0; i--, v = parent[v])
        form->order[i] = v;
    for (int i = 0; i < n; i++) {
        int v = queue[i];
        bool on = form->depth[v] <= form->fewest && form->order[form->depth[v]] == v;
        form->place[v] = on ? form->depth[v] : form->place[parent[v]];
    }
}

enum status moving_form_find(struct moving_form *form, const struct network_problem *problem,
                             struct failure *failure) {
    const struct network *network = problem->network;
    size_t n = (size_t)network->nodes;
    CLEANUP(moving_form_clear) struct moving_form made = {.problem = problem};
    *form = (struct moving_form){.problem = problem};
    if (!network_is_of_one(problem) || n < 3 || !is_plain(network))
        return STATUS_OK;
    FREED int *parent = NULL, *queue = NULL;
    TRY(memory_check(NEW(n, parent, queue) && NEW(n, made.order, made.place, made.depth), failure,
                     "cuts"));
    if (network->arc_count == (int64_t)network->nodes * (network->nodes - 1)) {
        made.shape = MOVING_COMPLETE;
        made.fewest = 1;
    } else if (network->arc_count == 2 * network->nodes &&
               network_ring_order(problem, made.order)) {
        made.shape = MOVING_RING;
        made.fewest = network->nodes / 2;
    } else if (network->arc_count <= 2 * (network->nodes - 1) &&
               spread(problem, made.depth, parent, queue)) {
        made.shape = MOVING_TREE;
        find_places(&made, parent, queue);
        if (made.fewest < 2)
            return STATUS_OK;
    } else {
        return STATUS_OK;
    }
    *form = TAKE(made);
    return STATUS_OK;
}

void moving_form_clear(struct moving_form *form) {
    FREE_ALL(form->order, form->place, form->depth);
}

/* When the place i of `places`, 1 the first, comes in, where one does in each of `places` steps on
 * end of S, round and round, from step 1 + turn on. */
static int joined(int i, int places, int steps, int turn) {
    int over = turn + places > steps ? turn + places - steps : 0; /* of these, in the first steps */
    return i <= over ? i : turn + i - over;
}

/* In the turn's cut. */
static void put_times(const struct moving_form *form, int steps, int turn, int *times) {
    int n = form->problem->network->nodes, source = form->problem->commodities[0].source;
    int right = (n - 2) / 2, left = n - 2 - right;
    for (int v = 0; v < n && form->shape == MOVING_TREE; v++)
        times[v] = form->place[v] == 0 ? 0
                   : form->place[v] < form->fewest
                       ? joined(form->place[v], form->fewest - 1, steps, turn)
                       : steps + 1;
    for (int i = 0; i < n && form->shape == MOVING_RING; i++)
        times[form->order[i]] = i == 0           ? 0
                                : i <= right     ? joined(i, right, steps, turn)
                                : i == right + 1 ? steps + 1
                                                 : joined(n - i, left, steps, turn);
    for (int v = 0; v < n && form->shape == MOVING_COMPLETE; v++)
        times[v] = v == source ? 0 : v == (source == 0) ? steps + 1 : turn + 1;
}

enum status moving_form_bound(const struct moving_form *form, int steps,
                              const struct limits *limits, struct network_bound *bound, bool *found,
                              struct failure *failure) {
    const struct network *network = form->problem->network;
    int64_t most;
    require(form->shape != MOVING_NONE && steps >= form->fewest);
    *found = (double)network->group_count * steps <= MOST_PRICES &&
             (double)network->nodes * steps <= MOST_TIMES &&
             (double)steps * steps * network->nodes <= MOST_WORK;
    if (!*found)
        return STATUS_OK;
    FREED int *own = memory_new((size_t)network->arc_count, sizeof *own);
    TRY(memory_check(own, failure, "cuts"));
    for (int a = 0; a < network->arc_count; a++)
        own[a] = form->problem->groups[form->problem->groups_first[a]];
    CLEANUP(network_bound_clear) struct network_bound made = {.problem = NULL};
    TRY(bound_begin(&made, form->problem, CLAIM_ROUNDS, steps, steps, failure));
    for (int turn = 0; turn < steps; turn++) {
        int *times = made.cuts->commodities[0].cuts[turn].times;
        TRY(limits_check(limits, failure));
        put_times(form, steps, turn, times);
        add_prices(&made, times, own, true);
    }
    sum_prices(&made, &most);
    mpq_set_si(made.value, steps, (unsigned long)most);
    mpq_canonicalize(made.value);
    *bound = TAKE(made);
    return STATUS_OK;
}

/* --- pipelines --- */

/* In an internal step; chunks from 0 on. */
static enum status send(struct network_schedule *made, int64_t chunk, int step, int arc,
                        struct failure *failure) {
    const struct network_task *task = &made->task;
    const struct network_send one = {problem_step(task->problem, arc, step, task->steps), arc,
                                     network_task_chunk(task, chunk).number};
    return network_schedule_add(made, one, failure);
}

static int arc_between(const struct network_problem *problem, int from, int to) {
    int arc = problem->reversed ? network_arc_number(problem->network, to, from)
                                : network_arc_number(problem->network, from, to);
    require(arc >= 0);
    return arc;
}

/* Each chunk leaves in a step of its own, and goes on at once. */
static enum status run_tree(const struct moving_form *form, struct network_schedule *made,
                            struct failure *failure) {
    const struct network_problem *problem = form->problem;
    for (int a = 0; a < problem->network->arc_count; a++) {
        int from = form->depth[problem_tail(problem, a)];
        if (form->depth[problem_head(problem, a)] > from)
            for (int k = 0; k < made->task.chunks; k++)
                TRY(send(made, k, k + 1 + from, a, failure));
    }
    return STATUS_OK;
}

/* Round so many nodes, the first of them in this step. */
static enum status go_round(const struct moving_form *form, struct network_schedule *made,
                            int chunk, int step, int nodes, bool back, struct failure *failure) {
    int n = form->problem->network->nodes;
    for (int i = 0; i < nodes; i++) {
        int from = back ? (n - i) % n : i, to = back ? n - i - 1 : i + 1;
        TRY(send(made, chunk, step + i,
                 arc_between(form->problem, form->order[from], form->order[to]), failure));
    }
    return STATUS_OK;
}

/* In each step one leaves each way. Those that leave so late that they end in the last step go a
 * part of the way both ways; those before them all of it one way. */
static enum status run_ring(const struct moving_form *form, struct network_schedule *made,
                            struct failure *failure) {
    int n = form->problem->network->nodes, steps = made->task.steps, chunk = 0;
    for (int right = 1; right <= n - 2; right++) {
        int left = n - 1 - right;
        if (right > steps || left > steps)
            continue;
        TRY(go_round(form, made, chunk, steps - right + 1, right, false, failure));
        TRY(go_round(form, made, chunk++, steps - left + 1, left, true, failure));
    }
    for (int first = 1; first <= steps - n + 2; first++)
        for (int back = 0; back < 2; back++)
            TRY(go_round(form, made, chunk++, first, n - 1, back, failure));
    require(chunk == made->task.chunks);
    return STATUS_OK;
}

/* In each step but the last the source sends a chunk to each node, which sends it to all others in
 * the next one; in the last step one to all. */
static enum status run_complete(const struct moving_form *form, struct network_schedule *made,
                                struct failure *failure) {
    const struct network_problem *problem = form->problem;
    int n = problem->network->nodes, source = problem->commodities[0].source;
    int steps = made->task.steps, chunk = 0;
    for (int step = 1; step < steps; step++)
        for (int v = 0; v < n; v++) {
            if (v == source)
                continue;
            TRY(send(made, chunk, step, arc_between(problem, source, v), failure));
            for (int w = 0; w < n; w++)
                if (w != source && w != v)
                    TRY(send(made, chunk, step + 1, arc_between(problem, v, w), failure));
            chunk++;
        }
    for (int v = 0; v < n; v++)
        if (v != source)
            TRY(send(made, chunk, steps, arc_between(problem, source, v), failure));
    return STATUS_OK;
}

enum status moving_form_schedule(const struct moving_form *form, int steps,
                                 const struct limits *limits, struct network_schedule *schedule,
                                 bool *found, struct failure *failure) {
    int64_t n = form->problem->network->nodes;
    int64_t chunks = form->shape == MOVING_TREE   ? (int64_t)steps - form->fewest + 1
                     : form->shape == MOVING_RING ? 2 * (int64_t)steps - n + 2
                                                  : (n - 1) * (steps - 1) + 1;
    require(form->shape != MOVING_NONE && steps >= form->fewest);
    *found = (double)chunks * (double)(n - 1) <= MOST_MESSAGES;
    if (!*found)
        return STATUS_OK;
    CLEANUP(network_schedule_clear)
    struct network_schedule made = {
        .task = {.problem = form->problem, .steps = steps, .chunks = (int)chunks, .rounds = 1}};
    TRY(form->shape == MOVING_TREE   ? run_tree(form, &made, failure)
        : form->shape == MOVING_RING ? run_ring(form, &made, failure)
                                     : run_complete(form, &made, failure));
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}
