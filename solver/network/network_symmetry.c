/* SPDX-License-Identifier: MIT */
#include "solver/network/network_symmetry.h"

#include <string.h>

#include "automata/memory.h"
#include "solver/base/random.h"
#include "solver/network/network_automorphisms.h"

/* Products in a row that unite nothing. */
enum { IDLE_PRODUCTS = 7 };

/* Of more a product, which moves all nodes, takes a second; generators move few. */
enum { PRODUCTS_MOST_ARCS = 2000000 };

int orbit_name(int *parent, int i) {
    for (; parent[i] != i; i = parent[i])
        parent[i] = parent[parent[i]];
    return i;
}

bool orbit_unite(int *parent, int i, int j) {
    i = orbit_name(parent, i);
    j = orbit_name(parent, j);
    parent[i > j ? i : j] = i < j ? i : j;
    return i != j;
}

int *orbit_names_new(int count) {
    int *names = memory_new((size_t)count, sizeof *names);
    for (int i = 0; names && i < count; i++)
        names[i] = i;
    return names;
}

/* False unless it is an automorphism, and unites something. */
static bool unite_images(struct network_images *images, const int *image,
                         struct network_orbits *orbits) {
    bool united = false;
    if (!network_images_set(images, image))
        return false;
    for (int v = 0; v < images->problem->network->nodes; v++)
        united |= orbit_unite(orbits->node, v, image[v]);
    for (int i = 0; i < images->moved_group_count; i++) {
        int g = images->moved_groups[i];
        united |= orbit_unite(orbits->group, g, images->group[g]);
    }
    for (int k = 0; orbits->commodity && k < images->problem->commodity_count; k++)
        united |=
            orbit_unite(orbits->commodity, k, network_problem_image(images->problem, k, image));
    return united;
}

/* The least of each orbit in place of any other. */
static void name_all(int *names, int count) {
    for (int i = 0; names && i < count; i++)
        names[i] = orbit_name(names, i);
}

void network_orbits_join_copies(const struct network_problem *problem, int *commodity) {
    for (int k = 1; k < problem->commodity_count; k++)
        if (problem->commodities[k].copy > 0)
            orbit_unite(commodity, k - 1, k);
    name_all(commodity, problem->commodity_count);
}

static void names_end(struct network_orbits *orbits, const struct network_problem *problem) {
    name_all(orbits->node, problem->network->nodes);
    name_all(orbits->group, problem->network->group_count);
    name_all(orbits->commodity, problem->commodity_count);
}

/* Of no automorphism yet. */
static enum status orbits_start(struct network_orbits *orbits,
                                const struct network_problem *problem, bool commodities,
                                struct failure *failure) {
    orbits->node = orbit_names_new(problem->network->nodes);
    orbits->group = orbit_names_new(problem->network->group_count);
    orbits->commodity = commodities ? orbit_names_new(problem->commodity_count) : NULL;
    return memory_check(orbits->node && orbits->group && (orbits->commodity || !commodities),
                        failure, "symmetries");
}

/* Some of the generators, one after the other, each with even chance: at least every second such
 * product unites something that they all together unite (Babai). So few of them will do. */
static enum status unite_products(struct network_images *images,
                                  const struct network_automorphisms *all,
                                  struct network_orbits *orbits, const struct limits *limits,
                                  struct failure *failure) {
    int n = images->problem->network->nodes;
    struct random_numbers random = random_start(1);
    FREED int *product = memory_new((size_t)n, sizeof *product);
    TRY(memory_check(product, failure, "symmetries"));
    for (int idle = 0; idle < IDLE_PRODUCTS;) {
        TRY(limits_check(limits, failure));
        for (int v = 0; v < n; v++)
            product[v] = v;
        for (int i = 0; i < all->count; i++)
            for (int v = 0, taken = random_below(&random, 2) > 0; v < n && taken; v++)
                product[v] = all->images[(size_t)i * (size_t)n + (size_t)product[v]];
        if (!unite_images(images, product, orbits)) {
            idle++;
            continue;
        }
        idle = 0;
        TRY(network_automorphisms_add(&orbits->automorphisms, product, n, failure));
    }
    return STATUS_OK;
}

enum status network_orbits_find(const struct network_problem *problem, bool commodities,
                                const struct limits *limits, struct network_orbits *orbits,
                                struct failure *failure) {
    size_t n = (size_t)problem->network->nodes;
    CLEANUP(network_orbits_clear) struct network_orbits made = {0};
    CLEANUP(network_images_clear) struct network_images images = {0};
    TRY(limits_check(limits, failure)); /* what follows takes seconds in large ones */
    TRY(network_images_init(&images, problem, failure));
    TRY(orbits_start(&made, problem, commodities, failure));
    const struct limits few = network_automorphisms_limits(
        limits, commodities ? AUTOMORPHISMS_FEW : AUTOMORPHISMS_CHOICES);
    TRY(network_automorphisms_find(problem, -1, &few, &made.automorphisms, failure));
    bool many = !commodities && made.automorphisms.count > IDLE_PRODUCTS &&
                problem->network->arc_count <= PRODUCTS_MOST_ARCS;
    if (many) {
        CLEANUP(network_automorphisms_clear)
        struct network_automorphisms all = TAKE(made.automorphisms);
        TRY(unite_products(&images, &all, &made, limits, failure));
    }
    for (int i = 0; i < made.automorphisms.count && !many; i++) {
        TRY(limits_check(limits, failure));
        unite_images(&images, made.automorphisms.images + (size_t)i * n, &made);
    }
    names_end(&made, problem);
    *orbits = TAKE(made);
    return STATUS_OK;
}

void network_orbits_clear(struct network_orbits *orbits) {
    FREE_ALL(orbits->node, orbits->group, orbits->commodity);
    network_automorphisms_clear(&orbits->automorphisms);
    *orbits = (struct network_orbits){0};
}

static bool is_there(const int *images, int count, const int *image, size_t n) {
    for (int i = count - 1; i >= 0; i--)
        if (memcmp(images + (size_t)i * n, image, n * sizeof *image) == 0)
            return true;
    return false;
}

enum status network_orbits_close(const struct network_automorphisms *automorphisms, int nodes,
                                 int most, int **images, int *count, struct failure *failure) {
    size_t n = (size_t)nodes;
    FREED int *all = memory_new(((size_t)most + 1) * n, sizeof *all);
    TRY(memory_check(all, failure, "symmetries"));
    for (int v = 0; v < nodes; v++)
        all[v] = v;
    *count = 1;
    for (int i = 0; i < *count && *count <= most; i++)
        for (int g = 0; g < automorphisms->count && *count <= most; g++) {
            int *product = all + (size_t)*count * n;
            for (int v = 0; v < nodes; v++)
                product[v] =
                    automorphisms->images[(size_t)g * n + (size_t)all[(size_t)i * n + (size_t)v]];
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
    size_t n = (size_t)problem->network->nodes;
    CLEANUP(network_orbits_clear) struct network_orbits made = {0};
    CLEANUP(network_images_clear) struct network_images images;
    TRY(network_images_init(&images, problem, failure));
    TRY(orbits_start(&made, problem, true, failure));
    for (int i = orbits->automorphisms.count; i-- > 0;) {
        const int *image = orbits->automorphisms.images + (size_t)i * n;
        FREED int *closed = NULL;
        int count = 0;
        TRY(network_automorphisms_add(&made.automorphisms, image, (int)n, failure));
        TRY(network_orbits_close(&made.automorphisms, (int)n, most, &closed, &count, failure));
        if (count == 0)
            made.automorphisms.count--;
        else
            unite_images(&images, image, &made);
    }
    names_end(&made, problem);
    network_orbits_clear(orbits);
    *orbits = TAKE(made);
    return STATUS_OK;
}
