/* SPDX-License-Identifier: MIT */
#include "solver/network/network_problem.h"

#include <limits.h>

#include "automata/memory.h"
#include "automata/require.h"

/* Where a chunk begins or ends: at the root, at the node of its number, at all. */
enum end { ROOT, OWN, ALL };

static const struct {
    const char *name;
    enum end source, target;
} collectives[COLLECTIVES] = {
    [COLLECTIVE_BROADCAST] = {"broadcast", ROOT, ALL},
    [COLLECTIVE_SCATTER] = {"scatter", ROOT, OWN},
    [COLLECTIVE_GATHER] = {"gather", OWN, ROOT},
    [COLLECTIVE_REDUCE] = {"reduce", ALL, ROOT},
    [COLLECTIVE_ALLGATHER] = {"allgather", OWN, ALL},
    [COLLECTIVE_ALLTOALL] = {"alltoall", OWN, OWN},
    [COLLECTIVE_REDUCE_SCATTER] = {"reduce-scatter", ALL, OWN},
    [COLLECTIVE_ALLREDUCE] = {"allreduce", OWN, ALL},
};

const char *collective_name(enum collective collective) {
    require((unsigned)collective < COLLECTIVES);
    return collectives[collective].name;
}

bool collective_has_root(enum collective collective) {
    require((unsigned)collective < COLLECTIVES);
    return collectives[collective].source == ROOT || collectives[collective].target == ROOT;
}

int64_t collective_chunks(enum collective collective, int nodes) {
    int own = (collectives[collective].source == OWN) + (collectives[collective].target == OWN);
    return own == 0 ? 1 : own == 1 ? nodes : (int64_t)nodes * nodes;
}

struct chunk_ends collective_chunk(enum collective collective, int nodes, int root, int chunk) {
    const int node[] = {[ROOT] = root, [OWN] = chunk, [ALL] = COMMODITY_TO_ALL};
    if (collective == COLLECTIVE_ALLTOALL)
        return (struct chunk_ends){chunk / nodes, chunk % nodes};
    return (struct chunk_ends){node[collectives[collective].source],
                               node[collectives[collective].target]};
}

bool collective_has_sizes(enum collective collective) {
    require((unsigned)collective < COLLECTIVES);
    return collective != COLLECTIVE_ALLREDUCE &&
           (collectives[collective].source == OWN || collectives[collective].target == OWN);
}

static bool is_party(const struct network_problem *problem, int end) {
    return end == COMMODITY_TO_ALL || network_takes_part(problem->network, end);
}

/* The most are those of all-to-all, which is for networks that are not large. */
enum { MOST_COMMODITIES = 10000000 };

static enum status put_commodities(struct network_problem *problem, struct failure *failure) {
    int n = problem->network->nodes;
    int64_t chunks = collective_chunks(problem->collective, n), count = chunks;
    if (problem->network->sizes)
        count = chunks / n * network_sizes_together(problem->network);
    else if (problem->collective == COLLECTIVE_ALLTOALL)
        count = chunks - n;
    if (count > MOST_COMMODITIES)
        return failure_limit(failure, "%s in a network of %d nodes is too large: at most %d chunks",
                             collective_name(problem->collective), n, MOST_COMMODITIES);
    TRY(memory_check(NEW(count, problem->commodities), failure, "a collective"));
    for (int chunk = 0, number = 0; chunk < chunks; chunk++) {
        struct chunk_ends ends = collective_chunk(problem->collective, n, problem->root, chunk);
        bool there = ends.source != ends.target && is_party(problem, ends.source) &&
                     is_party(problem, ends.target);
        int size = problem->network->sizes ? problem->network->sizes[chunk / (chunks / n)] : 1;
        if (problem->reversed)
            ends = (struct chunk_ends){ends.target, ends.source};
        for (int i = 0; i < size; i++, number++)
            if (there)
                problem->commodities[problem->commodity_count++] =
                    (struct commodity){ends.source, ends.target, number, i};
    }
    return problem->commodity_count > 0
               ? STATUS_OK
               : failure_input(failure, "by these sizes there is nothing to send");
}

/* What an index has: the key by which it is listed, or what the list says of it. */
typedef int number_of(const struct network_problem *problem, int i);

/* Lists the values of `count` indices, NULL: themselves, by their keys, 0..keys-1: counting sort.
 */
static enum status list_by_key(const struct network_problem *problem, int keys, int count,
                               number_of *key, number_of *value, int **list, int **first,
                               struct failure *failure) {
    TRY(memory_check(NEW(count, *list) && NEW((size_t)keys + 2, *first), failure, "a network"));
    int *at = *first + 2; /* the count of a key, then where the next one begins */
    for (int i = 0; i < count; i++)
        at[key(problem, i)]++;
    for (int k = 1; k < keys; k++)
        at[k] += at[k - 1];
    for (int i = 0; i < count; i++)
        (*list)[(*first)[key(problem, i) + 1]++] = value ? value(problem, i) : i;
    return STATUS_OK;
}

static int member(const struct network_problem *problem, int i) {
    return problem->network->members[i];
}

/* Groups stand one behind the other in `members`; of links, one each, in the order of these. */
static int group_of_member(const struct network_problem *problem, int i) {
    int low = 0, high = problem->network->group_count - 1;
    if (i <= high && problem->network->groups[i].first == i)
        return i;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (problem->network->groups[middle].first <= i)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static enum status put_lists(struct network_problem *problem, struct failure *failure) {
    const struct network *net = problem->network;
    TRY(list_by_key(problem, net->nodes, net->arc_count, problem_tail, NULL, &problem->leaving,
                    &problem->leaving_first, failure));
    TRY(list_by_key(problem, net->nodes, net->arc_count, problem_head, NULL, &problem->coming,
                    &problem->coming_first, failure));
    return list_by_key(problem, net->arc_count, net->member_count, member, group_of_member,
                       &problem->groups, &problem->groups_first, failure);
}

enum status network_problem_init(struct network_problem *problem, const struct network *network,
                                 enum collective collective, int root, struct failure *failure) {
    require((unsigned)collective < COLLECTIVES);
    CLEANUP(network_problem_clear)
    struct network_problem made = {.network = network,
                                   .collective = collective,
                                   .root = collective_has_root(collective) ? root : 0,
                                   .reversed = collectives[collective].source == ALL};
    if (made.root < 0 || made.root >= network->nodes)
        return failure_input(failure, "node %d is not in the network: it has 0 to %d", root,
                             network->nodes - 1);
    if (collective_has_root(collective) && !network_takes_part(network, made.root))
        return failure_input(failure, "node %d, the root, only forwards", made.root);
    if (network->sizes && !collective_has_sizes(collective))
        return failure_input(failure,
                             "%s has no sizes of nodes: allgather, reduce-scatter, scatter, gather "
                             "and alltoall have",
                             collective_name(collective));
    if (network->nodes < 2)
        return failure_input(failure, "a network of one node has nothing to send");
    if (network_problem_enough_steps(&made) == INT_MAX)
        return failure_limit(
            failure, "ways of %d nodes, with latencies up to %d, may have more than %d steps",
            network->nodes, network_longest_latency(network), INT_MAX);
    TRY(put_commodities(&made, failure));
    TRY(put_lists(&made, failure));
    *problem = TAKE(made);
    return STATUS_OK;
}

void network_problem_clear(struct network_problem *problem) {
    FREE_ALL(problem->commodities, problem->leaving, problem->leaving_first, problem->coming,
             problem->coming_first, problem->groups, problem->groups_first);
    *problem = (struct network_problem){0};
}

/* Their chunks, and so they, are in the order of the sources, then in that of the targets; and
 * nodes that an automorphism takes to each other have the same size. */
int network_problem_image(const struct network_problem *problem, int commodity, const int *image) {
    const struct commodity *own = &problem->commodities[commodity];
    int source = image[own->source];
    int target = own->target == COMMODITY_TO_ALL ? COMMODITY_TO_ALL : image[own->target];
    int low = 0, high = problem->commodity_count - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct commodity *one = &problem->commodities[middle];
        if (one->source < source || (one->source == source && one->target < target))
            low = middle + 1;
        else
            high = middle;
    }
    low += own->copy;
    require(problem->commodities[low].source == source &&
            problem->commodities[low].target == target);
    return low;
}

int problem_smallest_group(const struct network_problem *problem, int arc) {
    const struct network_group *groups = problem->network->groups;
    int best = problem->groups[problem->groups_first[arc]];
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (groups[problem->groups[i]].capacity < groups[best].capacity)
            best = problem->groups[i];
    return best;
}

enum status network_ways_init(struct network_ways *ways, const struct network_problem *problem,
                              struct failure *failure) {
    *ways = (struct network_ways){NULL, NULL, NULL, NULL};
    return memory_check(
        NEW(problem->network->nodes, ways->steps, ways->came, ways->queue, ways->waits), failure,
        "distances");
}

void network_ways_clear(struct network_ways *ways) {
    FREE_ALL(ways->steps, ways->came, ways->queue, ways->waits);
}

void network_ways_find(struct network_ways *ways, const struct network_problem *problem,
                       int source) {
    network_ways_without(ways, problem, source, false, -1);
}

/* By Bellman and Ford with a queue of those that were bettered: each waits in it once, so it is a
 * ring of all nodes. */
void network_ways_without(struct network_ways *ways, const struct network_problem *problem,
                          int start, bool back, int without) {
    const int *first = back ? problem->coming_first : problem->leaving_first;
    const int *arcs = back ? problem->coming : problem->leaving;
    int n = problem->network->nodes;
    for (int v = 0; v < n; v++)
        ways->steps[v] = INT_MAX;
    ways->steps[start] = 0;
    ways->queue[0] = start;
    for (int head = 0, waiting = 1; waiting > 0; waiting--) {
        int v = ways->queue[head];
        head = head + 1 < n ? head + 1 : 0;
        ways->waits[v] = false;
        for (int i = first[v]; i < first[v + 1]; i++) {
            int arc = arcs[i], w = back ? problem_tail(problem, arc) : problem_head(problem, arc);
            int there = ways->steps[v] + problem->network->arcs[arc].latency;
            if (arc == without || there >= ways->steps[w])
                continue;
            ways->steps[w] = there;
            ways->came[w] = arc;
            if (!ways->waits[w])
                ways->queue[(head + waiting++ - 1) % n] = w;
            ways->waits[w] = true;
        }
    }
}

enum status network_problem_least_steps(const struct network_problem *problem,
                                        const struct limits *limits, int *steps,
                                        struct failure *failure) {
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    int most = 0;
    TRY(network_ways_init(&ways, problem, failure));
    for (int k = 0, last = -1; k < problem->commodity_count; k++) {
        const struct commodity *commodity = &problem->commodities[k];
        if (commodity->source != last) {
            TRY(limits_check(limits, failure));
            network_ways_find(&ways, problem, commodity->source);
            last = commodity->source;
        }
        int first = commodity->target == COMMODITY_TO_ALL ? 0 : commodity->target;
        int end = commodity->target == COMMODITY_TO_ALL ? problem->network->nodes : first + 1;
        for (int v = first; v < end; v++)
            if (ways.steps[v] > most && problem_wants(problem, commodity->target, v))
                most = ways.steps[v];
    }
    *steps = most;
    return STATUS_OK;
}

int network_problem_enough_steps(const struct network_problem *problem) {
    int longest = network_longest_latency(problem->network), nodes = problem->network->nodes;
    return longest > INT_MAX / nodes ? INT_MAX : (nodes - 1) * longest;
}
