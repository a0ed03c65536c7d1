/* SPDX-License-Identifier: MIT */
#include "solver/network/network_lengths.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"

/* Turns in all, and without a better value before it ends. A price is at most MOST_PRICE. */
enum { TURNS = 60, IDLE_TURNS = 12, MOST_PRICE = 1000000 };
#define STEP 0.3

/* In the end prices below such parts of the largest one are left out. */
static const double drops[] = {0.01, 0.1, 0.5};
enum { DROPS = sizeof drops / sizeof *drops };

struct lengths {
    const struct network_problem *problem;
    const struct network_orbits *orbits; /* or NULL */
    double *weight;                      /* of each group, from which its price comes */
    int64_t *price;
    int64_t *cost;     /* of each arc */
    int64_t *distance; /* from the node at hand, of all nodes */
    int *came;         /* by which arc; or -1 */
    int *order;        /* nodes as they were reached, nearest first */
    int *heap, *place; /* nodes whose distance is not final; where they are in it, or -1 */
    int heaped;
    int64_t *wanted; /* chunks that go through a node, or to it */
    double *load;    /* of each group */
    int64_t *size;   /* of the orbit of a node, or group, at the least one; of both together */
};

static void lengths_clear(struct lengths *lengths) {
    FREE_ALL(lengths->weight, lengths->price, lengths->cost, lengths->distance, lengths->came,
             lengths->order, lengths->heap, lengths->place, lengths->wanted, lengths->load,
             lengths->size);
}

/* The least of its orbit. */
static int node_name(const struct lengths *lengths, int node) {
    return lengths->orbits ? lengths->orbits->node[node] : node;
}
static int group_name(const struct lengths *lengths, int group) {
    return lengths->orbits ? lengths->orbits->group[group] : group;
}

static enum status lengths_init(struct lengths *lengths, const struct network_problem *problem,
                                const struct network_orbits *orbits, struct failure *failure) {
    size_t nodes = (size_t)problem->network->nodes, groups = (size_t)problem->network->group_count;
    *lengths = (struct lengths){.problem = problem, .orbits = orbits};
    TRY(memory_check(NEW(groups, lengths->weight, lengths->price, lengths->load) &&
                         NEW(nodes, lengths->distance, lengths->came, lengths->order, lengths->heap,
                             lengths->place, lengths->wanted) &&
                         NEW(problem->network->arc_count, lengths->cost) &&
                         NEW(nodes + groups, lengths->size),
                     failure, "prices"));
    for (size_t g = 0; g < groups; g++)
        lengths->weight[g] = 1;
    for (size_t i = 0; i < nodes + groups; i++)
        lengths->size[i < nodes ? node_name(lengths, (int)i)
                                : (int)nodes + group_name(lengths, (int)(i - nodes))]++;
    return STATUS_OK;
}

/* --- ways --- */

static void place_node(struct lengths *lengths, int at, int node) {
    lengths->heap[at] = node;
    lengths->place[node] = at;
}

static void rise(struct lengths *lengths, int node) {
    int at = lengths->place[node];
    for (; at > 0; at = (at - 1) / 2) {
        int above = lengths->heap[(at - 1) / 2];
        if (lengths->distance[above] <= lengths->distance[node])
            break;
        place_node(lengths, at, above);
    }
    place_node(lengths, at, node);
}

static int take_nearest(struct lengths *lengths) {
    int nearest = lengths->heap[0], node = lengths->heap[--lengths->heaped], at = 0;
    for (int below = 1; below < lengths->heaped; below = 2 * at + 1) {
        if (below + 1 < lengths->heaped &&
            lengths->distance[lengths->heap[below + 1]] < lengths->distance[lengths->heap[below]])
            below++;
        if (lengths->distance[lengths->heap[below]] >= lengths->distance[node])
            break;
        place_node(lengths, at, lengths->heap[below]);
        at = below;
    }
    if (lengths->heaped > 0)
        place_node(lengths, at, node);
    return nearest;
}

/* Distances from a node, and who is reached by whom (Dijkstra); how many are reached. */
static int find_ways(struct lengths *lengths, int source) {
    const struct network_problem *problem = lengths->problem;
    int reached = 0;
    for (int v = 0; v < problem->network->nodes; v++) {
        lengths->distance[v] = v == source ? 0 : INT64_MAX;
        lengths->came[v] = -1;
    }
    lengths->heaped = 1;
    place_node(lengths, 0, source);
    while (lengths->heaped > 0) {
        int v = take_nearest(lengths);
        lengths->order[reached++] = v;
        for (int i = problem->leaving_first[v]; i < problem->leaving_first[v + 1]; i++) {
            int arc = problem->leaving[i], w = problem_head(problem, arc);
            int64_t distance = lengths->distance[v] + lengths->cost[arc];
            if (distance >= lengths->distance[w])
                continue;
            if (lengths->distance[w] == INT64_MAX)
                place_node(lengths, lengths->heaped++, w);
            lengths->distance[w] = distance;
            lengths->came[w] = arc;
            rise(lengths, w);
        }
    }
    return reached;
}

/* What goes to the nodes goes along the tree, and as much along others from the same orbit. */
static void load_tree(struct lengths *lengths, int reached, int64_t size) {
    const struct network_problem *problem = lengths->problem;
    for (int i = reached; i-- > 1;) {
        int v = lengths->order[i], arc = lengths->came[v];
        int64_t chunks = lengths->wanted[v];
        if (chunks == 0)
            continue;
        lengths->wanted[problem_tail(problem, arc)] += chunks;
        for (int j = problem->groups_first[arc]; j < problem->groups_first[arc + 1]; j++)
            lengths->load[problem->groups[j]] += (double)(chunks * size);
    }
}

/* --- turns --- */

/* Prices from weights, the largest one MOST_PRICE, and costs of arcs from these. */
static void set_prices(struct lengths *lengths) {
    const struct network_problem *problem = lengths->problem;
    const struct network *net = problem->network;
    double most = 0;
    bool equal = true;
    for (int g = 0; g < net->group_count; g++) {
        most = lengths->weight[g] > most ? lengths->weight[g] : most;
        equal = equal && lengths->weight[g] == lengths->weight[0];
    }
    for (int g = 0; g < net->group_count; g++)
        lengths->price[g] = equal ? 1 : (int64_t)(lengths->weight[g] / most * MOST_PRICE + 0.5);
    for (int a = 0; a < net->arc_count; a++) {
        lengths->cost[a] = 0;
        for (int i = problem->groups_first[a]; i < problem->groups_first[a + 1]; i++)
            lengths->cost[a] += lengths->price[problem->groups[i]];
    }
}

/* The groups of an orbit have the same, together what they had. */
static void share_loads(struct lengths *lengths) {
    const struct network *net = lengths->problem->network;
    for (int g = 0; g < net->group_count; g++)
        if (group_name(lengths, g) != g)
            lengths->load[group_name(lengths, g)] += lengths->load[g];
    for (int g = 0; g < net->group_count; g++)
        if (group_name(lengths, g) == g)
            lengths->load[g] /= (double)lengths->size[net->nodes + g];
    for (int g = 0; g < net->group_count; g++)
        lengths->load[g] = lengths->load[group_name(lengths, g)];
}

/* All distances together, and loads. Commodities of one source stand side by side. */
static enum status add_distances(struct lengths *lengths, const struct limits *limits, mpz_ptr sum,
                                 struct failure *failure) {
    const struct network_problem *problem = lengths->problem;
    memset(lengths->load, 0, (size_t)problem->network->group_count * sizeof *lengths->load);
    mpz_set_ui(sum, 0);
    for (int k = 0, next; k < problem->commodity_count; k = next) {
        int source = problem->commodities[k].source;
        int64_t size = lengths->size[source];
        TRY(limits_check(limits, failure));
        int reached = size > 0 ? find_ways(lengths, source) : 0;
        memset(lengths->wanted, 0, (size_t)problem->network->nodes * sizeof *lengths->wanted);
        for (next = k;
             next < problem->commodity_count && problem->commodities[next].source == source;
             next++) {
            int target = problem->commodities[next].target;
            if (size == 0)
                continue;
            lengths->wanted[target]++;
            if (lengths->distance[target] < INT64_MAX)
                mpz_add_ui(sum, sum, (unsigned long)(lengths->distance[target] * size));
        }
        load_tree(lengths, reached, size);
    }
    share_loads(lengths);
    return STATUS_OK;
}

/* Takes prices and value over, where these are better: *better. */
static enum status keep_better(const struct lengths *lengths, mpz_srcptr sum,
                               struct network_bound *bound, bool *better, struct failure *failure) {
    const struct network *net = lengths->problem->network;
    size_t size = (size_t)net->group_count * sizeof *lengths->price;
    RATIONAL(value);
    BIG(part);
    mpz_set(mpq_numref(value), sum);
    mpz_set_ui(mpq_denref(value), 0);
    for (int g = 0; g < net->group_count; g++) {
        mpz_set_si(part, lengths->price[g]);
        mpz_addmul_ui(mpq_denref(value), part, (unsigned long)net->groups[g].capacity);
    }
    mpq_canonicalize(value);
    *better = mpq_cmp(value, bound->value) > 0;
    if (!*better)
        return STATUS_OK;
    int64_t *prices = memory_new((size_t)net->group_count, sizeof *prices);
    TRY(memory_check(prices, failure, "prices"));
    memcpy(prices, lengths->price, size);
    FREE_ALL(bound->prices, bound->parts, bound->odd);
    bound->prices = prices;
    bound->parts = bound->odd = NULL;
    bound->odds = 0;
    mpq_set(bound->value, value);
    return STATUS_OK;
}

/* What costs little costs nothing: those below a part of the dearest one. */
static void drop_cheap(struct lengths *lengths, double part) {
    const struct network *net = lengths->problem->network;
    double most = 0;
    for (int g = 0; g < net->group_count; g++)
        most = lengths->weight[g] > most ? lengths->weight[g] : most;
    for (int g = 0; g < net->group_count; g++)
        if (lengths->weight[g] < part * most)
            lengths->weight[g] = 0;
}

/* Where ways take more of a group than of others it becomes dearer. */
static void weigh(struct lengths *lengths) {
    const struct network *net = lengths->problem->network;
    double most = 0;
    for (int g = 0; g < net->group_count; g++) {
        double load = lengths->load[g] / net->groups[g].capacity;
        most = load > most ? load : most;
    }
    for (int g = 0; g < net->group_count; g++)
        lengths->weight[g] *= 1 + STEP * lengths->load[g] / net->groups[g].capacity / most;
}

enum status network_lengths_better(const struct network_problem *problem,
                                   const struct network_orbits *orbits, const struct limits *limits,
                                   struct network_bound *bound, struct failure *failure) {
    if (problem->commodities[0].target == COMMODITY_TO_ALL)
        return STATUS_OK;
    CLEANUP(lengths_clear) struct lengths lengths = {0};
    BIG(sum);
    TRY(lengths_init(&lengths, problem, orbits, failure));
    enum status status = STATUS_OK;
    for (int turn = 0, idle = 0; turn < TURNS + DROPS && !status; turn++) {
        bool better = false;
        if (turn < TURNS && idle == IDLE_TURNS)
            turn = TURNS;
        if (turn >= TURNS)
            drop_cheap(&lengths, drops[turn - TURNS]);
        set_prices(&lengths);
        status = add_distances(&lengths, limits, sum, failure);
        if (!status)
            status = keep_better(&lengths, sum, bound, &better, failure);
        if (!status && turn < TURNS)
            weigh(&lengths);
        idle = better ? 0 : idle + 1;
    }
    return but_limits(status);
}
