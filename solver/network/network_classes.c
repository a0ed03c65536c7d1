/* SPDX-License-Identifier: MIT */
#include "solver/network/network_classes.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

enum { NONE = -1 };

static const int *element(const struct network_classes *classes, int i) {
    return classes->group.images + (size_t)i * (size_t)classes->problem->network->nodes;
}

static int arc_image(const struct network_classes *classes, int arc, const int *image) {
    const struct network *net = classes->problem->network;
    int to = network_arc_number(net, image[net->arcs[arc].from], image[net->arcs[arc].to]);
    require(to >= 0);
    return to;
}

static void find_sources(struct network_classes *classes) {
    int nodes = classes->problem->network->nodes;
    for (int v = 0; v < nodes; v++) {
        bool least = true;
        for (int i = 1; i < classes->group.order && least; i++)
            least = element(classes, i)[v] > v;
        if (least)
            classes->sources[classes->source_count++] = v;
    }
}

static void find_arc_orbits(struct network_classes *classes) {
    int arcs = classes->problem->network->arc_count;
    for (int a = 0; a < arcs; a++)
        classes->orbit[a] = NONE;
    for (int a = 0; a < arcs; a++) {
        if (classes->orbit[a] != NONE)
            continue;
        for (int i = 0; i < classes->group.order; i++)
            classes->orbit[arc_image(classes, a, element(classes, i))] = classes->orbit_count;
        classes->orbit_count++;
    }
}

/* --- groups --- */

static bool is_member(const struct network_problem *problem, int arc, int group) {
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (problem->groups[i] == group)
            return true;
    return false;
}

/* The image of a group, of those with the same arcs one that has no class yet if there is one. */
static int group_image(const struct network_classes *classes, int g, const int *image,
                       const int *class_of) {
    const struct network_problem *problem = classes->problem;
    const struct network *net = problem->network;
    const struct network_group *group = &net->groups[g];
    int first = arc_image(classes, net->members[group->first], image), found = NONE;
    for (int i = problem->groups_first[first]; i < problem->groups_first[first + 1]; i++) {
        int to = problem->groups[i];
        bool same =
            net->groups[to].count == group->count && net->groups[to].capacity == group->capacity;
        for (int j = 1; j < group->count && same; j++)
            same =
                is_member(problem, arc_image(classes, net->members[group->first + j], image), to);
        if (same && (found == NONE || class_of[found] != NONE))
            found = to;
    }
    require(found != NONE);
    return found;
}

/* Of each group its class. */
static void find_classes(struct network_classes *classes, int *class_of) {
    const struct network *net = classes->problem->network;
    for (int g = 0; g < net->group_count; g++)
        class_of[g] = NONE;
    for (int g = 0; g < net->group_count; g++) {
        int own = classes->class_count, size = 0;
        if (class_of[g] != NONE)
            continue;
        for (int i = 0; i < classes->group.order; i++) {
            int to = group_image(classes, g, element(classes, i), class_of);
            size += class_of[to] == NONE;
            class_of[to] = own;
        }
        classes->capacity[own] = net->groups[g].capacity;
        classes->share[own] = classes->group.order / size;
        classes->class_count++;
    }
}

/* Those of the first arc of each orbit; false where one is there twice. */
static bool list_classes(struct network_classes *classes, const int *class_of) {
    const struct network_problem *problem = classes->problem;
    int count = 0, orbit = 0;
    for (int a = 0; a < problem->network->arc_count; a++) {
        if (classes->orbit[a] != orbit)
            continue;
        int first = count;
        for (int i = problem->groups_first[a]; i < problem->groups_first[a + 1]; i++) {
            int own = class_of[problem->groups[i]];
            for (int j = first; j < count; j++)
                if (classes->classes[j] == own)
                    return false;
            classes->classes[count++] = own;
        }
        classes->classes_first[++orbit] = count;
    }
    return true;
}

/* --- distances --- */

/* From each source to all, and from its images to theirs. */
static enum status find_distances(struct network_classes *classes, const struct limits *limits,
                                  struct failure *failure) {
    size_t nodes = (size_t)classes->problem->network->nodes;
    CLEANUP(network_ways_clear) struct network_ways ways = {NULL, NULL, NULL};
    TRY(network_ways_init(&ways, classes->problem, failure));
    for (int k = 0; k < classes->source_count; k++) {
        TRY(limits_check(limits, failure));
        network_ways_find(&ways, classes->problem, classes->sources[k]);
        for (int i = 0; i < classes->group.order; i++) {
            const int *image = element(classes, i);
            int *row = classes->distance + (size_t)image[classes->sources[k]] * nodes;
            for (size_t v = 0; v < nodes; v++)
                row[image[v]] = ways.steps[v];
        }
    }
    return STATUS_OK;
}

/* --- all --- */

/* What is sent together counts together: in rounds of a step where it is sent. */
static bool counts_alike(const struct network_problem *problem) {
    const struct network *net = problem->network;
    for (int g = 0; g < net->group_count; g++)
        if (net->groups[g].port)
            return false;
    for (int a = 1; a < net->arc_count && problem->reversed; a++)
        if (net->arcs[a].latency != net->arcs[0].latency)
            return false;
    return true;
}

static enum status open_classes(struct network_classes *classes, struct failure *failure) {
    const struct network *net = classes->problem->network;
    size_t nodes = (size_t)net->nodes, arcs = (size_t)net->arc_count;
    size_t groups = (size_t)net->group_count;
    classes->sources = memory_new(nodes, sizeof *classes->sources);
    classes->orbit = memory_new(arcs, sizeof *classes->orbit);
    classes->capacity = memory_new(groups, sizeof *classes->capacity);
    classes->share = memory_new(groups, sizeof *classes->share);
    classes->classes = memory_new((size_t)net->member_count, sizeof *classes->classes);
    classes->classes_first = memory_new(arcs + 1, sizeof *classes->classes_first);
    classes->distance = memory_new(nodes * nodes, sizeof *classes->distance);
    return classes->sources && classes->orbit && classes->capacity && classes->share &&
                   classes->classes && classes->classes_first && classes->distance
               ? STATUS_OK
               : failure_memory(failure, "symmetries");
}

static enum status find_group(const struct network_problem *problem, const struct limits *limits,
                              struct network_free *group, struct failure *failure) {
    CLEANUP(network_automorphisms_clear) struct network_automorphisms all = {.images = NULL};
    const struct limits few = network_automorphisms_limits(limits, AUTOMORPHISMS_FEW);
    TRY(network_automorphisms_find(problem, NONE, &few, &all, failure));
    TRY(network_free_find(&all, problem->network->nodes, limits, group, failure));
    if (group->order == problem->network->nodes)
        return STATUS_OK;
    struct network_free shifts;
    TRY(network_free_shifts(problem, &shifts, failure));
    if (shifts.order > group->order) {
        network_free_clear(group);
        *group = shifts;
    }
    return STATUS_OK;
}

enum status network_classes_find(const struct network_problem *problem, const struct limits *limits,
                                 struct network_classes *classes, bool *usable,
                                 struct failure *failure) {
    CLEANUP(network_classes_clear) struct network_classes made = {.problem = problem};
    FREED int *class_of = memory_new((size_t)problem->network->group_count, sizeof *class_of);
    require(!collective_has_root(problem->collective) &&
            problem->commodities[0].target == COMMODITY_TO_ALL);
    *usable = false;
    TRY(memory_check(class_of, failure, "symmetries"));
    if (problem->network->nodes > FREE_MOST_NODES || !counts_alike(problem))
        return STATUS_OK;
    TRY(find_group(problem, limits, &made.group, failure));
    if (made.group.order < 2)
        return STATUS_OK;
    TRY(open_classes(&made, failure));
    find_sources(&made);
    find_arc_orbits(&made);
    find_classes(&made, class_of);
    if (!list_classes(&made, class_of))
        return STATUS_OK;
    TRY(find_distances(&made, limits, failure));
    *usable = true;
    *classes = TAKE(made);
    return STATUS_OK;
}

void network_classes_clear(struct network_classes *classes) {
    network_free_clear(&classes->group);
    FREE_ALL(classes->sources, classes->orbit, classes->capacity, classes->share, classes->classes,
             classes->classes_first, classes->distance);
    *classes = (struct network_classes){.problem = NULL};
}
