/* SPDX-License-Identifier: MIT */
#include "solver/network/network_growth.h"

#include "automata/memory.h"

/* Of a node: its arcs, what they carry together, and those in the group that is looked at. */
struct leaving {
    int arcs, group, seen, shift;
    int64_t most;
};

/* A group with all arcs that leave a node limits it, if all these count in the same step. */
static void look_at_group(const struct network_problem *problem, int g, struct leaving *nodes,
                          int *carries) {
    const struct network *network = problem->network;
    const struct network_group *group = &network->groups[g];
    for (int i = group->first; i < group->first + group->count; i++) {
        int arc = network->members[i], late = network_late(network, g, arc);
        /* so many steps after the internal one it counts, but for what is the same for all */
        int shift = problem->reversed ? network->arcs[arc].latency - late : late;
        struct leaving *node = &nodes[problem_tail(problem, arc)];
        if (node->group != g + 1)
            node->group = g + 1, node->seen = 0, node->shift = shift;
        node->seen += shift == node->shift;
        if (node->seen == node->arcs && group->capacity < node->most)
            node->most = group->capacity;
        if (carries[arc] == 0 || group->capacity < carries[arc])
            carries[arc] = group->capacity;
    }
}

enum status network_growth_of(const struct network_problem *problem, struct network_growth *growth,
                              struct failure *failure) {
    const struct network *network = problem->network;
    FREED struct leaving *nodes = memory_new((size_t)network->nodes, sizeof *nodes);
    FREED int64_t *sums = memory_new((size_t)network->nodes, sizeof *sums);
    FREED int *carries = memory_new((size_t)network->arc_count, sizeof *carries);
    TRY(memory_check(nodes && sums && carries, failure, "the ports of a network"));
    *growth = (struct network_growth){.latency = NETWORK_MOST_LATENCY};
    for (int a = 0; a < network->arc_count; a++) {
        struct leaving *node = &nodes[problem_tail(problem, a)];
        node->arcs++;
        node->most = INT64_MAX;
        if (network->arcs[a].latency < growth->latency)
            growth->latency = network->arcs[a].latency;
    }
    for (int g = 0; g < network->group_count; g++)
        look_at_group(problem, g, nodes, carries);
    for (int a = 0; a < network->arc_count; a++)
        sums[problem_tail(problem, a)] += carries[a];
    for (int v = 0; v < network->nodes; v++) {
        int64_t most = sums[v] < nodes[v].most ? sums[v] : nodes[v].most;
        growth->ports = most > growth->ports ? most : growth->ports;
    }
    return STATUS_OK;
}

/* Some item leaves the source c = floor(ports q / p) times at most; s steps behind its first
 * arrival elsewhere those who have it by one of these messages are f_s at most, f_s = f_(s-1) +
 * ports f_(s-latency), f_s = 1 below the latency. */
enum status network_growth_delay(const struct network_growth *growth, int parties, int items,
                                 int per, int *delay, struct failure *failure) {
    int l = growth->latency;
    int64_t times = growth->ports * per / items, wanted = parties - 1;
    FREED int64_t *f = memory_new((size_t)l, sizeof *f); /* the last ones, by s modulo l */
    TRY(memory_check(f, failure, "a bound on delays"));
    int64_t one = times > 0 ? (wanted + times - 1) / times : 0, reached = 1;
    int s = 0;
    for (; reached < one; s++) {
        if (s + 1 >= l) /* f_(s+1-l) is at most the f_s that is here: no overflow */
            reached += growth->ports * (s + 1 == l ? 1 : f[(s + 1) % l]);
        f[(s + 1) % l] = reached;
    }
    *delay = one > 0 ? l + s : 0;
    return STATUS_OK;
}
