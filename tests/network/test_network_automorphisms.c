/* SPDX-License-Identifier: MIT */
/* Automorphisms against all permutations of small networks, and of networks whose groups are known;
 * what is found must be automorphisms by a definition that is written here again. */
#include <stdlib.h>
#include <string.h>

#include "solver/network/network_automorphisms.h"
#include "solver/network/network_names.h"
#include "solver/network/network_symmetry.h"
#include "tests/solver/solver_test.h"

#include "tests/refuse_memory.h"

enum { MOST = 6, MOST_ARCS = MOST * MOST, PERMUTATIONS = 720 };

/* --- the definition --- */

/* How many groups have exactly these arcs, this capacity and this port. */
static int count_groups(const struct network *net, const bool *arcs, int count, int capacity,
                        int port) {
    int found = 0;
    for (int g = 0; g < net->group_count; g++) {
        const struct network_group *group = &net->groups[g];
        bool same = group->count == count && group->capacity == capacity && group->port == port;
        for (int i = 0; i < group->count && same; i++)
            same = arcs[net->members[group->first + i]];
        found += same;
    }
    return found;
}

static bool keeps_groups(const struct network *net, const int *image, const int *arc_image) {
    for (int g = 0; g < net->group_count; g++) {
        const struct network_group *group = &net->groups[g];
        bool own[MOST_ARCS] = {false}, there[MOST_ARCS] = {false};
        for (int i = 0; i < group->count; i++) {
            own[net->members[group->first + i]] = true;
            there[arc_image[net->members[group->first + i]]] = true;
        }
        int port = group->port ? image[group->port - 1] + 1 : 0;
        if (count_groups(net, own, group->count, group->capacity, group->port) !=
            count_groups(net, there, group->count, group->capacity, port))
            return false;
    }
    return true;
}

static bool is_automorphism(const struct network_problem *problem, int fixed, const int *image) {
    const struct network *net = problem->network;
    int arc_image[MOST_ARCS];
    if (collective_has_root(problem->collective) && image[problem->root] != problem->root)
        return false;
    if (fixed >= 0 && image[fixed] != fixed)
        return false;
    for (int a = 0; a < net->arc_count; a++) {
        arc_image[a] = network_arc_number(net, image[net->arcs[a].from], image[net->arcs[a].to]);
        if (arc_image[a] < 0 || net->arcs[arc_image[a]].latency != net->arcs[a].latency)
            return false;
    }
    return keeps_groups(net, image, arc_image);
}

/* Each of them is looked at by both. */
static int count_permutations(struct network_images *images, int fixed, int *image, int v) {
    int nodes = images->problem->network->nodes, found = 0;
    if (v == nodes) {
        assert_int_equal(network_images_set(images, image),
                         is_automorphism(images->problem, -1, image));
        return is_automorphism(images->problem, fixed, image);
    }
    for (int u = 0; u < nodes; u++) {
        bool taken = false;
        for (int w = 0; w < v; w++)
            taken = taken || image[w] == u;
        image[v] = u;
        found += taken ? 0 : count_permutations(images, fixed, image, v + 1);
    }
    return found;
}

static void compare(const struct network_problem *problem, int fixed) {
    int nodes = problem->network->nodes, count = 0, image[MOST];
    int *closed = NULL;
    struct network_automorphisms found;
    struct network_images images;
    struct failure failure;
    assert_ok(network_images_init(&images, problem, &failure), failure);
    assert_ok(network_automorphisms_find(problem, fixed, NULL, &found, &failure), failure);
    for (int i = 0; i < found.count; i++)
        assert_true(is_automorphism(problem, fixed, found.images + i * nodes));
    assert_ok(network_orbits_close(&found, nodes, PERMUTATIONS, &closed, &count, &failure),
              failure);
    assert_int_equal(count, count_permutations(&images, fixed, image, 0));
    network_images_clear(&images);
    free(closed);
    network_automorphisms_clear(&found);
}

/* --- small networks --- */

/* The arcs from v to v + d for some d, mostly; so that there is something to be found. */
static void make_links(struct network *network, int nodes, uint64_t *seed) {
    struct network_link links[MOST_ARCS];
    int count = 0, wrong = (int)random_below(seed, 2), classes[MOST] = {0};
    struct failure failure;
    for (int d = 1; d < nodes; d++)
        classes[d] = (int)random_below(seed, 4);
    for (int u = 0; u < nodes; u++)
        for (int d = 1; d < nodes; d++) {
            int class = wrong && random_below(seed, 8) == 0 ? 1 : classes[d];
            if (class)
                links[count++] = (struct network_link){u, (u + d) % nodes, 1 + class / 3, class};
        }
    if (count == 0)
        links[count++] = (struct network_link){0, 1, 1, 1};
    assert_ok(network_make(nodes, links, count, network, &failure), failure);
}

/* All arcs from or to a node, all between two sets of nodes, any arcs; now and then twice. */
static void add_groups(struct network *network, uint64_t *seed) {
    int shape = (int)random_below(seed, 4), capacity = 1 + (int)random_below(seed, 2);
    struct failure failure;
    for (int v = 0; v < network->nodes; v++) {
        int arcs[MOST_ARCS], count = 0;
        for (int a = 0; a < network->arc_count; a++) {
            int from = network->arcs[a].from, to = network->arcs[a].to;
            if (shape == 0 ? from == v : shape == 1 ? from / 2 != to / 2 && from / 2 == v : false)
                arcs[count++] = a;
            if (shape == 2 && (from == v || to == v) && random_below(seed, 8))
                arcs[count++] = a;
            if (shape == 3 && v == 0 && random_below(seed, 2))
                arcs[count++] = a;
        }
        for (int twice = (int)random_below(seed, 5) == 0; twice >= 0 && count; twice--)
            assert_ok(network_add_group(network, capacity, arcs, count, &failure), failure);
    }
    if (random_below(seed, 3) == 0)
        assert_ok(network_limit_ports(network, NETWORK_PORTS_FULL, 1, &failure), failure);
}

static void small_networks_are_as_all_permutations_say(void **state) {
    uint64_t seed = random_seed();
    struct failure failure;
    (void)state;
    for (long i = 0; i < 600 * random_rounds(); i++) {
        struct network network;
        struct network_problem problem;
        int nodes = 2 + (int)random_below(&seed, MOST - 1);
        enum collective collective =
            random_below(&seed, 2) ? COLLECTIVE_ALLGATHER : COLLECTIVE_REDUCE;
        make_links(&network, nodes, &seed);
        if (random_below(&seed, 2))
            add_groups(&network, &seed);
        assert_ok(network_problem_init(&problem, &network, collective, 0, &failure), failure);
        compare(&problem, random_below(&seed, 2) ? -1 : (int)random_below(&seed, nodes));
        network_problem_clear(&problem);
        network_clear(&network);
    }
}

/* --- large networks --- */

static int orbits_of(const char *text, int *groups) {
    struct network network;
    struct network_problem problem;
    struct network_orbits orbits;
    struct failure failure;
    int commodities = 0;
    assert_ok(network_parse_in(text, NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, &failure), failure);
    assert_ok(network_orbits_find(&problem, true, NULL, &orbits, &failure), failure);
    for (int k = 0; k < problem.commodity_count; k++)
        commodities += orbits.commodity[k] == k;
    *groups = 0;
    for (int g = 0; g < network.group_count; g++)
        *groups += orbits.group[g] == g;
    network_orbits_clear(&orbits);
    network_problem_clear(&problem);
    network_clear(&network);
    return commodities;
}

static void orbits_of_large_networks(void **state) {
    static const struct {
        const char *network;
        int commodities, groups;
    } cases[] = {{"torus:32x32", 1, 1},  {"hypercube:10", 1, 1},     {"torus:16x8", 1, 2},
                 {"fattree:8x32", 1, 4}, {"mesh:8x8", 10, 28},       {"circulant:128x1x11", 1, 2},
                 {"star:100", 2, 2},     {"ring:64=2*path:2", 1, 2}, {"dragonfly:4x2x9", 2, 10},
                 {"hub:40", 1, 2},       {"petersen*petersen", 1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int groups, commodities = orbits_of(cases[i].network, &groups);
        if (commodities != cases[i].commodities || groups != cases[i].groups)
            fail_msg("%s: %d orbits of nodes, %d of groups", cases[i].network, commodities, groups);
    }
}

/* --- where it fails --- */

static bool stops(void *context) {
    return --*(int *)context < 0;
}

static void failures_are_told(void **state) {
    struct network network;
    struct network_problem problem;
    struct failure failure;
    (void)state;
    assert_ok(network_parse_in("fattree:3x3*ring:4", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, &failure), failure);
    for (int place = 0, refused = 1; refused; place++) {
        struct network_orbits orbits = {0};
        allocations_granted = place;
        enum status status = network_orbits_find(&problem, true, NULL, &orbits, NULL);
        refused = allocations_granted < 0;
        allocations_granted = -1;
        assert_int_equal(status, refused ? STATUS_MEMORY : STATUS_OK);
        network_orbits_clear(&orbits);
    }
    for (int calls = 0, stopped = 1; stopped; calls++) {
        int left = calls;
        const struct limits limits = {.stop = stops, .context = &left};
        struct network_automorphisms found;
        enum status status = network_automorphisms_find(&problem, -1, &limits, &found, &failure);
        stopped = left < 0;
        assert_int_equal(status, stopped ? STATUS_LIMIT : STATUS_OK);
        network_automorphisms_clear(&found);
    }
    network_problem_clear(&problem);
    network_clear(&network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_networks_are_as_all_permutations_say),
        cmocka_unit_test(orbits_of_large_networks),
        cmocka_unit_test(failures_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
