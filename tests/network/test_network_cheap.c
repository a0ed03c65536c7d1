/* SPDX-License-Identifier: MIT */
/* What is known before a search: cuts against all sets of nodes, and schedules of shifts. */
#include <stdlib.h>
#include <string.h>

#include "automata/numbers.h"
#include "solver/network/network_cayley.h"
#include "solver/network/network_lengths.h"
#include "solver/network/network_names.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_trees.h"
#include "tests/refuse_memory.h"
#include "tests/solver/solver_test.h"

static const struct limits endless = {0};

/* --- cuts --- */

/* Links of these capacities both ways, or one way, all connected by a ring. */
static void random_links(struct network *network, uint64_t *seed) {
    struct network_link links[64];
    struct failure failure;
    int nodes = 2 + (int)random_below(seed, 6), count = 0;
    for (int v = 0; v < nodes; v++)
        for (int u = 0; u < nodes; u++)
            if (u != v && (u == (v + 1) % nodes || random_below(seed, 3) == 0))
                links[count++] = (struct network_link){v, u, 1, 1 + (int)random_below(seed, 4)};
    assert_ok(network_make(nodes, links, count, network, &failure), failure);
}

/* A switch or boxes, each port with another capacity. */
static void random_switch(struct network *network, uint64_t *seed) {
    static const char *const names[] = {"hub:3", "hub:4", "hub:5", "cluster:2x2", "cluster:3x2"};
    struct failure failure;
    assert_ok(network_parse_in(names[random_below(seed, 5)], NULL, network, &failure), failure);
    for (int g = 0; g < network->group_count; g++)
        network->groups[g].capacity = 1 + (int)random_below(seed, 6);
}

/* What groups that cover all arcs out of the set cost at least: each arc is in one of its tail and
 * one of its head, and of each pair of such sets the cover is a cut, or it's alone. */
static int64_t cheapest_cover(const struct network_problem *problem, unsigned set, int arc,
                              unsigned *priced) {
    const struct network *net = problem->network;
    int64_t best = INT64_MAX / 2;
    for (; arc < net->arc_count; arc++) {
        bool covered =
            !(set >> problem_tail(problem, arc) & 1) || set >> problem_head(problem, arc) & 1;
        for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
            covered = covered || *priced >> problem->groups[i] & 1;
        if (!covered)
            break;
    }
    if (arc == net->arc_count)
        return 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        int g = problem->groups[i];
        *priced |= 1u << g;
        int64_t cost = net->groups[g].capacity + cheapest_cover(problem, set, arc + 1, priced);
        *priced &= ~(1u << g);
        best = cost < best ? cost : best;
    }
    return best;
}

/* The most rounds a chunk by which a set of nodes without this target is left. */
static void best_cut(const struct network_problem *problem, mpq_t best) {
    int n = problem->network->nodes;
    CLEANUP(rational_clear) mpq_t value;
    mpq_init(value);
    for (unsigned set = 1; set + 1 < 1u << n; set++) {
        unsigned priced = 0;
        int inside = __builtin_popcount(set);
        bool rooted = set >> problem->root & 1;
        int64_t weight = inside;
        if (problem->collective == COLLECTIVE_BROADCAST || problem->collective == COLLECTIVE_REDUCE)
            weight = rooted;
        else if (problem->collective == COLLECTIVE_SCATTER)
            weight = rooted ? n - inside : 0;
        else if (problem->collective == COLLECTIVE_GATHER)
            weight = rooted ? 0 : inside;
        mpz_set_si(mpq_numref(value), weight);
        mpz_set_si(mpq_denref(value), cheapest_cover(problem, set, 0, &priced));
        mpq_canonicalize(value);
        if (mpq_cmp(value, best) > 0)
            mpq_set(best, value);
    }
}

/* Nothing is below the best cut, and what is above it is no cut: counting, or prices. */
static void test_cuts(void **state) {
    static const enum collective collectives[] = {COLLECTIVE_ALLGATHER, COLLECTIVE_REDUCE_SCATTER,
                                                  COLLECTIVE_BROADCAST, COLLECTIVE_REDUCE,
                                                  COLLECTIVE_SCATTER,   COLLECTIVE_GATHER};
    uint64_t seed = 31;
    int above = 0, equal = 0;
    (void)state;
    for (long round = 0; round < 300 * random_rounds(); round++) {
        struct network network;
        struct network_problem problem;
        struct network_bound bound;
        struct failure failure;
        CLEANUP(rational_clear) mpq_t best;
        mpq_init(best);
        (round % 3 ? random_links : random_switch)(&network, &seed);
        enum collective collective = collectives[random_below(&seed, 6)];
        int root = collective_has_root(collective) ? (int)random_below(&seed, network.nodes) : 0;
        assert_ok(network_problem_init(&problem, &network, collective, root, &failure), failure);
        assert_ok(network_parts_find(&problem, true, &endless, &bound, &failure), failure);
        best_cut(&problem, best);
        assert_true(mpq_cmp(bound.value, best) >= 0);
        above += mpq_cmp(bound.value, best) > 0;
        equal += mpq_equal(bound.value, best);
        network_bound_clear(&bound);
        network_problem_clear(&problem);
        network_clear(&network);
    }
    assert_true(equal > 10 * above);
}

static void assert_bound(const char *name, enum collective collective, const char *value) {
    struct network network;
    struct network_problem problem;
    struct network_bound bound;
    struct failure failure;
    assert_ok(network_parse_in(name, NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, collective, 0, &failure), failure);
    assert_ok(network_parts_find(&problem, true, &endless, &bound, &failure), failure);
    char *text = mpq_get_str(NULL, 10, bound.value);
    assert_string_equal(text, value);
    free(text);
    network_bound_clear(&bound);
    network_problem_clear(&problem);
    network_clear(&network);
}

/* Boxes at a switch with a NIC of each node: what comes into a box is the least cut. */
static void test_clusters(void **state) {
    (void)state;
    assert_bound("cluster:4x8=12,1", COLLECTIVE_ALLGATHER, "3");
    assert_bound("hub:4*hub:8=12", COLLECTIVE_ALLGATHER, "3");
    assert_bound("cluster:2x8=12,1", COLLECTIVE_ALLGATHER, "15/13");
    assert_bound("cluster:4x8=12,1", COLLECTIVE_BROADCAST, "1/8");
    assert_bound("cluster:4x8=12,1", COLLECTIVE_ALLTOALL, "24");
    assert_bound("mesh:8x8", COLLECTIVE_ALLGATHER, "63/2");
}

/* --- shifts --- */

struct shifts {
    struct network_factors factors;
    struct network network;
    struct network_problem problem;
    int sizes[NETWORK_MOST_FACTORS];
};

static void shifts_init(struct shifts *shifts, const char *name, enum network_ports ports, int p) {
    struct failure failure;
    assert_ok(network_factors_parse_in(name, NULL, &shifts->factors, &failure), failure);
    assert_ok(network_copy(network_factors_whole(&shifts->factors), &shifts->network, &failure),
              failure);
    assert_ok(network_limit_ports(&shifts->network, ports, p, &failure), failure);
    assert_ok(
        network_problem_init(&shifts->problem, &shifts->network, COLLECTIVE_ALLTOALL, 0, &failure),
        failure);
    for (int i = 0; i < shifts->factors.count; i++)
        shifts->sizes[i] = shifts->factors.factors[i].network.nodes;
}

static void shifts_clear(struct shifts *shifts) {
    network_problem_clear(&shifts->problem);
    network_clear(&shifts->network);
    network_factors_clear(&shifts->factors);
}

/* The steps of `chunks` chunks; 0: the network is none of these. */
static int steps_of(const struct shifts *shifts, int chunks, int most) {
    const struct network_task task = {
        .problem = &shifts->problem, .chunks = chunks, .rounds = NETWORK_EVEN_ROUNDS};
    struct network_schedule schedule;
    struct failure failure;
    bool found;
    assert_ok(network_cayley(&task, shifts->sizes, shifts->factors.count, most, &endless, &schedule,
                             &found, &failure),
              failure);
    int steps = found ? schedule.task.steps : 0;
    if (found)
        network_schedule_clear(&schedule);
    return steps;
}

static void assert_steps(const char *name, enum network_ports ports, int p, int chunks,
                         int expected) {
    struct shifts shifts;
    shifts_init(&shifts, name, ports, p);
    int steps = steps_of(&shifts, chunks, INT_MAX);
    if (steps != expected)
        fail_msg("%s, %d ports, %d chunks: %d steps, and not %d", name, p, chunks, steps, expected);
    if (expected > 1)
        assert_int_equal(steps_of(&shifts, chunks, expected - 1), 0);
    shifts_clear(&shifts);
}

/* All of these are the sum of the distances over the links or ports of a node (unit prices), or, of
 * unequal rings, over those of the longer one. */
static void test_shifts(void **state) {
    (void)state;
    assert_steps("torus:8x8", NETWORK_LINKS, 0, 1, 64);
    assert_steps("torus:8x16", NETWORK_LINKS, 0, 1, 256);
    assert_steps("hypercube:7", NETWORK_LINKS, 0, 1, 64);
    assert_steps("hypercube:6=3", NETWORK_LINKS, 0, 1, 11);
    assert_steps("ring:9", NETWORK_LINKS, 0, 3, 30);
    assert_steps("complete:5*ring:4=2", NETWORK_LINKS, 0, 2, 10);
    assert_steps("torus:8x8", NETWORK_PORTS_FULL, 1, 1, 256);
    assert_steps("torus:8x8", NETWORK_PORTS_FULL, 3, 1, 86);
    assert_steps("hub:16", NETWORK_LINKS, 0, 2, 30);
    assert_steps("mesh:4x4", NETWORK_LINKS, 0, 1, 0);
    assert_steps("ring:5@2", NETWORK_LINKS, 0, 1, 0);
    assert_steps("ring:5", NETWORK_PORTS_HALF, 1, 1, 0);
    assert_steps("dgx1", NETWORK_LINKS, 0, 1, 0);
    assert_steps("star:5", NETWORK_LINKS, 0, 1, 0);
}

/* The player of schedules takes them (network_schedule_finish), they are no later than routes, and
 * no earlier than prices allow. */
static void test_random_shifts(void **state) {
    static const char *const factors[] = {"ring:3",        "ring:4=2",     "ring:5",
                                          "hypercube:1=3", "complete:4",   "circulant:7x1x3",
                                          "hub:3",         "circulant:8x3"};
    uint64_t seed = 37;
    (void)state;
    for (long round = 0; round < 60 * random_rounds(); round++) {
        char name[80];
        struct shifts shifts;
        struct network_bound bound;
        struct network_schedule routes;
        struct failure failure;
        bool found;
        int p = (int)random_below(&seed, 4), chunks = 1 + (int)random_below(&seed, 3);
        snprintf(name, sizeof name, "%s*%s", factors[random_below(&seed, 8)],
                 factors[random_below(&seed, 6)]);
        bool switched = strstr(name, "hub") != NULL;
        shifts_init(&shifts, name, p && !switched ? NETWORK_PORTS_FULL : NETWORK_LINKS, p);
        int steps = steps_of(&shifts, chunks, INT_MAX);
        if (switched) {
            assert_int_equal(steps, 0); /* ports of one factor alone */
        } else {
            const struct network_task task = {
                .problem = &shifts.problem, .chunks = chunks, .rounds = NETWORK_EVEN_ROUNDS};
            assert_ok(network_parts_find(&shifts.problem, true, &endless, &bound, &failure),
                      failure);
            assert_true(steps >= network_rate_rounds(bound.value, chunks));
            assert_ok(network_routes(&task, 1, steps - 1, &endless, &routes, &found, &failure),
                      failure);
            assert_false(found);
            network_bound_clear(&bound);
        }
        shifts_clear(&shifts);
    }
}

/* --- failures --- */

static void test_refused_memory(void **state) {
    struct shifts shifts;
    struct network network;
    struct network_problem problem;
    struct failure failure;
    int refused = 0;
    (void)state;
    shifts_init(&shifts, "torus:3x4", NETWORK_PORTS_FULL, 1);
    assert_ok(network_parse_in("cluster:2x3=4,1", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, &failure), failure);
    for (long granted = 0, done = 0; done < 2; granted++) {
        const struct network_task task = {
            .problem = &shifts.problem, .chunks = 1, .rounds = NETWORK_EVEN_ROUNDS};
        struct network_schedule schedule;
        struct network_bound bound;
        bool found;
        done = 0;
        allocations_granted = granted;
        enum status status =
            network_cayley(&task, shifts.sizes, 2, INT_MAX, &endless, &schedule, &found, &failure);
        allocations_granted = -1;
        assert_true(status == STATUS_OK || status == STATUS_MEMORY);
        if (!status)
            network_schedule_clear(&schedule);
        done += !status;
        allocations_granted = granted;
        status = network_parts_find(&problem, true, &endless, &bound, &failure);
        allocations_granted = -1;
        assert_true(status == STATUS_OK || status == STATUS_MEMORY);
        if (!status)
            network_bound_clear(&bound);
        done += !status;
        refused += done < 2;
    }
    assert_true(refused > 20);
    network_problem_clear(&problem);
    network_clear(&network);
    shifts_clear(&shifts);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void test_stopped(void **state) {
    const struct limits stopped = {.stop = stop_at_once};
    struct shifts shifts;
    struct network_schedule schedule;
    struct network_bound bound;
    struct failure failure;
    bool found;
    (void)state;
    shifts_init(&shifts, "torus:8x8", NETWORK_LINKS, 0);
    const struct network_task task = {
        .problem = &shifts.problem, .chunks = 1, .rounds = NETWORK_EVEN_ROUNDS};
    assert_int_equal(
        network_cayley(&task, shifts.sizes, 2, INT_MAX, &stopped, &schedule, &found, &failure),
        STATUS_LIMIT);
    /* Counting is there all the same. */
    assert_ok(network_parts_find(&shifts.problem, true, &stopped, &bound, &failure), failure);
    assert_true(mpq_sgn(bound.value) > 0);
    network_bound_clear(&bound);
    shifts_clear(&shifts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),           cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_shifts),         cmocka_unit_test(test_random_shifts),
        cmocka_unit_test(test_refused_memory), cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
