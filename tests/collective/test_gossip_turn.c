/* SPDX-License-Identifier: MIT */
/* Turns of graphs, and schedules of turned steps. */
#include "solver/collective/multinode/gossip_formula.h"
#include "solver/collective/multinode/gossip_time.h"
#include "solver/proof/sat/cadical_run.h"
#include "solver/proof/sat/decide.h"
#include "tests/collective/gossip_brute.h"
#include "tests/naive_messages.h"
#include "tests/solver/solver_test.h"

enum { MOST = 200 };

static void assert_turn(const struct gossip_graph *graph, int order, const int *image) {
    int fixed = 0;
    for (int v = 0; v < graph->nodes; v++) {
        int length = 1;
        assert_in_range(image[v], 0, graph->nodes - 1);
        for (int u = image[v]; u != v; u = image[u])
            assert_true(++length <= order);
        assert_true(length == 1 || length == order);
        fixed += length == 1;
        for (int u = 0; u < graph->nodes; u++)
            assert_true(gossip_graph_adjacent(graph, v, u) ==
                        gossip_graph_adjacent(graph, image[v], image[u]));
    }
    assert_int_equal(fixed, graph->nodes % order);
}

static bool keeps_edges(const struct gossip_graph *graph, const int *image) {
    for (int v = 0; v < graph->nodes; v++)
        for (int u = 0; u < graph->nodes; u++)
            if (gossip_graph_adjacent(graph, v, u) !=
                gossip_graph_adjacent(graph, image[v], image[u]))
                return false;
    return true;
}

/* All permutations from v on, -1 being who has no image yet. */
static bool brute(const struct gossip_graph *graph, int order, int *image, int v) {
    bool found = false, taken[16] = {false};
    if (v == graph->nodes || v == 16) {
        int fixed = 0;
        for (int u = 0; u < graph->nodes; u++) {
            int length = 1;
            for (int w = image[u]; w != u; w = image[w])
                length++;
            if (length != 1 && length != order)
                return false;
            fixed += length == 1;
        }
        return fixed == graph->nodes % order && keeps_edges(graph, image);
    }
    for (int u = 0; u < v; u++)
        taken[image[u]] = true;
    for (int u = 0; u < graph->nodes && !found; u++) {
        if (taken[u])
            continue;
        image[v] = u;
        found = brute(graph, order, image, v + 1);
    }
    return found;
}

static void small_graphs_agree_with_all_permutations(void **state) {
    int counts[2] = {0, 0};
    (void)state;
    for (int nodes = 2; nodes <= 5; nodes++)
        for (unsigned pairs = 0; pairs < 1u << nodes * (nodes - 1) / 2; pairs++) {
            unsigned adjacent[6];
            struct gossip_graph graph;
            if (!brute_graph(nodes, pairs, adjacent, &graph))
                continue;
            for (int order = 2; order <= 4; order++) {
                int image[16], other[16];
                struct failure failure;
                bool found = false;
                assert_ok(gossip_turn_find(&graph, order, image, &found, &failure), failure);
                assert_true(found == brute(&graph, order, other, 0));
                if (found)
                    assert_turn(&graph, order, image);
                counts[found]++;
            }
            gossip_graph_clear(&graph);
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
        struct gossip_network network;
        struct failure failure;
        int image[MOST];
        bool found = !cases[i].has;
        assert_ok(gossip_network_parse(cases[i].text, &network, &failure), failure);
        assert_ok(gossip_turn_find(&network.graph, cases[i].order, image, &found, &failure),
                  failure);
        if (found != cases[i].has)
            fail_msg("%s, %d", cases[i].text, cases[i].order);
        if (found)
            assert_turn(&network.graph, cases[i].order, image);
        gossip_network_clear(&network);
    }
}

static bool is_sent(const struct message_array *array, struct message wanted) {
    for (size_t m = 0; m < array->count; m++) {
        const struct message *message = &array->messages[m];
        if (message->time == wanted.time && message->from == wanted.from &&
            message->to == wanted.to && message->item == wanted.item)
            return true;
    }
    return false;
}

/* Who sends in a step that is not the first of its block sends, turned, in the step before. */
static void assert_turned(const struct message_array *array, int order, const int *image) {
    for (size_t m = 0; m < array->count; m++) {
        struct message message = array->messages[m];
        if (message.time % order)
            assert_true(is_sent(array, (struct message){.time = message.time - 1,
                                                        .from = image[message.from],
                                                        .to = image[message.to],
                                                        .item = image[message.item - 1] + 1}));
    }
}

static void assert_schedule_of_turns(const char *text, bool half, int steps, int order,
                                     bool exists) {
    struct gossip_network network;
    struct formula formula;
    struct sat_decision decision;
    struct message_array messages;
    struct failure failure;
    const struct limits limits = {.nodes = 3000000};
    int image[MOST];
    bool found = false;
    assert_ok(gossip_network_parse(text, &network, &failure), failure);
    assert_ok(gossip_turn_find(&network.graph, order, image, &found, &failure), failure);
    assert_true(found);
    assert_ok(gossip_formula_build(&network.graph, half, steps, &formula, &failure), failure);
    assert_ok(gossip_formula_add_turns(&network.graph, steps, order, image, &formula, &failure),
              failure);
    assert_ok(sat_decide(&formula, SAT_WITHOUT_PROOF, &limits, &decision, &failure), failure);
    if (decision.verdict != (exists ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE))
        fail_msg("%s", text);
    if (exists) {
        struct message_graph edges = gossip_graph_of_messages(&network.graph, half);
        struct message_list list = gossip_list(&edges, network.graph.nodes);
        message_array_init(&messages);
        assert_ok(gossip_formula_decode(&network.graph, steps, decision.model, &messages, &failure),
                  failure);
        assert_ok(message_array_list(&messages, &list, &failure), failure);
        assert_true(list.finish <= steps);
        assert_null(naive_messages_fault(&list));
        assert_turned(&messages, order, image);
        message_array_clear(&messages);
    }
    sat_decision_clear(&decision);
    formula_clear(&formula);
    gossip_network_clear(&network);
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

/* Not decided soon without half turns; with them, the schedule that is kept in results/. */
static void the_mesh_of_3_x_5(void **state) {
    struct gossip_network network;
    struct message_array messages;
    struct gossip_proof proof;
    struct failure failure;
    enum verdict verdict;
    const char *reason;
    char program[4096];
    const struct limits limits = {.nodes = 20000000};
    (void)state;
    if (!cadical_find(program, sizeof program))
        skip();
    assert_ok(gossip_network_parse("mesh:3x5", &network, &failure), failure);
    assert_ok(gossip_decide(&network.graph, true, 30, &limits, &verdict, &messages, &proof, &reason,
                            &failure),
              failure);
    assert_int_equal(verdict, VERDICT_FEASIBLE);
    assert_int_equal(messages.count, 15 * 14);
    message_array_clear(&messages);
    gossip_network_clear(&network);
}

/* Not decided in minutes without turns; half turns it has none. */
static void petersen(void **state) {
    struct gossip_network network;
    struct message_array messages;
    struct gossip_proof proof;
    struct failure failure;
    enum verdict verdict;
    const char *reason;
    const struct limits limits = {.nodes = 20000000};
    (void)state;
    assert_ok(gossip_network_parse("petersen", &network, &failure), failure);
    assert_ok(gossip_decide(&network.graph, true, 18, &limits, &verdict, &messages, &proof, &reason,
                            &failure),
              failure);
    assert_int_equal(verdict, VERDICT_FEASIBLE);
    assert_int_equal(messages.count, 90);
    message_array_clear(&messages);
    gossip_network_clear(&network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_graphs_agree_with_all_permutations),
        cmocka_unit_test(networks_have_turns),
        cmocka_unit_test(schedules_of_turns),
        cmocka_unit_test(petersen),
        cmocka_unit_test(the_mesh_of_3_x_5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
