/* SPDX-License-Identifier: MIT */
/* Groups that act freely, by their definition; matchings against all choices; schedules of one
 * source, which are played as all are, against what is known of their networks. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/numbers.h"
#include "solver/network/network_automorphisms.h"
#include "solver/network/network_classes.h"
#include "solver/network/network_names.h"
#include "solver/network/network_one_source.h"
#include "solver/network/network_whole.h"
#include "tests/solver/solver_test.h"

#include "tests/refuse_memory.h"

static const struct limits endless = {0};

/* An allgather, or its reversal, on a network whose nodes may have ports. */
struct gossip {
    struct network network;
    struct network_problem problem;
};

static void gossip_on(struct gossip *made, const char *text, enum network_ports ports, int p,
                      bool reversed) {
    struct failure failure;
    assert_ok(network_parse_in(text, NULL, &made->network, &failure), failure);
    assert_ok(network_limit_ports(&made->network, ports, p, &failure), failure);
    assert_ok(network_problem_init(&made->problem, &made->network,
                                   reversed ? COLLECTIVE_REDUCE_SCATTER : COLLECTIVE_ALLGATHER, 0,
                                   &failure),
              failure);
}

static void gossip_clear(struct gossip *made) {
    network_problem_clear(&made->problem);
    network_clear(&made->network);
}

/* --- groups --- */

static void assert_group(const struct network_problem *problem, const struct network_free *group) {
    int n = problem->network->nodes;
    struct network_images images;
    struct failure failure;
    assert_ok(network_images_init(&images, problem, &failure), failure);
    for (int i = 0; i < group->order; i++) {
        const int *own = group->images + i * n;
        assert_true(network_images_set(&images, own));
        for (int v = 0; v < n; v++)
            assert_true((own[v] == v) == (i == 0));
        for (int j = 0; j < group->order; j++) {
            int known = 0, *product = calloc((size_t)n, sizeof *product);
            for (int v = 0; v < n; v++)
                product[v] = group->images[j * n + own[v]];
            for (int k = 0; k < group->order; k++)
                known += memcmp(product, group->images + k * n, (size_t)n * sizeof *product) == 0;
            assert_int_equal(known, 1); /* so all are different */
            free(product);
        }
    }
    network_images_clear(&images);
}

static void groups_act_freely(void **state) {
    static const struct {
        const char *network;
        int order;
    } cases[] = {{"ring:7", 7},
                 {"torus:8x4", 32},
                 {"hypercube:5", 32},
                 {"petersen", 5},
                 {"circulant:30x1x6", 30},
                 {"ccc:3", 24},
                 {"mesh:4x4", 4},
                 {"path:5", 1},
                 {"dragonfly:4x2x9", 18},
                 {"mi250", 4},
                 {"dgx1", 4},
                 {"debruijn:4", 2},
                 {"wrapped-butterfly:3", 24}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gossip gossip;
        struct network_automorphisms all;
        struct network_free group;
        struct failure failure;
        gossip_on(&gossip, cases[i].network, NETWORK_LINKS, 0, false);
        assert_ok(network_automorphisms_find(&gossip.problem, -1, NULL, &all, &failure), failure);
        assert_ok(network_free_find(&all, gossip.network.nodes, NULL, &group, &failure), failure);
        if (group.order != cases[i].order)
            fail_msg("%s: %d elements", cases[i].network, group.order);
        if (group.images)
            assert_group(&gossip.problem, &group);
        network_free_clear(&group);
        network_automorphisms_clear(&all);
        gossip_clear(&gossip);
    }
}

static void some_networks_have_no_use_of_it(void **state) {
    static const struct {
        const char *network;
        enum network_ports ports;
        bool reversed, usable;
    } cases[] = {{"ring:6", NETWORK_LINKS, false, true},
                 {"ring:6", NETWORK_PORTS_FULL, false, true},
                 {"ring:6", NETWORK_PORTS_HALF, false, false}, /* a sending counts twice */
                 {"star:5", NETWORK_LINKS, false, false},
                 {"ring:4*path:2@2", NETWORK_LINKS, false, true},
                 {"ring:4*path:2@2", NETWORK_LINKS, true, false}, /* nor at once, reversed */
                 {"ring:4*path:2@2", NETWORK_PORTS_FULL, false, false},
                 {"ring:6@2", NETWORK_PORTS_FULL, true, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gossip gossip;
        struct network_classes classes;
        struct failure failure;
        bool usable;
        gossip_on(&gossip, cases[i].network, cases[i].ports, 1, cases[i].reversed);
        assert_ok(network_classes_find(&gossip.problem, NULL, &classes, &usable, &failure),
                  failure);
        if (usable != cases[i].usable)
            fail_msg("%s, case %zu: usable %d", cases[i].network, i, usable);
        if (usable)
            network_classes_clear(&classes);
        gossip_clear(&gossip);
    }
}

/* --- matchings --- */

/* The most items from i on that can be sent. */
static int most_of(const struct matching *matching, int i, int *load) {
    if (i == matching->item_count)
        return 0;
    const struct matching_item *item = &matching->items[i];
    int most = most_of(matching, i + 1, load);
    for (int j = item->first; j < item->first + item->count; j++) {
        int class =
            matching->classes->classes
                [matching->classes->classes_first[matching->classes->orbit[matching->options[j]]]];
        if (load[class] >= network_class_room(matching->classes, class, matching->rounds))
            continue;
        load[class]++;
        int with = 1 + most_of(matching, i + 1, load);
        load[class]--;
        most = with > most ? with : most;
    }
    return most;
}

static void match(const struct network_classes *classes, uint64_t *seed) {
    struct matching matching;
    struct failure failure;
    int load[MATCHING_MOST_OPTIONS] = {0}, sent = 0, count = 1 + (int)random_below(seed, 8);
    assert_ok(matching_init(&matching, classes, &failure), failure);
    for (int i = 0; i < count; i++) {
        assert_ok(matching_add_item(&matching, 0, i, &failure), failure);
        for (int a = 0; a < 4; a++) /* those from node 0 are of different orbits */
            if (random_below(seed, 2))
                assert_ok(matching_add_option(&matching, a, &failure), failure);
    }
    for (int rounds = 1; rounds <= 2; rounds++) {
        matching.rounds = rounds;
        for (int i = 0; i < count; i++)
            if (matching.items[i].taken == MATCHING_NONE)
                sent += matching_place(&matching, &matching.items[i]);
        assert_int_equal(sent, most_of(&matching, 0, load));
    }
    for (int i = 0; i < count; i++)
        if (matching.items[i].taken != MATCHING_NONE)
            load[classes
                     ->classes[classes->classes_first[classes->orbit[matching.items[i].taken]]]]++;
    for (int class = 0; class < classes->class_count; class ++)
        assert_true(load[class] <= network_class_room(classes, class, 2) &&
                    load[class] == matching.load[class]);
    matching_clear(&matching);
}

static void matchings_are_as_large_as_can_be(void **state) {
    uint64_t seed = random_seed();
    struct gossip gossip;
    struct network_classes classes;
    struct failure failure;
    bool usable;
    (void)state;
    gossip_on(&gossip, "circulant:9x1*ring:9=2", NETWORK_LINKS, 0, false);
    assert_ok(network_classes_find(&gossip.problem, NULL, &classes, &usable, &failure), failure);
    assert_true(usable && classes.orbit_count == 4 && classes.class_count == 4);
    for (long i = 0; i < 2000 * random_rounds(); i++)
        match(&classes, &seed);
    network_classes_clear(&classes);
    gossip_clear(&gossip);
}

/* --- schedules --- */

/* The least rounds in so many steps, or steps (0) of one round, of some seeds. */
static int best_of(const char *network, int steps, int chunks, int p, bool reversed) {
    struct gossip gossip;
    struct network_classes classes;
    struct failure failure;
    bool usable, found;
    int best = INT_MAX;
    gossip_on(&gossip, network, p ? NETWORK_PORTS_FULL : NETWORK_LINKS, p, reversed);
    assert_ok(network_classes_find(&gossip.problem, NULL, &classes, &usable, &failure), failure);
    assert_true(usable);
    for (uint64_t seed = 0; seed < 4; seed++) {
        const struct network_task task = {.problem = &gossip.problem,
                                          .steps = steps ? steps : 1,
                                          .chunks = chunks,
                                          .rounds = steps ? 1 : NETWORK_EVEN_ROUNDS};
        struct network_schedule schedule;
        assert_ok(
            network_one_source(&classes, &task, seed, INT_MAX, NULL, &schedule, &found, &failure),
            failure);
        if (!found)
            continue;
        int own = steps ? schedule.task.rounds : schedule.task.steps;
        best = own < best ? own : best;
        network_schedule_clear(&schedule);
        assert_ok(
            network_one_source(&classes, &task, seed, own - 1, NULL, &schedule, &found, &failure),
            failure);
        assert_false(found); /* by the same seed */
    }
    network_classes_clear(&classes);
    gossip_clear(&gossip);
    return best;
}

/* Where the bound by counting at a node is met, but for what is said. */
static void schedules_meet_bounds(void **state) {
    static const struct {
        const char *network;
        int steps, chunks, ports, best;
    } cases[] = {
        {"torus:5x5", 4, 1, 0, 6},         {"torus:8x8", 8, 1, 0, 16},
        {"torus:4x4x8", 8, 6, 0, 127},     {"torus:4x6", 5, 4, 0, 23},
        {"hypercube:8", 8, 1, 0, 32},      {"hypercube:6", 6, 2, 0, 21},
        {"circulant:64x1x8", 7, 4, 0, 63}, {"torus:8x8", 8, 1, 2, 32},
        {"hypercube:6", 0, 1, 0, 11},      {"torus:8x8", 0, 1, 1, 63},
        {"torus:8x8", 0, 1, 2, 32},        {"torus:4x4@3", 0, 1, 0, 12}, /* by distance */
        {"torus:4x4@3", 12, 1, 0, 4},      {"torus:5x5=2", 4, 1, 0, 4},  /* a round in each step */
        {"dragonfly:4x2x9", 3, 1, 0, 8}, /* what is critical goes first */
        {"dragonfly:4x2x9", 4, 1, 0, 7},   {"mi250*ring:8", 0, 1, 0, 15},
        {"torus:8x8", 7, 1, 0, INT_MAX}}; /* too far */
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int reversed = 0; reversed <= 1; reversed++) {
            int best = best_of(cases[i].network, cases[i].steps, cases[i].chunks, cases[i].ports,
                               reversed);
            if (best != cases[i].best)
                fail_msg("%s, S = %d, C = %d, %d ports: %d", cases[i].network, cases[i].steps,
                         cases[i].chunks, cases[i].ports, best);
        }
}

/* Where a matching step by step misses what classes of other capacities have room for: in so many
 * rounds there is a schedule that symmetries take to itself, in one fewer none was found. */
static void formulas_meet_bounds(void **state) {
    static const struct {
        const char *network;
        int steps, chunks, best;
    } cases[] = {{"cluster:2x4=12,1", 2, 1, 2},
                 {"cluster:3x3=4,1", 2, 1, 3},
                 {"torus:3x4", 3, 1, 3},
                 {"ring:5", 2, 2, 4},
                 {"cluster:2x3=3,1@2", 4, 1, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int reversed = 0; reversed <= 1; reversed++) {
            struct gossip gossip;
            struct network_classes classes;
            struct failure failure;
            bool usable = false;
            gossip_on(&gossip, cases[i].network, NETWORK_LINKS, 0, reversed);
            assert_ok(network_classes_find(&gossip.problem, NULL, &classes, &usable, &failure),
                      failure);
            assert_true(usable);
            const struct network_task task = {.problem = &gossip.problem,
                                              .steps = cases[i].steps,
                                              .chunks = cases[i].chunks,
                                              .rounds = 1};
            for (int rounds = cases[i].best - 1; rounds <= cases[i].best; rounds++) {
                struct network_schedule schedule;
                uint64_t made = 0;
                bool found = true;
                assert_ok(network_orbit_formula(&classes, &task, rounds, 100000, &endless, &made,
                                                &schedule, &found, &failure),
                          failure);
                if (found != (rounds == cases[i].best))
                    fail_msg("%s, S = %d, R = %d", cases[i].network, cases[i].steps, rounds);
                if (!found)
                    continue;
                assert_true(schedule.task.rounds <= rounds);
                network_schedule_clear(&schedule);
            }
            network_classes_clear(&classes);
            gossip_clear(&gossip);
        }
}

/* Circulants with capacities, latencies and ports by chance: all that is found is played. */
static void any_network_is_served(void **state) {
    uint64_t seed = random_seed();
    (void)state;
    for (long i = 0; i < 200 * random_rounds(); i++) {
        char text[80];
        int n = 4 + (int)random_below(&seed, 8), p = (int)random_below(&seed, 3);
        int latency = 1 + (int)random_below(&seed, 3), chunks = 1 + (int)random_below(&seed, 4);
        snprintf(text, sizeof text, "ring:%d=%d@%d*ring:3=%d@%d", n,
                 1 + (int)random_below(&seed, 3), latency, 1 + (int)random_below(&seed, 2),
                 latency);
        bool reversed = random_below(&seed, 2);
        assert_in_range(best_of(text, 0, chunks, p, reversed), 1, INT_MAX - 1);
        int steps = (n / 2 + 1) * latency + (int)random_below(&seed, 3);
        assert_in_range(best_of(text, steps, chunks, p, reversed), 1, INT_MAX - 1);
        assert_int_equal(best_of(text, (n / 2 + 1) * latency - 1, chunks, p, reversed), INT_MAX);
    }
}

/* --- where it fails --- */

static bool stops(void *context) {
    return --*(int *)context < 0;
}

static enum status run(const struct network_problem *problem, const struct limits *limits) {
    const struct network_task task = {.problem = problem, .steps = 4, .chunks = 1, .rounds = 1};
    struct network_classes classes;
    struct network_schedule schedule;
    bool found = false;
    enum status status = network_classes_find(problem, limits, &classes, &found, NULL);
    if (status)
        return status;
    assert_true(found);
    status = network_one_source(&classes, &task, 1, INT_MAX, limits, &schedule, &found, NULL);
    if (!status) {
        assert_true(found);
        network_schedule_clear(&schedule);
    }
    uint64_t made = 0;
    if (!status)
        status = network_orbit_formula(&classes, &task, 8, 100000, limits ? limits : &endless,
                                       &made, &schedule, &found, NULL);
    if (!status && found)
        network_schedule_clear(&schedule);
    if (!status) /* what ends the formula alone is nothing found */
        status = limits_check(limits, NULL);
    network_classes_clear(&classes);
    return status;
}

static void failures_are_told(void **state) {
    struct gossip gossip;
    (void)state;
    gossip_on(&gossip, "torus:3x6", NETWORK_LINKS, 0, false);
    for (int place = 0, refused = 1; refused; place++) {
        allocations_granted = place;
        enum status status = run(&gossip.problem, NULL);
        refused = allocations_granted < 0;
        allocations_granted = -1;
        assert_int_equal(status, refused ? STATUS_MEMORY : STATUS_OK);
    }
    for (int calls = 0, stopped = 1; stopped; calls++) {
        int left = calls;
        const struct limits limits = {.stop = stops, .context = &left};
        enum status status = run(&gossip.problem, &limits);
        stopped = left < 0;
        assert_int_equal(status, stopped ? STATUS_LIMIT : STATUS_OK);
    }
    gossip_clear(&gossip);
}

/* --- all-to-alls --- */

/* `bus`: the capacity of all arcs together besides; 0: there is none. */
static void exchange_on(struct gossip *made, const char *text, enum network_ports ports, int bus) {
    struct failure failure;
    int arcs[16];
    assert_ok(network_parse_in(text, NULL, &made->network, &failure), failure);
    assert_ok(network_limit_ports(&made->network, ports, 1, &failure), failure);
    for (int a = 0; a < made->network.arc_count && bus > 0; a++)
        arcs[a] = a;
    if (bus > 0)
        assert_ok(network_add_group(&made->network, bus, arcs, made->network.arc_count, &failure),
                  failure);
    assert_ok(
        network_problem_init(&made->problem, &made->network, COLLECTIVE_ALLTOALL, 0, &failure),
        failure);
}

static bool flow_of(const struct gossip *made, int steps, long p, long q) {
    struct network_schedule schedule;
    struct failure failure;
    bool found = false;
    CLEANUP(rational_clear) mpq_t rate;
    mpq_init(rate);
    mpq_set_si(rate, p, (unsigned long)q);
    assert_ok(network_one_flow(&made->problem, steps, rate, &endless, &schedule, &found, &failure),
              failure);
    if (!found)
        return false;
    assert_int_equal(schedule.task.rounds * q, schedule.task.chunks * p);
    network_schedule_clear(&schedule);
    return true;
}

/* What goes n-1 ways together fills all arcs, in as many steps as the farthest node is away. */
static void exchanges_of_one_source(void **state) {
    static const struct {
        const char *network;
        enum network_ports ports;
        int bus, steps;
        long p, q;
        bool found;
    } cases[] = {{"torus:4x4", NETWORK_LINKS, 0, 4, 8, 1, true},
                 {"torus:4x4", NETWORK_PORTS_FULL, 0, 4, 32, 1, true},
                 {"hypercube:4", NETWORK_LINKS, 0, 4, 8, 1, true},
                 {"ring:9", NETWORK_LINKS, 0, 4, 10, 1, true},
                 {"ring:9=3", NETWORK_LINKS, 0, 6, 10, 3, true},
                 {"ring:4", NETWORK_LINKS, 3, 2, 16, 3, true},
                 {"ring:4", NETWORK_LINKS, 40, 2, 2, 1, true},
                 {"complete:5", NETWORK_LINKS, 0, 1, 1, 1, true},
                 {"torus:4x4", NETWORK_LINKS, 0, 4, 7, 1, false},    /* there is no such rate */
                 {"path:4", NETWORK_LINKS, 0, 3, 4, 1, false},       /* no such symmetries */
                 {"ring:6", NETWORK_PORTS_HALF, 0, 3, 9, 1, false}}; /* nor of such groups */
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gossip made;
        exchange_on(&made, cases[i].network, cases[i].ports, cases[i].bus);
        if (flow_of(&made, cases[i].steps, cases[i].p, cases[i].q) != cases[i].found)
            fail_msg("%s, %d steps, %ld/%ld", cases[i].network, cases[i].steps, cases[i].p,
                     cases[i].q);
        gossip_clear(&made);
    }
}

static void failures_of_exchanges_are_told(void **state) {
    int left = 0;
    const struct limits stopped = {.stop = stops, .context = &left};
    struct gossip made;
    struct network_schedule schedule;
    struct failure failure;
    bool found = false;
    int refused = 0, place = 0;
    CLEANUP(rational_clear) mpq_t rate;
    (void)state;
    mpq_init(rate);
    mpq_set_si(rate, 8, 1);
    exchange_on(&made, "torus:4x4", NETWORK_LINKS, 0);
    assert_int_equal(
        network_one_flow(&made.problem, 4, rate, &stopped, &schedule, &found, &failure),
        STATUS_LIMIT);
    for (left = 1; left; place += 1 + place / 3, refused++) {
        allocations_granted = place;
        enum status status =
            network_one_flow(&made.problem, 4, rate, &endless, &schedule, &found, &failure);
        left = allocations_granted < 0;
        allocations_granted = -1;
        assert_int_equal(status, left ? STATUS_MEMORY : STATUS_OK);
    }
    assert_true(found && refused > 10);
    network_schedule_clear(&schedule);
    gossip_clear(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_act_freely),
        cmocka_unit_test(some_networks_have_no_use_of_it),
        cmocka_unit_test(matchings_are_as_large_as_can_be),
        cmocka_unit_test(schedules_meet_bounds),
        cmocka_unit_test(formulas_meet_bounds),
        cmocka_unit_test(any_network_is_served),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(exchanges_of_one_source),
        cmocka_unit_test(failures_of_exchanges_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
