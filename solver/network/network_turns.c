/* SPDX-License-Identifier: MIT */
#include "solver/network/network_turns.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/network/network_automorphisms.h"

enum { NOWHERE = -1 };

struct search {
    const struct network_problem *problem;
    int cycle;   /* k */
    int *image;  /* NOWHERE: not decided */
    int *order;  /* the nodes, each behind a neighbour */
    bool *taken; /* is an image */
    int alone;   /* nodes that may be their own images */
    long choices;
    const struct limits *limits;
};

/* By levels from node 0, and from what is not reached from there; `image` marks who is there. */
static void put_in_order(struct search *search) {
    const struct network_problem *problem = search->problem;
    int reached = 0;
    for (int v = 0; v < problem->network->nodes; v++)
        search->image[v] = NOWHERE;
    for (int next = 0, from = 0; next < problem->network->nodes; next++) {
        while (next == reached && search->image[from] != NOWHERE)
            from++;
        if (next == reached) {
            search->image[from] = 0;
            search->order[reached++] = from;
        }
        for (int v = search->order[next], i = 0; i < problem_degree(problem, v); i++) {
            int u = problem_neighbour(problem, v, i);
            if (search->image[u] == NOWHERE) {
                search->image[u] = 0;
                search->order[reached++] = u;
            }
        }
    }
    for (int v = 0; v < problem->network->nodes; v++)
        search->image[v] = NOWHERE;
}

/* The arcs between v and nodes whose images are decided have images of the same sort. */
static bool can_go(const struct search *search, int v, int u) {
    const struct network_problem *problem = search->problem;
    bool rooted = collective_has_root(problem->collective);
    if (search->taken[u] || problem_degree(problem, v) != problem_degree(problem, u) ||
        (rooted && (v == problem->root) != (u == problem->root)) ||
        network_takes_part(problem->network, v) != network_takes_part(problem->network, u) ||
        network_node_size(problem->network, v) != network_node_size(problem->network, u))
        return false;
    for (int i = 0; i < problem_degree(problem, v); i++) {
        int arc = problem_arc_at(problem, v, i);
        int image = search->image[problem_neighbour(problem, v, i)];
        if (image == NOWHERE)
            continue;
        bool leaves = problem->network->arcs[arc].from == v;
        int other = network_arc_number(problem->network, leaves ? u : image, leaves ? image : u);
        if (other < 0 || network_arc_sort(problem, other) != network_arc_sort(problem, arc))
            return false;
    }
    return true;
}

static bool complete(struct search *search, int place);

/* Whether v can go to u, and the rest be completed; `left` nodes of the cycle, which began at
 * `start`, are still to be found. */
static bool go(struct search *search, int place, int start, int v, int u, int left) {
    int nodes = search->problem->network->nodes;
    if (!can_go(search, v, u) || ++search->choices > TURN_CHOICES || limits_stop(search->limits))
        return false;
    search->image[v] = u;
    search->taken[u] = true;
    bool found = left == 0 && complete(search, place + 1);
    for (int i = 1; i <= nodes && left > 0 && !found; i++) {
        int next = left == 1 ? start : (u + i) % nodes;
        if (left == 1 ? i == 1 : next != start && search->image[next] == NOWHERE)
            found = go(search, place, start, u, next, left - 1);
    }
    if (!found) {
        search->image[v] = NOWHERE;
        search->taken[u] = false;
    }
    return found;
}

/* Whether the nodes order[place..] can be turned; v itself is the last one that is tried. */
static bool complete(struct search *search, int place) {
    int nodes = search->problem->network->nodes;
    while (place < nodes && search->image[search->order[place]] != NOWHERE)
        place++;
    if (place == nodes)
        return true;
    int v = search->order[place];
    for (int i = 1; i < nodes; i++) {
        int u = (v + i) % nodes;
        if (search->image[u] == NOWHERE && go(search, place, v, v, u, search->cycle - 1))
            return true;
    }
    if (search->alone == 0)
        return false;
    search->alone--;
    bool found = go(search, place, v, v, v, 0);
    search->alone += !found;
    return found;
}

/* Of arcs and commodities; *found is false where a group has no image. */
static enum status extend(const struct network_problem *problem, struct network_turn *turn,
                          bool *found, struct failure *failure) {
    const struct network *net = problem->network;
    int *nodes = turn->image, *arcs = nodes + net->nodes, *commodities = arcs + net->arc_count;
    CLEANUP(network_images_clear) struct network_images images;
    TRY(network_images_init(&images, problem, failure));
    *found = network_images_set(&images, nodes);
    if (*found)
        memcpy(arcs, images.arc, (size_t)net->arc_count * sizeof *arcs);
    for (int k = 0; k < problem->commodity_count && *found; k++)
        commodities[k] = network_problem_image(problem, k, nodes);
    turn->nodes = nodes;
    turn->arcs = arcs;
    turn->commodities = commodities;
    return STATUS_OK;
}

static void search_clear(struct search *search) {
    FREE_ALL(search->order, search->taken);
}

enum status network_turn_find(const struct network_problem *problem, int order,
                              const struct limits *limits, struct network_turn *turn, bool *found,
                              struct failure *failure) {
    const struct network *net = problem->network;
    CLEANUP(search_clear)
    struct search search = {
        .problem = problem, .cycle = order, .alone = net->nodes % order, .limits = limits};
    CLEANUP(network_turn_clear) struct network_turn made = {.order = order};
    size_t images = (size_t)net->nodes + (size_t)net->arc_count + (size_t)problem->commodity_count;
    *found = false;
    if (search.alone == 0 && collective_has_root(problem->collective))
        search.alone = order;
    TRY(memory_check(NEW(images, made.image) && NEW(net->nodes, search.order, search.taken),
                     failure, "a turn"));
    search.image = made.image;
    put_in_order(&search);
    if (complete(&search, 0))
        TRY(extend(problem, &made, found, failure));
    if (*found)
        *turn = TAKE(made);
    return STATUS_OK;
}

void network_turn_clear(struct network_turn *turn) {
    free(turn->image);
    *turn = (struct network_turn){.order = 0};
}
