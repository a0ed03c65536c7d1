/* SPDX-License-Identifier: MIT */
#include "solver/network/network_departures.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

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
    int at, first;      /* the node that arcs leave; the step in which it can have an item first */
    int *away;          /* of each node: from the source */
    int *steps, *queue; /* of nodes */
    bool *waits;
    struct departure *needed; /* ascending by `last` */
    int count;
};

static void search_clear(struct search *search) {
    FREE_ALL(search->away, search->steps, search->queue, search->waits, search->needed);
}

/* steps[v] from the start to v, or from v to it (back), without the arc; INT_MAX: there is no way.
 * Each node waits once, so the queue is a ring of all nodes. */
static void find_ways(struct search *search, int start, bool back, int without) {
    const struct network_problem *problem = search->problem;
    const int *first = back ? problem->coming_first : problem->leaving_first;
    const int *arcs = back ? problem->coming : problem->leaving;
    int nodes = problem->network->nodes, head = 0, waiting = 1, *steps = search->steps;
    for (int v = 0; v < nodes; v++)
        steps[v] = INT_MAX;
    steps[start] = 0;
    search->queue[0] = start;
    for (; waiting > 0; waiting--) {
        int v = search->queue[head];
        head = head + 1 < nodes ? head + 1 : 0;
        search->waits[v] = false;
        for (int i = first[v]; i < first[v + 1]; i++) {
            int arc = arcs[i];
            int w = back ? problem_tail(problem, arc) : problem_head(problem, arc);
            int there = steps[v] + problem->network->arcs[arc].latency;
            if (arc == without || there >= steps[w])
                continue;
            steps[w] = there;
            if (!search->waits[w])
                search->queue[(head + waiting++ - 1) % nodes] = w;
            search->waits[w] = true;
        }
    }
}

/* The target of an arc that wants it earliest, if there is one. */
static enum status look_at_arc(struct search *search, int arc, int *late, struct failure *failure) {
    const struct network_problem *problem = search->problem;
    int nodes = problem->network->nodes, far = -1, target = -1;
    find_ways(search, problem->root, false, arc);
    for (int v = 0; v < nodes; v++)
        late[v] = search->steps[v] > search->delay && network_takes_part(problem->network, v);
    find_ways(search, problem_head(problem, arc), false, arc);
    for (int v = 0; v < nodes; v++)
        if (late[v] && search->steps[v] < INT_MAX && search->steps[v] > far)
            far = search->steps[v], target = v;
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
    search->away = memory_new(nodes, sizeof *search->away);
    search->steps = memory_new(nodes, sizeof *search->steps);
    search->queue = memory_new(nodes, sizeof *search->queue);
    search->waits = memory_new(nodes, sizeof *search->waits);
    if (!search->away || !search->steps || !search->queue || !search->waits)
        return failure_memory(failure, "a bound on delays");
    find_ways(search, search->problem->root, false, -1);
    memcpy(search->away, search->steps, nodes * sizeof *search->away);
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

static enum status make_prices(const struct search *search, bool alike, struct network_bound *bound,
                               struct failure *failure) {
    size_t groups = (size_t)search->problem->network->group_count;
    network_bound_init(bound, search->problem, CLAIM_RATE, search->delay);
    mpq_set_si(bound->value, search->items, (unsigned long)search->per);
    bound->alike = alike;
    bound->places = alike ? 1 : search->per;
    bound->prices = memory_new(groups * (size_t)bound->places, sizeof *bound->prices);
    if (bound->prices)
        return STATUS_OK;
    network_bound_clear(bound);
    return failure_memory(failure, "prices");
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
    if (*count == 0)
        network_bound_clear(bound);
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
static enum status make_cut(struct search *search, const struct departure *needed,
                            struct network_cut *cut, struct failure *failure) {
    int nodes = search->problem->network->nodes;
    *cut = (struct network_cut){1, memory_new((size_t)nodes, sizeof *cut->times)};
    TRY(memory_check(cut->times, failure, "cuts"));
    find_ways(search, needed->target, true, needed->arc);
    for (int v = 0; v < nodes; v++) {
        int early = search->away[v] < search->first ? search->away[v] : search->first - 1;
        int late = search->steps[v] <= search->delay ? search->delay + 1 - search->steps[v] : 0;
        cut->times[v] = early > late ? early : late;
    }
    return STATUS_OK;
}

static enum status make_room(struct network_bound *bound, int count, struct failure *failure) {
    struct network_cuts *cuts = bound->cuts = memory_new(1, sizeof *cuts);
    struct commodity_cuts *of = cuts ? memory_new(1, sizeof *of) : NULL;
    TRY(memory_check(of, failure, "cuts"));
    cuts->commodities = of;
    cuts->count = 1;
    of->cuts = memory_new((size_t)count, sizeof *of->cuts);
    return of->cuts ? STATUS_OK : failure_memory(failure, "cuts");
}

static enum status make_cuts(struct search *search, int count, struct network_bound *bound,
                             struct failure *failure) {
    TRY(make_room(bound, count, failure));
    struct commodity_cuts *of = bound->cuts->commodities;
    for (; of->count < count; of->count++)
        TRY(make_cut(search, &search->needed[of->count], &of->cuts[of->count], failure));
    return STATUS_OK;
}

/* A target is farther than the delay: a cut that nothing crosses in time may weigh as much as any
 * price asks for. */
static enum status find_far(const struct search *search, struct network_bound *bound, bool *found,
                            struct failure *failure) {
    int nodes = search->problem->network->nodes, *times = NULL;
    TRY(make_prices(search, true, bound, failure));
    int64_t weight = put_price(bound, 0, search->per) / search->items + 1;
    enum status status = make_room(bound, 1, failure);
    if (!status && !(times = memory_new((size_t)nodes, sizeof *times)))
        status = failure_memory(failure, "cuts");
    for (int v = 0; v < nodes && !status; v++)
        times[v] = search->away[v] <= search->delay ? search->away[v] : search->delay + 1;
    if (!status) {
        struct commodity_cuts *of = bound->cuts->commodities;
        of->cuts[of->count++] = (struct network_cut){weight, times};
    }
    if (status || weight > INT_MAX)
        network_bound_clear(bound);
    *found = !status && weight <= INT_MAX;
    return status;
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
    enum status status = make_cuts(search, count, bound, failure);
    if (status)
        network_bound_clear(bound);
    *found = status == STATUS_OK;
    return status;
}

enum status network_departures_find(const struct network_problem *problem, int items, int per,
                                    int delay, const struct limits *limits,
                                    struct network_bound *bound, bool *found,
                                    struct failure *failure) {
    CLEANUP(search_clear)
    struct search search = {.problem = problem, .items = items, .per = per, .delay = delay};
    const struct network *network = problem->network;
    int64_t most = MOST_ARCS;
    require(problem->collective == COLLECTIVE_BROADCAST && items >= 1 && per >= 1 && delay >= 1);
    *found = false;
    if ((int64_t)network->arc_count * delay > MOST_SENDINGS)
        return STATUS_OK;
    TRY(search_init(&search, failure));
    for (int v = 0; v < network->nodes && !*found; v++)
        if (search.away[v] > delay && network_takes_part(network, v))
            return find_far(&search, bound, found, failure);
    for (int i = -1; i < network->nodes && !*found && most > 0; i++) {
        int v = i < 0 ? problem->root : i;
        int arcs = problem->leaving_first[v + 1] - problem->leaving_first[v];
        most -= (int64_t)arcs * network->arc_count;
        if (i != problem->root && search.away[v] < delay && (arcs > 1 || i < 0) && most > 0)
            TRY(find_at(&search, v, limits, bound, found, failure));
    }
    return STATUS_OK;
}
