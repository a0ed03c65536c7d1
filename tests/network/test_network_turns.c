/* SPDX-License-Identifier: MIT */
/* Turns of networks, and schedules of turned steps. */
#include "solver/collective/multinode/network_least.h"
#include "solver/network/network_names.h"
#include "solver/network/network_search.h"
#include "solver/proof/sat/cadical_run.h"
#include "tests/collective/gossip_brute.h"
#include "tests/solver/solver_test.h"

static const struct limits limits = {0};

/* The allgather on a network whose nodes have one port; its parts borrow each other. */
struct allgather {
    struct network network;
    struct network_problem problem;
};

static void allgather_on(struct allgather *made, const struct network *network, bool half) {
    struct failure failure;
    assert_ok(network_copy(network, &made->network, &failure), failure);
    assert_ok(network_limit_ports(&made->network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL, 1,
                                  &failure),
              failure);
    assert_ok(
        network_problem_init(&made->problem, &made->network, COLLECTIVE_ALLGATHER, 0, &failure),
        failure);
}

static void allgather(struct allgather *made, const char *text, bool half) {
    struct network network;
    struct failure failure;
    assert_ok(network_parse_in(text, NULL, &network, &failure), failure);
    allgather_on(made, &network, half);
    network_clear(&network);
}

static void allgather_clear(struct allgather *made) {
    network_problem_clear(&made->problem);
    network_clear(&made->network);
}

static void assert_turn(const struct network *network, const struct network_turn *turn) {
    int fixed = 0;
    for (int v = 0; v < network->nodes; v++) {
        int length = 1;
        assert_in_range(turn->nodes[v], 0, network->nodes - 1);
        for (int u = turn->nodes[v]; u != v; u = turn->nodes[u])
            assert_true(++length <= turn->order);
        assert_true(length == 1 || length == turn->order);
        fixed += length == 1;
    }
    for (int a = 0; a < network->arc_count; a++) {
        const struct network_arc *arc = &network->arcs[a];
        const struct network_arc *image = &network->arcs[turn->arcs[a]];
        assert_int_equal(image->from, turn->nodes[arc->from]);
        assert_int_equal(image->to, turn->nodes[arc->to]);
    }
    assert_int_equal(fixed, network->nodes % turn->order);
}

static bool keeps_edges(const struct network *network, const int *image) {
    for (int v = 0; v < network->nodes; v++)
        for (int u = 0; u < network->nodes; u++)
            if ((network_arc_number(network, v, u) < 0) !=
                (network_arc_number(network, image[v], image[u]) < 0))
                return false;
    return true;
}

/* All permutations from v on, -1 being who has no image yet. */
static bool brute(const struct network *network, int order, int *image, int v) {
    bool found = false, taken[16] = {false};
    if (v == network->nodes || v == 16) {
        int fixed = 0;
        for (int u = 0; u < network->nodes; u++) {
            int length = 1;
            for (int w = image[u]; w != u; w = image[w])
                length++;
            if (length != 1 && length != order)
                return false;
            fixed += length == 1;
        }
        return fixed == network->nodes % order && keeps_edges(network, image);
    }
    for (int u = 0; u < v; u++)
        taken[image[u]] = true;
    for (int u = 0; u < network->nodes && !found; u++) {
        if (taken[u])
            continue;
        image[v] = u;
        found = brute(network, order, image, v + 1);
    }
    return found;
}

static void small_graphs_agree_with_all_permutations(void **state) {
    int counts[2] = {0, 0};
    (void)state;
    for (int nodes = 2; nodes <= 5; nodes++)
        for (unsigned pairs = 0; pairs < 1u << nodes * (nodes - 1) / 2; pairs++) {
            unsigned adjacent[6];
            struct network network;
            if (!brute_graph(nodes, pairs, adjacent, &network))
                continue;
            struct allgather made;
            allgather_on(&made, &network, pairs % 2);
            for (int order = 2; order <= 4; order++) {
                int other[16];
                struct network_turn turn;
                struct failure failure;
                bool found = false;
                assert_ok(network_turn_find(&made.problem, order, &limits, &turn, &found, &failure),
                          failure);
                assert_true(found == brute(&network, order, other, 0));
                if (found) {
                    assert_turn(&made.network, &turn);
                    network_turn_clear(&turn);
                }
                counts[found]++;
            }
            allgather_clear(&made);
            network_clear(&network);
        }
    assert_true(counts[0] > 1000 && counts[1] > 200);
}

static void networks_have_turns(void **state) {
    static const struct {
        const char *text;
        int order;
        bool has;
    } cases[] = {{"mesh:3x5", 2, true},  {"mesh:7x9", 2, true},    {"torus:5x7", 2, true},
                 {"path:150", 2, true},  {"hypercube:6", 2, true}, {"butterfly:3", 2, true},
                 {"bowtie", 2, true},    {"star:4", 2, false},     {"bipartite:3x5", 2, false},
                 {"petersen", 2, false}, {"star:150", 2, false},   {"petersen", 3, true},
                 {"mesh:3x3", 4, true},  {"mesh:4x4", 4, true},    {"mesh:3x5", 4, false},
                 {"ring:9", 3, true},    {"path:9", 3, false},     {"torus:3x5", 3, true},
                 {"star:4", 3, true},    {"petersen", 4, false},   {"hypercube:4", 4, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct allgather made;
        allgather(&made, cases[i].text, i % 2);
        struct network_turn turn;
        struct failure failure;
        bool found = !cases[i].has;
        assert_ok(
            network_turn_find(&made.problem, cases[i].order, &limits, &turn, &found, &failure),
            failure);
        if (found != cases[i].has)
            fail_msg("%s, %d", cases[i].text, cases[i].order);
        if (found) {
            assert_turn(&made.network, &turn);
            network_turn_clear(&turn);
        }
        allgather_clear(&made);
    }
}

/* Links of other capacities are no images of each other: the half turn of a DGX-1 swaps its sockets
 * among others. */
static void capacities_are_kept(void **state) {
    struct network network;
    struct network_problem problem;
    struct network_turn turn;
    struct failure failure;
    bool found = false;
    (void)state;
    assert_ok(network_parse_in("dgx1", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, &failure), failure);
    assert_ok(network_turn_find(&problem, 2, &limits, &turn, &found, &failure), failure);
    assert_true(found);
    assert_turn(&network, &turn);
    network_turn_clear(&turn);
    network_problem_clear(&problem);
    network_clear(&network);
}

static bool is_sent(const struct network_schedule *schedule, struct network_send wanted) {
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        if (send->step == wanted.step && send->arc == wanted.arc && send->chunk == wanted.chunk)
            return true;
    }
    return false;
}

/* Who sends in a step that is not the first of its block sends, turned, in the step before. */
static void assert_turned(const struct network_schedule *schedule,
                          const struct network_turn *turn) {
    for (int64_t i = 0; i < schedule->count; i++) {
        struct network_send send = schedule->sends[i];
        if ((send.step - 1) % turn->order)
            assert_true(is_sent(
                schedule, (struct network_send){.step = send.step - 1,
                                                .arc = turn->arcs[send.arc],
                                                .chunk = turn->commodities[send.chunk - 1] + 1}));
    }
}

/* A schedule is played before it is handed out. */
static void assert_schedule_of_turns(const char *text, bool half, int steps, int order,
                                     bool exists) {
    struct allgather asked;
    struct network_turn turn;
    struct network_found made;
    struct failure failure;
    uint64_t decisions = 0;
    bool found = false;
    allgather(&asked, text, half);
    const struct network_task task = {.problem = &asked.problem, .chunks = 1, .steps = steps};
    assert_ok(network_turn_find(&asked.problem, order, &limits, &turn, &found, &failure), failure);
    assert_true(found);
    assert_ok(network_search(&task, &turn, false, 3000000, &limits, &decisions, &made, &failure),
              failure);
    if (made.verdict != (exists ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE))
        fail_msg("%s", text);
    if (exists)
        assert_turned(&made.schedule, &turn);
    network_found_clear(&made);
    network_turn_clear(&turn);
    allgather_clear(&asked);
}

static void schedules_of_turns(void **state) {
    (void)state;
    assert_schedule_of_turns("mesh:3x3", true, 18, 2, true);
    assert_schedule_of_turns("mesh:3x3", true, 18, 4, true);
    assert_schedule_of_turns("path:3", true, 6, 2, true);
    assert_schedule_of_turns("complete:4", false, 3, 2, true);
    assert_schedule_of_turns("star:4", false, 9, 3, true);
    /* the least time is 7, by others */
    assert_schedule_of_turns("bowtie", false, 7, 2, false);
}

static void assert_found(const char *text, bool half, int steps, uint64_t decisions) {
    struct allgather made;
    struct network_least least;
    struct failure failure;
    uint64_t used = 0;
    const struct limits few = {.nodes = decisions};
    const struct network_hints hints = {.engine = NETWORK_BY_SAT};
    allgather(&made, text, half);
    assert_ok(network_time_find(&made.problem, 1, &hints, &few, &least, &used, &failure), failure);
    assert_int_equal(least.lower, steps);
    assert_int_equal(least.upper, steps);
    assert_int_equal(least.schedule.count, made.network.nodes * (made.network.nodes - 1));
    network_least_clear(&least);
    allgather_clear(&made);
}

/* Not decided soon without half turns. */
static void the_mesh_of_3_x_5(void **state) {
    char program[4096];
    (void)state;
    if (!cadical_find(program, sizeof program))
        skip();
    assert_found("mesh:3x5", true, 30, 20000000);
}

/* Not decided in minutes without turns; half turns it has none. */
static void petersen(void **state) {
    (void)state;
    assert_found("petersen", true, 18, 20000000);
}

/* Commodities of nodes with sizes go to such of the same number among those of the image, each to
 * another one; and no turn takes a node to one of another size. */
static void sizes_are_kept(void **state) {
    static const char *const names[] = {"ring:6/sizes:2,1,3,2,1,3", "ring:6/sizes:2,1,3,2,1,2"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct allgather made;
        struct network_turn turn;
        struct failure failure;
        bool found, taken[16] = {false};
        allgather(&made, names[i], false);
        assert_ok(network_turn_find(&made.problem, 2, &limits, &turn, &found, &failure), failure);
        assert_int_equal(found, i == 0);
        for (int k = 0; found && k < made.problem.commodity_count; k++) {
            int to = turn.commodities[k];
            assert_int_equal(made.problem.commodities[to].copy, made.problem.commodities[k].copy);
            assert_int_equal(made.problem.commodities[to].source,
                             turn.nodes[made.problem.commodities[k].source]);
            assert_false(taken[to]);
            taken[to] = true;
        }
        if (found)
            network_turn_clear(&turn);
        allgather_clear(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_kept),
        cmocka_unit_test(small_graphs_agree_with_all_permutations),
        cmocka_unit_test(networks_have_turns),
        cmocka_unit_test(capacities_are_kept),
        cmocka_unit_test(schedules_of_turns),
        cmocka_unit_test(petersen),
        cmocka_unit_test(the_mesh_of_3_x_5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
