/* SPDX-License-Identifier: MIT */
#include "solver/network/cut_orbits.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/network/network_images.h"
#include "solver/network/network_symmetry.h"

/* Of all sources together. */
enum { MOST_ARCS = 20000000 };

static int least_of(int *of, int i) {
    while (of[i] != i)
        i = of[i] = of[of[i]];
    return i;
}

static void join(int *of, int i, int j) {
    i = least_of(of, i);
    j = least_of(of, j);
    of[i > j ? i : j] = i < j ? i : j;
}

/* From now on each tells the least of its orbit, and of that their number. */
static void count_orbits(int *of, int *count, int size) {
    for (int i = 0; i < size; i++)
        count[of[i] = least_of(of, i)]++;
}

static int *names_new(int size) {
    int *of = memory_new((size_t)size, sizeof *of);
    for (int i = 0; of && i < size; i++)
        of[i] = i;
    return of;
}

/* What permutations take to each other is joined: groups, and of a source nodes and arcs, unless
 * these are NULL. */
static enum status join_images(struct cut_orbits *orbits,
                               const struct network_automorphisms *automorphisms, int *node,
                               int *arc, const struct limits *limits, struct failure *failure) {
    const struct network *net = orbits->problem->network;
    CLEANUP(network_images_clear) struct network_images images = {0};
    TRY(network_images_init(&images, orbits->problem, failure));
    for (int i = 0; i < automorphisms->count; i++) {
        const int *image = automorphisms->images + (size_t)i * (size_t)net->nodes;
        TRY(limits_check(limits, failure));
        require(network_images_set(&images, image));
        for (int g = 0; g < net->group_count; g++)
            join(orbits->group, g, images.group[g]);
        for (int a = 0; a < net->arc_count && arc; a++)
            join(arc, a, images.arc[a]);
        for (int v = 0; v < net->nodes && node; v++)
            join(node, v, image[v]);
    }
    return STATUS_OK;
}

/* --- sources --- */

/* Where it goes to, and by which arcs. */
static enum status open_source(struct cut_orbits *orbits, struct cut_source *source,
                               struct network_ways *ways, const struct limits *limits,
                               struct failure *failure) {
    const struct network_problem *problem = orbits->problem;
    const struct commodity *commodity = &problem->commodities[source->commodity];
    int nodes = problem->network->nodes, arcs = problem->network->arc_count;
    if (orbits->symmetries.count > 0 && commodity->target == COMMODITY_TO_ALL)
        TRY(network_automorphisms_find(problem, commodity->source, limits, &source->keep, failure));
    FREED int *node = names_new(nodes);
    source->distance = memory_new((size_t)nodes, sizeof *source->distance);
    source->wanted = memory_new((size_t)nodes, sizeof *source->wanted);
    source->arc = names_new(arcs);
    source->arc_count = memory_new((size_t)arcs, sizeof *source->arc_count);
    if (!node || !source->distance || !source->wanted || !source->arc || !source->arc_count)
        return failure_memory(failure, "symmetries");
    network_ways_find(ways, problem, commodity->source);
    memcpy(source->distance, ways->steps, (size_t)nodes * sizeof *source->distance);
    TRY(join_images(orbits, &source->keep, node, source->arc, limits, failure));
    for (int v = 0; v < nodes; v++)
        source->wanted[v] = v != commodity->source &&
                            problem_wants(problem, commodity->target, v) && least_of(node, v) == v;
    count_orbits(source->arc, source->arc_count, arcs);
    return STATUS_OK;
}

static enum status open_sources(struct cut_orbits *orbits, const int *of,
                                const struct limits *limits, struct failure *failure) {
    const struct network_problem *problem = orbits->problem;
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    TRY(network_ways_init(&ways, problem, failure));
    FREED int *place = memory_new((size_t)problem->commodity_count, sizeof *place);
    orbits->sources = memory_new((size_t)problem->commodity_count, sizeof *orbits->sources);
    TRY(memory_check(place && orbits->sources, failure, "symmetries"));
    for (int k = 0; k < problem->commodity_count; k++) {
        if (of[k] == k) {
            struct cut_source *source = &orbits->sources[place[k] = orbits->count++];
            source->commodity = k;
            if ((double)orbits->count * problem->network->arc_count > MOST_ARCS)
                return failure_set(failure, STATUS_LIMIT,
                                   "too many sources have cuts of their own");
            TRY(open_source(orbits, source, &ways, limits, failure));
        }
        orbits->sources[place[of[k]]].weight++;
    }
    return STATUS_OK;
}

enum status cut_orbits_find(struct cut_orbits *orbits, const struct network_problem *problem,
                            bool is_plain, const struct limits *limits, struct failure *failure) {
    int groups = problem->network->group_count;
    CLEANUP(network_orbits_clear) struct network_orbits found = {0};
    *orbits = (struct cut_orbits){.problem = problem};
    if (is_plain) {
        found.group = names_new(groups);
        found.commodity = names_new(problem->commodity_count);
    } else {
        TRY(network_orbits_find(problem, limits, &found, failure));
    }
    orbits->group_count = memory_new((size_t)groups, sizeof *orbits->group_count);
    TRY(memory_check(orbits->group_count && found.group && found.commodity, failure, "symmetries"));
    network_orbits_join_copies(problem, found.commodity);
    orbits->symmetries = TAKE(found.automorphisms);
    orbits->group = TAKE(found.group);
    TRY(open_sources(orbits, found.commodity, limits, failure));
    count_orbits(orbits->group, orbits->group_count, groups);
    return STATUS_OK;
}

void cut_orbits_clear(struct cut_orbits *orbits) {
    for (int i = 0; i < orbits->count; i++) {
        struct cut_source *source = &orbits->sources[i];
        network_automorphisms_clear(&source->keep);
        FREE_ALL(source->distance, source->wanted, source->arc, source->arc_count);
    }
    network_automorphisms_clear(&orbits->symmetries);
    FREE_ALL(orbits->group, orbits->group_count, orbits->sources);
    *orbits = (struct cut_orbits){0};
}
