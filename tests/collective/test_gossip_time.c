/* SPDX-License-Identifier: MIT */
/* Schedules and bounds of multinode broadcasting. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "solver/base/evidence.h"
#include "solver/collective/multinode/network_least.h"
#include "solver/collective/multinode/product_gossip.h"
#include "solver/network/network_sets.h"
#include "tests/collective/gossip_brute.h"
#include "tests/naive_messages.h"
#include "tests/solver/solver_test.h"

static const struct limits no_limits;

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

/* An allgather of one chunk on a network whose nodes have one port, and its answer; the parts
 * borrow each other. */
struct gossip {
    struct network network;
    struct network_problem problem;
    struct network_least least;
};

static void gossip_open(struct gossip *gossip, const struct network_factors *factors, bool half) {
    struct failure failure;
    *gossip = (struct gossip){.least = {.lower = 0}};
    assert_ok(network_copy(network_factors_whole(factors), &gossip->network, &failure), failure);
    assert_ok(network_limit_ports(&gossip->network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL,
                                  1, &failure),
              failure);
    assert_ok(
        network_problem_init(&gossip->problem, &gossip->network, COLLECTIVE_ALLGATHER, 0, &failure),
        failure);
}

static void gossip_find(struct gossip *gossip, const struct network_factors *factors, bool half,
                        enum network_engine engine, const struct limits *limits) {
    struct failure failure;
    uint64_t decisions = 0;
    const struct network_hints hints = {
        factors, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL, 1, NULL, engine, NETWORK_WHOLE,
        NULL};
    gossip_open(gossip, factors, half);
    assert_ok(network_time_find(&gossip->problem, 1, &hints, limits, &gossip->least, &decisions,
                                &failure),
              failure);
}

static void gossip_close(struct gossip *gossip) {
    network_least_clear(&gossip->least);
    network_problem_clear(&gossip->problem);
    network_clear(&gossip->network);
}

/* The schedule as a list of messages one step long, by the oracle: legal, and it ends at the upper
 * bound at the latest; with half duplex nobody sends and receives in one step. */
static void assert_legal(struct gossip *gossip, bool half) {
    struct message_array messages;
    struct failure failure;
    assert_ok(network_least_list(&gossip->least, &no_limits, &failure), failure);
    message_array_init(&messages);
    for (int64_t i = 0; i < gossip->least.schedule.count; i++) {
        const struct network_send *send = &gossip->least.schedule.sends[i];
        const struct network_arc *arc = &gossip->network.arcs[send->arc];
        message_array_add(&messages,
                          &(struct message){send->step - 1, arc->from, arc->to, send->chunk, 0});
        for (int64_t j = 1; half && j <= i && send[-j].step == send->step; j++) {
            const struct network_arc *other = &gossip->network.arcs[send[-j].arc];
            assert_true(other->from != arc->to && other->to != arc->from);
        }
    }
    struct message_list list = {.machine = message_machine_postal(1),
                                .processors = gossip->network.nodes - 1,
                                .items = 1,
                                .all = true};
    assert_ok(message_array_finish(&messages, &list, &failure), failure);
    assert_null(naive_messages_fault(&list));
    assert_int_equal(list.finish, gossip->least.upper);
    message_array_clear(&messages);
}

static void verify(struct evidence evidence) {
    char name[] = "/tmp/gossipXXXXXX", command[200];
    struct failure failure;
    FILE *file = fdopen(mkstemp(name), "w");
    assert_non_null(file);
    assert_ok(evidence_write_stream(evidence, file, NULL, &failure), failure);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command, "%s %s >/dev/null", STEADYCHECK, name);
    assert_int_equal(system(command), 0);
    remove(name);
}

static void verify_schedule(const struct network_least *least) {
    verify(evidence_borrowed(network_least_kind(least), certificate_put_network_least, least));
}

static void verify_bound(const struct network_least *least) {
    verify(least->is_refuted
               ? evidence_borrowed("impossible-network", certificate_put_network_refutation,
                                   &least->refutation)
               : evidence_borrowed("network-bound", certificate_put_network_bound, &least->bound));
}

/* The answer for a network; both certificates are verified, and the schedule is played here. `by`:
 * NULL, whoever it is. */
static void assert_time(const char *text, bool half, enum network_engine engine, int lower,
                        int upper, const char *by) {
    struct network_factors network;
    struct gossip gossip;
    struct failure failure;
    const struct limits limits = {.nodes = 3000000};
    assert_ok(network_factors_parse_in(text, NULL, &network, &failure), failure);
    gossip_find(&gossip, &network, half, engine, &limits);
    assert_int_equal(gossip.least.lower, lower);
    assert_int_equal(gossip.least.upper, upper);
    if (by)
        assert_string_equal(gossip.least.by, by);
    verify_bound(&gossip.least);
    verify_schedule(&gossip.least);
    assert_legal(&gossip, half);
    gossip_close(&gossip);
    network_factors_clear(&network);
}

static void times_are_known(void **state) {
    (void)state;
    assert_time("ring:2", true, NETWORK_BY_ALL, 2, 2, "ring");
    assert_time("torus:3x5", false, NETWORK_BY_ALL, 14, 14, "ring");
    assert_time("torus:3x5", true, NETWORK_BY_ALL, 30, 30, "ring");
    assert_time("hypercube:4", true, NETWORK_BY_ALL, 30, 30, "ring");
    assert_time("star:4", false, NETWORK_BY_ALL, 9, 9, NULL);
    assert_time("star:4", true, NETWORK_BY_ALL, 12, 12, NULL);
    assert_time("bipartite:2x3", false, NETWORK_BY_ALL, 6, 6, NULL);
    assert_time("bowtie", false, NETWORK_BY_ALL, 7, 7, NULL);
    assert_time("path:3", true, NETWORK_BY_SAT, 6, 6, NULL);
}

/* T_2 + n_2 T_1, in both orders, and for three factors. */
static void products_take_what_the_formula_says(void **state) {
    (void)state;
    assert_time("torus:3x5", false, NETWORK_BY_PRODUCT, 14, 14, "product");
    assert_time("torus:4x6", true, NETWORK_BY_PRODUCT, 46, 46, "product");
    assert_time("path:2*ring:3", true, NETWORK_BY_PRODUCT, 10, 12, "product");
    assert_time("ring:3*path:2", true, NETWORK_BY_PRODUCT, 10, 14, "product");
    assert_time("mesh:3x3", true, NETWORK_BY_PRODUCT, 18, 24, "product");
    assert_time("ring:3*bipartite:2x3*path:3", false, NETWORK_BY_PRODUCT, 44, 4 + 3 * (6 + 5 * 2),
                "product");
}

/* What is too large to be kept, or decided, is unknown, and no failure. */
static void large_networks_leave_gaps(void **state) {
    static const struct {
        const char *text;
        enum network_engine engine;
    } cases[] = {{"path:2*ring:5000", NETWORK_BY_PRODUCT}, {"butterfly:9", NETWORK_BY_ALL}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network_factors network;
        struct gossip gossip;
        struct failure failure;
        assert_ok(network_factors_parse_in(cases[i].text, NULL, &network, &failure), failure);
        gossip_find(&gossip, &network, true, cases[i].engine, &no_limits);
        if (cases[i].engine == NETWORK_BY_ALL)
            assert_string_equal(gossip.least.by, "tree");
        else
            assert_int_equal(gossip.least.upper, 0);
        assert_true(gossip.least.lower >= 10000);
        gossip_close(&gossip);
        network_factors_clear(&network);
    }
}

static enum status take_message(void *context, const struct message *message,
                                struct failure *failure) {
    struct message_array *messages = context;
    (void)failure;
    message_array_add(messages, message);
    return STATUS_OK;
}

/* The schedule of a product as messages, and by runs. */
static bool plays(struct gossip *gossip, bool by_runs) {
    struct failure failure;
    const struct gossip_schedule *made = gossip->least.at_hand;
    long steps = 0;
    if (by_runs)
        return product_gossip_play(&made->product, NULL, &steps, &failure) == STATUS_OK &&
               steps == gossip->least.upper;
    struct network_schedule listed = {.task = gossip->least.task};
    listed.task.steps = gossip->least.upper;
    struct message_array messages;
    message_array_init(&messages);
    assert_ok(gossip_schedule_each(made, take_message, &messages, NULL, &failure), failure);
    for (size_t i = 0; i < messages.count; i++) {
        const struct message *m = &messages.messages[i];
        int arc = network_arc_number(&gossip->network, m->from, m->to);
        if (arc >= 0)
            assert_ok(network_schedule_add(
                          &listed, (struct network_send){m->time + 1, arc, m->item}, &failure),
                      failure);
    }
    bool right = (size_t)listed.count == messages.count &&
                 network_schedule_finish(&listed, NULL, &failure) == STATUS_OK;
    network_schedule_clear(&listed);
    message_array_clear(&messages);
    return right;
}

/* The player by runs sees the same as the one by messages. */
static void products_are_played_by_runs(void **state) {
    static const char *const texts[] = {"torus:3x5",      "ring:3*bowtie*path:2", "torus:9x9x9",
                                        "path:70*ring:3", "ring:3*path:70",       "hypercube:7"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network_factors network;
        struct gossip gossip;
        struct failure failure;
        assert_ok(network_factors_parse_in(texts[i], NULL, &network, &failure), failure);
        gossip_find(&gossip, &network, false, NETWORK_BY_PRODUCT, &no_limits);
        assert_string_equal(gossip.least.by, "product");
        assert_true(plays(&gossip, true) && plays(&gossip, false));
        gossip_close(&gossip);
        network_factors_clear(&network);
    }
}

/* Schedules with a fault are found out by both players. */
static void players_see_faults(void **state) {
    struct network_factors network;
    struct gossip gossip;
    struct failure failure;
    (void)state;
    assert_ok(network_factors_parse_in("torus:3x4", NULL, &network, &failure), failure);
    gossip_find(&gossip, &network, true, NETWORK_BY_PRODUCT, &no_limits);
    for (int factor = 0; factor < 2; factor++)
        for (size_t m = 0; m < gossip.least.at_hand->schedules[factor].count; m++)
            for (int what = 0; what < 4; what++) {
                struct message *message = &gossip.least.at_hand->schedules[factor].messages[m];
                struct message kept = *message;
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
                assert_int_equal(plays(&gossip, true), same);
                assert_int_equal(plays(&gossip, false), same);
                *message = kept;
            }
    gossip_close(&gossip);
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
                struct gossip gossip;
                if (!brute_graph(nodes, pairs, adjacent, &network.factors[0].network))
                    continue;
                gossip_find(&gossip, &network, half, NETWORK_BY_ALL, &no_limits);
                assert_int_equal(gossip.least.lower, brute_gossip(nodes, adjacent, half));
                assert_int_equal(gossip.least.upper, gossip.least.lower);
                gossip_close(&gossip);
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

/* The tree's schedule by itself is no later than promised. Returns the promise. */
static int64_t assert_tree(const struct network *network, bool half) {
    struct tree_gossip tree;
    struct failure failure;
    assert_ok(tree_gossip_make(network, half, &tree, &failure), failure);
    int64_t promise = (half ? 2 : 1) * (int64_t)tree.degree * (network->nodes - (int64_t)1);
    assert_true(tree.finish <= promise);
    assert_int_equal(tree.slots, (half ? 2 : 1) * tree.degree);
    tree_gossip_clear(&tree);
    return promise;
}

/* The tree's schedule is legal; what NETWORK_BY_GREEDY finds as well, between the bound and the
 * promise of the tree. */
static int64_t assert_greedy(const struct network_factors *network, bool half, bool check) {
    struct gossip gossip, of_tree;
    struct gossip_schedule tree;
    struct failure failure;
    int64_t promise = assert_tree(network_factors_whole(network), half);
    gossip_find(&gossip, network, half, NETWORK_BY_GREEDY, &no_limits);
    assert_true(gossip.least.lower <= gossip.least.upper && gossip.least.upper <= promise);
    if (check)
        verify_schedule(&gossip.least);
    assert_legal(&gossip, half);
    int64_t upper = gossip.least.upper;
    gossip_close(&gossip);
    gossip_open(&of_tree, network, half);
    assert_ok(gossip_schedule_of_tree(network_factors_whole(network), half, &tree, &failure),
              failure);
    of_tree.least.task = (struct network_task){.problem = &of_tree.problem, .chunks = 1};
    of_tree.least.upper = tree.steps;
    of_tree.least.at_hand = malloc(sizeof tree);
    assert_non_null(of_tree.least.at_hand);
    *of_tree.least.at_hand = tree;
    assert_legal(&of_tree, half);
    gossip_close(&of_tree);
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
        assert_ok(network_factors_parse_in(text, NULL, &network, &failure), failure);
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
            struct gossip gossip;
            bool is_cut[MOST] = {false};
            gossip_find(&gossip, &network, half, NETWORK_BY_RING, &no_limits);
            assert_ok(network_cut_vertices(&gossip.problem, is_cut, &failure), failure);
            for (int v = 0; v < nodes; v++) {
                assert_int_equal(is_cut[v],
                                 cut_time(network_factors_whole(&network), false, v) > nodes - 1);
                assert_true(gossip.least.lower >=
                            cut_time(network_factors_whole(&network), half, v));
            }
            gossip_close(&gossip);
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
        assert_ok(network_factors_parse_in(cases[i].text, NULL, &network, &failure), failure);
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
        struct gossip gossip;
        struct failure failure;
        assert_ok(network_factors_parse_in(texts[i], NULL, &network, &failure), failure);
        gossip_find(&gossip, &network, true, NETWORK_BY_ALL, &limits);
        assert_true(gossip.least.lower >=
                    gossip_counted(network_factors_whole(&network)->nodes, true));
        assert_true(gossip.least.upper >= gossip.least.lower);
        gossip_close(&gossip);
        network_factors_clear(&network);
    }
}

static int bound_of(const char *text, bool half) {
    struct network_factors network;
    struct gossip gossip;
    struct failure failure;
    assert_ok(network_factors_parse_in(text, NULL, &network, &failure), failure);
    gossip_find(&gossip, &network, half, NETWORK_BY_RING, &no_limits);
    int bound = gossip.least.lower;
    gossip_close(&gossip);
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
