/* SPDX-License-Identifier: MIT */
/* Schedules and bounds of multinode broadcasting. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "solver/base/evidence.h"
#include "solver/collective/multinode/gossip_time.h"
#include "solver/model/message_play.h"
#include "solver/network/network_cover.h"
#include "tests/collective/gossip_brute.h"
#include "tests/naive_messages.h"
#include "tests/solver/solver_test.h"

static void rings_run_with_two_buffers(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= 150; nodes++)
        for (int half = 0; half <= 1; half++) {
            enum ring_rule rule = ring_rule_of(nodes, half);
            struct ring_outcome outcome;
            struct failure failure;
            assert_ok(ring_run(rule, nodes, NULL, NULL, &outcome, &failure), failure);
            assert_int_equal(outcome.fault, RING_FINE);
            assert_int_equal(outcome.buffer, half ? 2 : 1);
            assert_int_equal(outcome.messages, nodes * (nodes - 1));
            assert_int_equal(ring_steps(rule, nodes), gossip_counted(nodes, half));
        }
}

/* Node j-1 takes no part in step j: it neither sends nor has a sender before it. */
static enum status see_idle(void *context, int step, const int *item, struct failure *failure) {
    int nodes = *(int *)context, idle = (step - 1) % nodes;
    (void)failure;
    assert_int_equal(item[idle], -1);
    assert_int_equal(item[(idle + nodes - 1) % nodes], -1);
    assert_true(item[(idle + 1) % nodes] >= 0);
    return STATUS_OK;
}

static void one_node_is_idle(void **state) {
    struct ring_outcome outcome;
    (void)state;
    for (int nodes = 3; nodes <= 99; nodes += 2)
        assert_int_equal(ring_run(RING_HALF_ODD, nodes, see_idle, &nodes, &outcome, NULL),
                         STATUS_OK);
    assert_int_equal(ring_run(RING_HALF_ODD, 4, NULL, NULL, &outcome, NULL), STATUS_INPUT);
    assert_int_equal(ring_run(RING_HALF_EVEN, 5, NULL, NULL, &outcome, NULL), STATUS_INPUT);
    assert_int_equal(ring_run(RING_FULL, 1, NULL, NULL, &outcome, NULL), STATUS_INPUT);
}

static void write_side(const char *name, const struct gossip_time *time, bool upper) {
    struct failure failure;
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    struct evidence evidence = upper ? evidence_borrowed(certificate_kind_of_gossip_upper(time),
                                                         certificate_put_gossip_upper, time)
                                     : evidence_borrowed(gossip_lower_kind(time->below),
                                                         certificate_put_gossip_lower, time->below);
    assert_ok(evidence_write_stream(evidence, file, NULL, &failure), failure);
    assert_int_equal(fclose(file), 0);
}

/* The answer for a network; its list is played here, cell by cell, and both certificates are
 * verified. */
static void assert_time(const char *text, bool half, enum gossip_engine engine, int lower,
                        int upper, enum gossip_by by) {
    struct network_factors network;
    struct gossip_time time;
    struct message_list list;
    struct failure failure;
    const struct limits limits = {.nodes = 3000000};
    char name[] = "/tmp/gossipXXXXXX", command[200];
    assert_ok(gossip_network_parse(text, NULL, &network, &failure), failure);
    assert_ok(gossip_time_find(&network, half, engine, NULL, &limits, &time, &failure), failure);
    assert_int_equal(time.lower, lower);
    assert_int_equal(time.upper, upper);
    assert_int_equal(time.by, by);
    assert_ok(gossip_time_list(&time, &list, &failure), failure);
    assert_null(naive_messages_fault(&list));
    assert_ok(message_verify(&list, NULL, NULL, &failure), failure);
    close(mkstemp(name));
    write_side(name, &time, false);
    snprintf(command, sizeof command, "%s %s >/dev/null", STEADYCHECK, name);
    assert_int_equal(system(command), 0);
    write_side(name, &time, true);
    assert_int_equal(system(command), 0);
    remove(name);
    gossip_time_clear(&time);
    network_factors_clear(&network);
}

static void times_are_known(void **state) {
    (void)state;
    assert_time("ring:2", true, GOSSIP_ALL, 2, 2, GOSSIP_RING_CYCLE);
    assert_time("torus:3x5", false, GOSSIP_ALL, 14, 14, GOSSIP_RING_CYCLE);
    assert_time("torus:3x5", true, GOSSIP_ALL, 30, 30, GOSSIP_RING_CYCLE);
    assert_time("hypercube:4", true, GOSSIP_ALL, 30, 30, GOSSIP_RING_CYCLE);
    assert_time("star:4", false, GOSSIP_ALL, 9, 9, GOSSIP_FORMULA);
    assert_time("star:4", true, GOSSIP_ALL, 12, 12, GOSSIP_FORMULA);
    assert_time("bipartite:2x3", false, GOSSIP_ALL, 6, 6, GOSSIP_FORMULA);
    assert_time("bowtie", false, GOSSIP_ALL, 7, 7, GOSSIP_FORMULA);
    assert_time("path:3", true, GOSSIP_BY_SAT, 6, 6, GOSSIP_FORMULA);
}

/* T_2 + n_2 T_1, in both orders, and for three factors. */
static void products_take_what_the_formula_says(void **state) {
    (void)state;
    assert_time("torus:3x5", false, GOSSIP_BY_PRODUCT, 14, 14, GOSSIP_PRODUCT);
    assert_time("torus:4x6", true, GOSSIP_BY_PRODUCT, 46, 46, GOSSIP_PRODUCT);
    assert_time("path:2*ring:3", true, GOSSIP_BY_PRODUCT, 10, 12, GOSSIP_PRODUCT);
    assert_time("ring:3*path:2", true, GOSSIP_BY_PRODUCT, 10, 14, GOSSIP_PRODUCT);
    assert_time("mesh:3x3", true, GOSSIP_BY_PRODUCT, 18, 24, GOSSIP_PRODUCT);
    assert_time("ring:3*bipartite:2x3*path:3", false, GOSSIP_BY_PRODUCT, 44, 4 + 3 * (6 + 5 * 2),
                GOSSIP_PRODUCT);
}

/* What is too large to be kept, or decided, is unknown, and no failure. */
static void large_networks_leave_gaps(void **state) {
    static const struct {
        const char *text;
        enum gossip_engine engine;
    } cases[] = {{"path:2*ring:5000", GOSSIP_BY_PRODUCT},
                 {"ring:900", GOSSIP_BY_SAT},
                 {"butterfly:9", GOSSIP_ALL}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network_factors network;
        struct gossip_time time;
        struct failure failure;
        assert_ok(gossip_network_parse(cases[i].text, NULL, &network, &failure), failure);
        assert_ok(gossip_time_find(&network, true, cases[i].engine, NULL, NULL, &time, &failure),
                  failure);
        assert_true(time.upper < 0 || (cases[i].engine == GOSSIP_ALL && time.by == GOSSIP_TREE));
        assert_non_null(time.reason);
        gossip_time_clear(&time);
        network_factors_clear(&network);
    }
}

/* The player by runs sees the same as the one by messages. */
static void products_are_played_by_runs(void **state) {
    static const char *const texts[] = {"torus:3x5",      "ring:3*bowtie*path:2", "torus:9x9x9",
                                        "path:70*ring:3", "ring:3*path:70",       "hypercube:7"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network_factors network;
        struct gossip_time time;
        struct failure failure;
        long steps = 0;
        assert_ok(gossip_network_parse(texts[i], NULL, &network, &failure), failure);
        enum status status =
            gossip_time_find(&network, false, GOSSIP_BY_PRODUCT, NULL, NULL, &time, &failure);
        assert_ok(status, failure);
        struct message_list list;
        assert_int_equal(time.by, GOSSIP_PRODUCT);
        assert_ok(product_gossip_play(&time.product, NULL, &steps, &failure), failure);
        assert_int_equal(steps, time.upper);
        assert_ok(gossip_time_list(&time, &list, &failure), failure);
        assert_ok(message_verify(&list, NULL, NULL, &failure), failure);
        gossip_time_clear(&time);
        network_factors_clear(&network);
    }
}

/* Schedules with a fault are found out by both players. */
static void players_see_faults(void **state) {
    struct network_factors network;
    struct gossip_time time;
    struct failure failure;
    long steps;
    (void)state;
    assert_ok(gossip_network_parse("torus:3x4", NULL, &network, &failure), failure);
    assert_ok(gossip_time_find(&network, true, GOSSIP_BY_PRODUCT, NULL, NULL, &time, &failure),
              failure);
    for (int factor = 0; factor < 2; factor++)
        for (size_t m = 0; m < time.schedules[factor].count; m++)
            for (int what = 0; what < 4; what++) {
                struct message *message = &time.schedules[factor].messages[m], kept = *message;
                struct message_list list;
                int size = network.factors[factor].network.nodes;
                if (what == 0)
                    message->to = (message->to + 1) % size;
                else if (what == 1)
                    message->from = (message->from + 1) % size;
                else if (what == 2)
                    message->item = message->item % size + 1;
                else
                    message->time = 0;
                bool same = what == 3 && kept.time == 0;
                assert_int_equal(
                    product_gossip_play(&time.product, NULL, &steps, &failure) == STATUS_OK, same);
                assert_ok(gossip_time_list(&time, &list, &failure), failure);
                assert_int_equal(message_verify(&list, NULL, NULL, &failure) == STATUS_OK, same);
                *message = kept;
            }
    gossip_time_clear(&time);
    network_factors_clear(&network);
}

/* All connected graphs of up to four nodes: bounds, formulas and rings against all schedules. */
static void small_graphs_agree_with_exhaustive_search(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= BRUTE_MOST; nodes++)
        for (unsigned pairs = 0; pairs < 1u << nodes * (nodes - 1) / 2; pairs++)
            for (int half = 0; half <= 1; half++) {
                unsigned adjacent[BRUTE_MOST];
                struct network_factors network = {1, {{.family = NETWORK_LISTED}}, {0}};
                struct gossip_time time;
                struct failure failure;
                if (!brute_graph(nodes, pairs, adjacent, &network.factors[0].network))
                    continue;
                assert_ok(gossip_time_find(&network, half, GOSSIP_ALL, NULL, NULL, &time, &failure),
                          failure);
                assert_int_equal(time.lower, brute_gossip(nodes, adjacent, half));
                assert_int_equal(time.upper, time.lower);
                gossip_time_clear(&time);
                network_factors_clear(&network);
            }
}

/* --- every graph --- */

enum { RANDOM_MOST = 12 };

/* A random tree, and some edges more. */
static void random_network(int nodes, struct network_factors *network) {
    struct network_link edges[2 * RANDOM_MOST];
    struct failure failure;
    int more = rand() % (nodes + 1), count = 0;
    for (int v = 1; v < nodes; v++)
        edges[count++] = (struct network_link){rand() % v, v, 1, 1};
    for (int i = 0; i < more; i++) {
        int a = rand() % nodes, b = rand() % nodes;
        if (a != b)
            edges[count++] = (struct network_link){a < b ? a : b, a < b ? b : a, 1, 1};
    }
    *network = (struct network_factors){1, {{.family = NETWORK_LISTED}}, {0}};
    assert_ok(network_of_edges(nodes, edges, count, &network->factors[0].network, &failure),
              failure);
}

/* The tree's schedule by itself: legal, and no later than promised. Returns the promise. */
static int64_t assert_tree(const struct network *network, bool half) {
    struct message_edge *edges;
    struct message_graph graph;
    struct tree_gossip tree;
    struct message_list list;
    struct failure failure;
    assert_ok(gossip_edges(network, half, &edges, &graph, &failure), failure);
    assert_ok(tree_gossip_make(network, half, &tree, &failure), failure);
    int64_t promise = (half ? 2 : 1) * (int64_t)tree.degree * (network->nodes - (int64_t)1);
    assert_true(tree.finish <= promise);
    assert_int_equal(tree.slots, (half ? 2 : 1) * tree.degree);
    tree_gossip_list(&tree, &graph, &list);
    assert_null(naive_messages_fault(&list));
    assert_ok(message_verify(&list, NULL, NULL, &failure), failure);
    tree_gossip_clear(&tree);
    free(edges);
    return promise;
}

/* The schedule by GOSSIP_BY_GREEDY, between the bound and the promise of the tree. */
static int64_t assert_greedy(const struct network_factors *network, bool half, bool check) {
    struct gossip_time time;
    struct message_list list;
    struct failure failure;
    char name[] = "/tmp/gossipXXXXXX", command[200];
    int64_t promise = assert_tree(network_factors_whole(network), half);
    assert_ok(gossip_time_find(network, half, GOSSIP_BY_GREEDY, NULL, NULL, &time, &failure),
              failure);
    assert_true(time.by == GOSSIP_GREEDY || time.by == GOSSIP_TREE);
    assert_true(time.lower <= time.upper && time.upper <= promise);
    assert_ok(gossip_time_list(&time, &list, &failure), failure);
    assert_int_equal(list.finish, time.upper);
    assert_null(naive_messages_fault(&list));
    if (check) {
        close(mkstemp(name));
        write_side(name, &time, true);
        snprintf(command, sizeof command, "%s %s >/dev/null", STEADYCHECK, name);
        assert_int_equal(system(command), 0);
        remove(name);
    }
    int64_t upper = time.upper;
    gossip_time_clear(&time);
    return upper;
}

static void every_graph_has_a_schedule(void **state) {
    enum { GRAPHS = 400, MOST = 9 };
    (void)state;
    srand(1);
    for (int i = 0; i < GRAPHS; i++) {
        struct network_factors network;
        random_network(2 + rand() % (MOST - 1), &network);
        for (int half = 0; half <= 1; half++)
            assert_greedy(&network, half, i % 8 == 0);
        network_factors_clear(&network);
    }
}

/* No schedule is shorter than the least time, by exhaustive search. */
static void greedy_is_not_below_exhaustive_search(void **state) {
    (void)state;
    for (int nodes = 2; nodes <= BRUTE_MOST; nodes++)
        for (unsigned pairs = 0; pairs < 1u << nodes * (nodes - 1) / 2; pairs++)
            for (int half = 0; half <= 1; half++) {
                unsigned adjacent[BRUTE_MOST];
                struct network_factors network = {1, {{.family = NETWORK_LISTED}}, {0}};
                if (!brute_graph(nodes, pairs, adjacent, &network.factors[0].network))
                    continue;
                assert_true(assert_greedy(&network, half, false) >=
                            brute_gossip(nodes, adjacent, half));
                network_factors_clear(&network);
            }
}

/* A star cannot end earlier: its middle sends in every step. */
static void stars_take_the_least_time(void **state) {
    (void)state;
    for (int nodes = 3; nodes <= 40; nodes++) {
        struct network_factors network;
        struct failure failure;
        char text[20];
        snprintf(text, sizeof text, "star:%d", nodes);
        assert_ok(gossip_network_parse(text, NULL, &network, &failure), failure);
        assert_int_equal(assert_greedy(&network, false, false), (nodes - 1) * (nodes - 1));
        network_factors_clear(&network);
    }
}

enum { CUT_MOST = RANDOM_MOST };

/* Nodes that can be reached from v; they are gone then. */
static int part_of(const struct network *network, int v, bool *gone) {
    int size = 1;
    gone[v] = true;
    for (int i = network->out[v]; i < network->out[v + 1]; i++)
        if (!gone[network->arcs[i].to])
            size += part_of(network, network->arcs[i].to, gone);
    return size;
}

/* What has to pass the node: items of the other parts to each part, and of all to itself. */
static int64_t cut_time(const struct network *network, bool half, int cut) {
    bool gone[CUT_MOST] = {false};
    int64_t sends = 0, n = network->nodes;
    gone[cut] = true;
    for (int v = 0; v < n; v++)
        if (!gone[v])
            sends += n - part_of(network, v, gone);
    return half ? n - 1 + sends : sends > n - 1 ? sends : n - 1;
}

/* A tree's nodes are cut vertices but for its leaves; no way around a node is a better bound than
 * what has to pass it. */
static void cut_vertices_bound(void **state) {
    enum { GRAPHS = 1000, MOST = CUT_MOST };
    (void)state;
    srand(2);
    for (int i = 0; i < GRAPHS; i++) {
        struct network_factors network;
        struct failure failure;
        int nodes = 3 + rand() % (MOST - 2);
        random_network(nodes, &network);
        for (int half = 0; half < 2; half++) {
            struct gossip_lower *lower = NULL;
            bool is_cut[MOST] = {false};
            assert_ok(
                gossip_lower_new(network_factors_whole(&network), half, NULL, &lower, &failure),
                failure);
            assert_ok(network_cut_vertices(&lower->problem, is_cut, &failure), failure);
            for (int v = 0; v < nodes; v++) {
                assert_int_equal(is_cut[v],
                                 cut_time(network_factors_whole(&network), false, v) > nodes - 1);
                assert_true(lower->least.lower >=
                            cut_time(network_factors_whole(&network), half, v));
            }
            gossip_lower_free(lower);
        }
        network_factors_clear(&network);
    }
}

/* The tree has no node of a large degree where the graph can do without. */
static void trees_have_low_degrees(void **state) {
    static const struct {
        const char *text;
        int degree;
    } cases[] = {{"path:50", 2}, {"bipartite:20x40", 3}, {"complete:40", 2}, {"butterfly:3", 4}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network_factors network;
        struct failure failure;
        assert_ok(gossip_network_parse(cases[i].text, NULL, &network, &failure), failure);
        int64_t promise = assert_tree(network_factors_whole(&network), false);
        assert_true(promise <=
                    cases[i].degree * (network_factors_whole(&network)->nodes - (int64_t)1));
        network_factors_clear(&network);
    }
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

/* Stopped at once, there are a bound and a schedule all the same. */
static void limits_leave_bounds(void **state) {
    static const char *const texts[] = {"path:2000", "mesh:21x21", "butterfly:5", "complete:300"};
    const struct limits limits = {.stop = stop_at_once};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network_factors network;
        struct gossip_time time;
        struct failure failure;
        assert_ok(gossip_network_parse(texts[i], NULL, &network, &failure), failure);
        assert_ok(gossip_time_find(&network, true, GOSSIP_ALL, NULL, &limits, &time, &failure),
                  failure);
        assert_true(time.lower >= gossip_counted(network_factors_whole(&network)->nodes, true));
        assert_true(time.upper >= time.lower);
        gossip_time_clear(&time);
        network_factors_clear(&network);
    }
}

static int bound_of(const char *text, bool half) {
    struct network_factors network;
    struct gossip_lower *lower = NULL;
    struct failure failure;
    assert_ok(gossip_network_parse(text, NULL, &network, &failure), failure);
    assert_ok(gossip_lower_new(network_factors_whole(&network), half, NULL, &lower, &failure),
              failure);
    int bound = lower->least.lower;
    gossip_lower_free(lower);
    network_factors_clear(&network);
    return bound;
}

static void bounds_by_hand(void **state) {
    (void)state;
    assert_int_equal(bound_of("butterfly:2", true), 33); /* four messages a step: level 1 */
    /* level 1 sends all that the others receive, 8 * 11 items */
    assert_int_equal(bound_of("butterfly:2", false), 22);
    assert_int_equal(bound_of("path:4", false), 5);
    assert_int_equal(bound_of("path:4", true), 8);
    assert_int_equal(gossip_counted(1, true), 0);
    assert_int_equal(gossip_counted(9, true), 18);
    assert_int_equal(gossip_counted(10, true), 18);
}

/* A large bipartite graph takes another way than the sets of a small one: the same bound. */
static void covers_and_all_sets_agree(void **state) {
    static const char *const large[] = {"mesh:3x5", "star:15", "bipartite:5x10", "bipartite:7x8"};
    static const int most[] = {7, 1, 5, 7}; /* messages in a step */
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int half = 0; half <= 1; half++) {
            int messages = (half ? 15 : 15 - most[i]) * 14; /* full: to those of the other side */
            assert_int_equal(bound_of(large[i], half), (messages + most[i] - 1) / most[i]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_run_with_two_buffers),
        cmocka_unit_test(one_node_is_idle),
        cmocka_unit_test(times_are_known),
        cmocka_unit_test(products_take_what_the_formula_says),
        cmocka_unit_test(large_networks_leave_gaps),
        cmocka_unit_test(products_are_played_by_runs),
        cmocka_unit_test(players_see_faults),
        cmocka_unit_test(small_graphs_agree_with_exhaustive_search),
        cmocka_unit_test(every_graph_has_a_schedule),
        cmocka_unit_test(greedy_is_not_below_exhaustive_search),
        cmocka_unit_test(stars_take_the_least_time),
        cmocka_unit_test(cut_vertices_bound),
        cmocka_unit_test(trees_have_low_degrees),
        cmocka_unit_test(limits_leave_bounds),
        cmocka_unit_test(bounds_by_hand),
        cmocka_unit_test(covers_and_all_sets_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
