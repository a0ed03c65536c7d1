/* SPDX-License-Identifier: MIT */
#include "solver/network/network_loads.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum status network_loads_init(struct network_loads *loads, const struct network_problem *problem,
                               struct failure *failure) {
    int ring = network_longest_latency(problem->network) + 1;
    size_t groups = (size_t)problem->network->group_count;
    *loads = (struct network_loads){problem, ring,
                                    memory_new((size_t)ring * groups, sizeof *loads->load)};
    return loads->load ? STATUS_OK : failure_memory(failure, "a schedule");
}

void network_loads_clear(struct network_loads *loads) {
    free(loads->load);
    loads->load = NULL;
}

/* Of a group. In reductions a sending is there in internal time when it is sent, and the other way
 * round. */
static int *load_of(const struct network_loads *loads, int group, int arc, int step) {
    const struct network_problem *problem = loads->problem;
    const struct network *net = problem->network;
    int late = network_late(net, group, arc);
    if (problem->reversed)
        late = net->arcs[arc].latency - 1 - late;
    return loads->load + (size_t)((step + late) % loads->ring) * (size_t)net->group_count + group;
}

bool network_loads_have_room(const struct network_loads *loads, int arc, int step) {
    const struct network_problem *problem = loads->problem;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (*load_of(loads, problem->groups[i], arc, step) >=
            problem->network->groups[problem->groups[i]].capacity)
            return false;
    return true;
}

void network_loads_add(struct network_loads *loads, int arc, int step) {
    const struct network_problem *problem = loads->problem;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        ++*load_of(loads, problem->groups[i], arc, step);
}

void network_loads_end(struct network_loads *loads, int step) {
    size_t groups = (size_t)loads->problem->network->group_count;
    memset(loads->load + (size_t)(step % loads->ring) * groups, 0, groups * sizeof *loads->load);
}
