/* SPDX-License-Identifier: MIT */
#include "solver/network/network_symmetry.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { NOWHERE = -1 };

struct symmetry {
    const struct network_problem *problem;
    int n;
    uint64_t *sort; /* of the pair u, v: 0 where there is no arc; equal where arcs are alike */
    int *image;
    bool *taken;
    int *order; /* nodes in the order in which they are mapped; `ordered` of them */
    int ordered;
    long choices;
    int *arc; /* orbits, by union and find */
    int *arc_image;
    int *room; /* for the arcs of a group */
    struct network_orbits *orbits;
};

static int name_of(int *parent, int i) {
    for (; parent[i] != i; i = parent[i])
        parent[i] = parent[parent[i]];
    return i;
}

/* The least of both becomes the name. */
static void unite(int *parent, int i, int j) {
    i = name_of(parent, i);
    j = name_of(parent, j);
    parent[i > j ? i : j] = i < j ? i : j;
}

static void names_start(int *parent, int count) {
    for (int i = 0; i < count; i++)
        parent[i] = i;
}

/* --- what arcs have in common --- */

static uint64_t mix(uint64_t sum, uint64_t value) {
    return (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

/* Of groups in any order. */
uint64_t network_arc_sort(const struct network_problem *problem, int arc) {
    const struct network *net = problem->network;
    uint64_t sum = 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        const struct network_group *group = &net->groups[problem->groups[i]];
        sum += mix(mix(1, (uint64_t)group->capacity), (uint64_t)group->count);
    }
    return mix(sum, (uint64_t)net->arcs[arc].latency) | 1;
}

/* --- the search --- */

static uint64_t between(const struct symmetry *symmetry, int u, int v) {
    return symmetry->sort[u * symmetry->n + v];
}

static bool can_go(const struct symmetry *symmetry, int place, int v, int u) {
    const struct network_problem *problem = symmetry->problem;
    bool rooted = collective_has_root(problem->collective);
    if (symmetry->taken[u] || (rooted && (v == problem->root) != (u == problem->root)))
        return false;
    for (int i = 0; i < place; i++) {
        int w = symmetry->order[i], x = symmetry->image[w];
        if (between(symmetry, v, w) != between(symmetry, u, x) ||
            between(symmetry, w, v) != between(symmetry, x, u))
            return false;
    }
    return true;
}

static bool go(struct symmetry *symmetry, int place, int u);

static bool complete(struct symmetry *symmetry, int place) {
    if (place == symmetry->n)
        return true;
    for (int u = 0; u < symmetry->n; u++)
        if (go(symmetry, place, u))
            return true;
    return false;
}

static bool go(struct symmetry *symmetry, int place, int u) {
    int v = symmetry->order[place];
    if (symmetry->choices > SYMMETRY_CHOICES || !can_go(symmetry, place, v, u))
        return false;
    symmetry->choices++;
    symmetry->image[v] = u;
    symmetry->taken[u] = true;
    if (complete(symmetry, place + 1))
        return true;
    symmetry->taken[u] = false;
    return false;
}

/* The two ends of an arc, then the others, each behind a neighbour. */
static void put_in_order(struct symmetry *symmetry, int arc) {
    const struct network_arc *a = &symmetry->problem->network->arcs[arc];
    bool *there = symmetry->taken;
    memset(there, 0, (size_t)symmetry->n * sizeof *there);
    symmetry->order[0] = a->from;
    symmetry->order[1] = a->to;
    there[a->from] = there[a->to] = true;
    int count = 2;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < symmetry->n; v++)
            if (!there[v] && (between(symmetry, symmetry->order[i], v) ||
                              between(symmetry, v, symmetry->order[i]))) {
                there[v] = true;
                symmetry->order[count++] = v;
            }
    memset(there, 0, (size_t)symmetry->n * sizeof *there);
}

/* An automorphism that takes the arc whose ends come first in the order to another one. */
static bool takes_arc(struct symmetry *symmetry, const struct network_arc *to) {
    symmetry->choices = 0;
    memset(symmetry->taken, 0, (size_t)symmetry->n * sizeof *symmetry->taken);
    if (!can_go(symmetry, 0, symmetry->order[0], to->from))
        return false;
    symmetry->image[symmetry->order[0]] = to->from;
    symmetry->taken[to->from] = true;
    return go(symmetry, 1, to->to);
}

/* --- what an automorphism takes to each other --- */

static int by_number(const void *a, const void *b) {
    int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

int network_group_image(const struct network_problem *problem, int g, const int *arcs, int *room) {
    const struct network *net = problem->network;
    const struct network_group *group = &net->groups[g];
    /* A port's node is an end of each of its arcs. */
    const struct network_arc *own = &net->arcs[net->members[group->first]];
    const struct network_arc *image = &net->arcs[arcs[net->members[group->first]]];
    int port = !group->port ? 0 : (group->port == own->to + 1 ? image->to : image->from) + 1;
    for (int i = 0; i < group->count; i++)
        room[i] = arcs[net->members[group->first + i]];
    qsort(room, (size_t)group->count, sizeof *room, by_number);
    for (int i = problem->groups_first[room[0]]; i < problem->groups_first[room[0] + 1]; i++) {
        const struct network_group *other = &net->groups[problem->groups[i]];
        if (other->count == group->count && other->capacity == group->capacity &&
            other->port == port &&
            memcmp(room, net->members + other->first, (size_t)group->count * sizeof *room) == 0)
            return problem->groups[i];
    }
    return -1;
}

static enum status keep_image(struct symmetry *symmetry, struct failure *failure) {
    struct network_orbits *orbits = symmetry->orbits;
    size_t n = (size_t)symmetry->n, count = (size_t)orbits->count;
    int *images = memory_resize(orbits->images, (count + 1) * n, sizeof *images);
    if (!images)
        return failure_memory(failure, "symmetries");
    memcpy(images + count * n, symmetry->image, n * sizeof *images);
    orbits->images = images;
    orbits->count++;
    return STATUS_OK;
}

/* False, with nothing united, unless each group is taken to a group. */
static bool unite_images(struct symmetry *symmetry) {
    const struct network_problem *problem = symmetry->problem;
    const struct network *net = problem->network;
    const int *image = symmetry->image;
    int *room = symmetry->room;
    for (int a = 0; a < net->arc_count; a++)
        symmetry->arc_image[a] =
            network_arc_number(net, image[net->arcs[a].from], image[net->arcs[a].to]);
    for (int g = 0; g < net->group_count; g++)
        if (network_group_image(problem, g, symmetry->arc_image, room) < 0)
            return false;
    for (int a = 0; a < net->arc_count; a++)
        unite(symmetry->arc, a, symmetry->arc_image[a]);
    for (int g = 0; g < net->group_count; g++)
        unite(symmetry->orbits->group, g,
              network_group_image(problem, g, symmetry->arc_image, room));
    for (int k = 0; k < problem->commodity_count; k++)
        unite(symmetry->orbits->commodity, k, network_problem_image(problem, k, image));
    return true;
}

static enum status search(struct symmetry *symmetry, struct failure *failure) {
    const struct network *net = symmetry->problem->network;
    for (int a = 0; a < net->arc_count; a++) {
        if (name_of(symmetry->arc, a) != a)
            continue;
        put_in_order(symmetry, a);
        uint64_t sort = between(symmetry, net->arcs[a].from, net->arcs[a].to);
        for (int b = a + 1; b < net->arc_count; b++)
            if (name_of(symmetry->arc, b) == b &&
                between(symmetry, net->arcs[b].from, net->arcs[b].to) == sort &&
                takes_arc(symmetry, &net->arcs[b]) && unite_images(symmetry))
                TRY(keep_image(symmetry, failure));
    }
    return STATUS_OK;
}

static enum status symmetry_open(struct symmetry *symmetry, struct failure *failure) {
    const struct network *net = symmetry->problem->network;
    size_t n = (size_t)symmetry->n, arcs = (size_t)net->arc_count;
    symmetry->room = memory_new(arcs, sizeof *symmetry->room);
    symmetry->sort = memory_new(n * n, sizeof *symmetry->sort);
    symmetry->image = memory_new(n, sizeof *symmetry->image);
    symmetry->taken = memory_new(n, sizeof *symmetry->taken);
    symmetry->order = memory_new(n, sizeof *symmetry->order);
    symmetry->arc = memory_new(arcs, sizeof *symmetry->arc);
    symmetry->arc_image = memory_new(arcs, sizeof *symmetry->arc_image);
    if (!symmetry->room || !symmetry->sort || !symmetry->image || !symmetry->taken ||
        !symmetry->order || !symmetry->arc || !symmetry->arc_image)
        return failure_memory(failure, "symmetries");
    for (int a = 0; a < net->arc_count; a++)
        symmetry->sort[net->arcs[a].from * symmetry->n + net->arcs[a].to] =
            network_arc_sort(symmetry->problem, a);
    names_start(symmetry->arc, net->arc_count);
    return STATUS_OK;
}

static void symmetry_close(struct symmetry *symmetry) {
    free(symmetry->room);
    free(symmetry->sort);
    free(symmetry->image);
    free(symmetry->taken);
    free(symmetry->order);
    free(symmetry->arc);
    free(symmetry->arc_image);
}

/* The least of each orbit in place of any other. */
static void names_end(struct network_orbits *orbits, const struct network_problem *problem) {
    for (int g = 0; g < problem->network->group_count; g++)
        orbits->group[g] = name_of(orbits->group, g);
    for (int k = 0; k < problem->commodity_count; k++)
        orbits->commodity[k] = name_of(orbits->commodity, k);
}

enum status network_orbits_find(const struct network_problem *problem,
                                struct network_orbits *orbits, struct failure *failure) {
    const struct network *net = problem->network;
    CLEANUP(network_orbits_clear)
    struct network_orbits made = {
        .group = memory_new((size_t)net->group_count, sizeof *made.group),
        .commodity = memory_new((size_t)problem->commodity_count, sizeof *made.commodity)};
    struct symmetry symmetry = {.problem = problem, .n = net->nodes, .orbits = &made};
    enum status status = STATUS_OK;
    if (!made.group || !made.commodity)
        return failure_memory(failure, "symmetries");
    names_start(made.group, net->group_count);
    names_start(made.commodity, problem->commodity_count);
    if (net->nodes <= SYMMETRY_MOST_NODES) {
        status = symmetry_open(&symmetry, failure);
        if (!status)
            status = search(&symmetry, failure);
        symmetry_close(&symmetry);
    }
    names_end(&made, problem);
    if (!status)
        *orbits = TAKE(made);
    return status;
}

void network_orbits_clear(struct network_orbits *orbits) {
    free(orbits->group);
    free(orbits->commodity);
    free(orbits->images);
    *orbits = (struct network_orbits){0};
}

static bool is_there(const int *images, int count, const int *image, size_t n) {
    for (int i = count - 1; i >= 0; i--)
        if (memcmp(images + (size_t)i * n, image, n * sizeof *image) == 0)
            return true;
    return false;
}

enum status network_orbits_close(const struct network_orbits *orbits, int nodes, int most,
                                 int **images, int *count, struct failure *failure) {
    size_t n = (size_t)nodes;
    FREED int *all = memory_new(((size_t)most + 1) * n, sizeof *all);
    if (!all)
        return failure_memory(failure, "symmetries");
    for (int v = 0; v < nodes; v++)
        all[v] = v;
    *count = 1;
    for (int i = 0; i < *count && *count <= most; i++)
        for (int g = 0; g < orbits->count && *count <= most; g++) {
            int *product = all + (size_t)*count * n;
            for (int v = 0; v < nodes; v++)
                product[v] = orbits->images[(size_t)g * n + (size_t)all[(size_t)i * n + (size_t)v]];
            *count += !is_there(all, *count, product, n);
        }
    if (*count > most) {
        *count = 0;
        return STATUS_OK;
    }
    *images = TAKE(all);
    return STATUS_OK;
}

enum status network_orbits_restrict(const struct network_problem *problem, int most,
                                    struct network_orbits *orbits, struct failure *failure) {
    const struct network *net = problem->network;
    size_t n = (size_t)net->nodes;
    struct network_orbits all = *orbits;
    CLEANUP(symmetry_close)
    struct symmetry symmetry = {.problem = problem, .n = net->nodes, .orbits = orbits};
    enum status status = symmetry_open(&symmetry, failure);
    names_start(orbits->group, net->group_count);
    names_start(orbits->commodity, problem->commodity_count);
    orbits->images = NULL;
    orbits->count = 0;
    for (int g = 0; g < all.count && !status; g++) {
        FREED int *closed = NULL;
        int count = 0;
        memcpy(symmetry.image, all.images + (size_t)g * n, n * sizeof *symmetry.image);
        status = keep_image(&symmetry, failure);
        if (!status)
            status = network_orbits_close(orbits, net->nodes, most, &closed, &count, failure);
        if (!status && count == 0)
            orbits->count--;
        else if (!status)
            unite_images(&symmetry);
    }
    free(all.images);
    names_end(orbits, problem);
    return status;
}
