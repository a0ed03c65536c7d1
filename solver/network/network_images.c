/* SPDX-License-Identifier: MIT */
#include "solver/network/network_images.h"

#include "automata/memory.h"

enum status network_images_init(struct network_images *images,
                                const struct network_problem *problem, struct failure *failure) {
    size_t arcs = (size_t)problem->network->arc_count;
    size_t groups = (size_t)problem->network->group_count;
    *images = (struct network_images){.problem = problem,
                                      .arc = memory_new(arcs, sizeof *images->arc),
                                      .group = memory_new(groups, sizeof *images->group),
                                      .moved_arcs = memory_new(arcs, sizeof *images->arc),
                                      .moved_groups = memory_new(groups, sizeof *images->group),
                                      .taken = memory_new(groups, sizeof *images->taken)};
    TRY(memory_check(images->arc && images->group && images->moved_arcs && images->moved_groups &&
                         images->taken,
                     failure, "symmetries"));
    for (int a = 0; a < problem->network->arc_count; a++)
        images->arc[a] = a;
    for (int g = 0; g < problem->network->group_count; g++)
        images->group[g] = g;
    return STATUS_OK;
}

void network_images_clear(struct network_images *images) {
    FREE_ALL(images->arc, images->group, images->moved_arcs, images->moved_groups, images->taken);
    *images = (struct network_images){0};
}

/* The identity again. */
static void stay(struct network_images *images) {
    for (int i = 0; i < images->moved_arc_count; i++)
        images->arc[images->moved_arcs[i]] = images->moved_arcs[i];
    for (int i = 0; i < images->moved_group_count; i++) {
        int g = images->moved_groups[i];
        images->taken[images->group[g]] = false;
        images->group[g] = g;
    }
    images->moved_arc_count = images->moved_group_count = 0;
}

static bool move_arc(struct network_images *images, const int *image, int a) {
    const struct network *net = images->problem->network;
    int b = network_arc_number(net, image[net->arcs[a].from], image[net->arcs[a].to]);
    if (b < 0 || net->arcs[b].latency != net->arcs[a].latency)
        return false;
    images->arc[a] = b;
    images->moved_arcs[images->moved_arc_count++] = a;
    return true;
}

/* Those of nodes that move; an arc between two of them is seen where it begins. */
static bool move_arcs(struct network_images *images, const int *image) {
    const struct network_problem *problem = images->problem;
    for (int v = 0; v < problem->network->nodes; v++)
        for (int i = 0; image[v] != v && i < problem_degree(problem, v); i++) {
            int a = problem_arc_at(problem, v, i), from = problem->network->arcs[a].from;
            if ((from == v || image[from] == from) && !move_arc(images, image, a))
                return false;
        }
    return true;
}

static bool is_member(const struct network_problem *problem, int arc, int group) {
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (problem->groups[i] == group)
            return true;
    return false;
}

/* May a group be the image of another one, by all but their arcs? A port goes with its node. */
static bool are_alike(const struct network *net, const int *image, int g, int other) {
    const struct network_group *own = &net->groups[g], *to = &net->groups[other];
    return own->count == to->count && own->capacity == to->capacity &&
           (own->port ? image[own->port - 1] + 1 : 0) == to->port;
}

static bool is_image(const struct network_images *images, const int *image, int g, int other) {
    const struct network *net = images->problem->network;
    const struct network_group *group = &net->groups[g];
    if (images->taken[other] || !are_alike(net, image, g, other))
        return false;
    for (int i = 0; i < group->count; i++)
        if (!is_member(images->problem, images->arc[net->members[group->first + i]], other))
            return false;
    return true;
}

/* A group is its own image unless an arc of it leaves it: arcs are taken to different arcs. Of
 * several groups with the same arcs each has an image of its own. */
static bool move_group(struct network_images *images, const int *image, int g, int arc) {
    const struct network_problem *problem = images->problem;
    int to = images->arc[arc];
    if (images->group[g] != g)
        return true;
    if (is_member(problem, to, g))
        return are_alike(problem->network, image, g, g);
    for (int i = problem->groups_first[to]; i < problem->groups_first[to + 1]; i++)
        if (is_image(images, image, g, problem->groups[i])) {
            images->group[g] = problem->groups[i];
            images->taken[problem->groups[i]] = true;
            images->moved_groups[images->moved_group_count++] = g;
            return true;
        }
    return false;
}

bool network_images_set(struct network_images *images, const int *image) {
    const struct network_problem *problem = images->problem;
    stay(images);
    if (collective_has_root(problem->collective) && image[problem->root] != problem->root)
        return false;
    for (int v = 0; v < problem->network->nodes && problem->network->forwards; v++)
        if (problem->network->forwards[v] != problem->network->forwards[image[v]])
            return false;
    for (int v = 0; v < problem->network->nodes && problem->network->sizes; v++)
        if (problem->network->sizes[v] != problem->network->sizes[image[v]])
            return false;
    if (!move_arcs(images, image))
        return false;
    for (int i = 0; i < images->moved_arc_count; i++) {
        int a = images->moved_arcs[i];
        for (int j = problem->groups_first[a]; j < problem->groups_first[a + 1]; j++)
            if (!move_group(images, image, problem->groups[j], a))
                return false;
    }
    return true;
}
