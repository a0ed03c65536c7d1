/* SPDX-License-Identifier: MIT */
/* Half turns of graphs, and schedules of half turns. */
#include "solver/collective/multinode/gossip_formula.h"
#include "solver/collective/multinode/gossip_time.h"
#include "solver/proof/sat/cadical_run.h"
#include "solver/proof/sat/decide.h"
#include "tests/collective/gossip_brute.h"
#include "tests/naive_messages.h"
#include "tests/solver/solver_test.h"

enum { MOST = 200 };

static void assert_half_turn(const struct gossip_graph *graph, const int *image) {
    int fixed = 0;
    for (int v = 0; v < graph->nodes; v++) {
        assert_in_range(image[v], 0, graph->nodes - 1);
        assert_int_equal(image[image[v]], v);
        fixed += image[v] == v;
        for (int u = 0; u < graph->nodes; u++)
            assert_true(gossip_graph_adjacent(graph, v, u) ==
                        gossip_graph_adjacent(graph, image[v], image[u]));
    }
    assert_true(fixed <= 1);
}

static bool keeps_edges(const struct gossip_graph *graph, const int *image) {
    for (int v = 0; v < graph->nodes; v++)
        for (int u = 0; u < graph->nodes; u++)
            if (gossip_graph_adjacent(graph, v, u) !=
                gossip_graph_adjacent(graph, image[v], image[u]))
                return false;
    return true;
}

/* All ways to exchange the nodes from v on in pairs, -1 being who has no partner yet. */
static bool brute(const struct gossip_graph *graph, int *image, int v, int fixed) {
    bool found = false;
    if (v == graph->nodes)
        return fixed <= 1 && keeps_edges(graph, image);
    if (image[v] >= 0)
        return brute(graph, image, v + 1, fixed);
    for (int u = v; u < graph->nodes && !found; u++) {
        if (image[u] >= 0)
            continue;
        image[v] = u;
        image[u] = v;
        found = brute(graph, image, v + 1, fixed + (u == v));
        image[v] = image[u] = -1;
    }
    return found;
}

static void small_graphs_agree_with_all_exchanges(void **state) {
    int counts[2] = {0, 0};
    (void)state;
    for (int nodes = 2; nodes <= 6; nodes++)
        for (unsigned pairs = 0; pairs < 1u << nodes * (nodes - 1) / 2; pairs++) {
            unsigned adjacent[6];
            int image[6], free_image[] = {-1, -1, -1, -1, -1, -1};
            struct gossip_graph graph;
            struct failure failure;
            bool found = false;
            if (!brute_graph(nodes, pairs, adjacent, &graph))
                continue;
            assert_ok(gossip_half_turn_find(&graph, image, &found, &failure), failure);
            assert_true(found == brute(&graph, free_image, 0, 0));
            if (found)
                assert_half_turn(&graph, image);
            counts[found]++;
            gossip_graph_clear(&graph);
        }
    assert_true(counts[0] > 10000 && counts[1] > 1000);
}

static void networks_have_half_turns(void **state) {
    static const struct {
        const char *text;
        bool has;
    } cases[] = {{"mesh:3x5", true},  {"mesh:7x9", true},    {"torus:5x7", true},
                 {"path:150", true},  {"hypercube:6", true}, {"butterfly:3", true},
                 {"bowtie", true},    {"star:4", false},     {"bipartite:3x5", false},
                 {"petersen", false}, {"star:150", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gossip_network network;
        struct failure failure;
        int image[MOST];
        bool found = !cases[i].has;
        assert_ok(gossip_network_parse(cases[i].text, &network, &failure), failure);
        assert_ok(gossip_half_turn_find(&network.graph, image, &found, &failure), failure);
        if (found != cases[i].has)
            fail_msg("%s", cases[i].text);
        if (found)
            assert_half_turn(&network.graph, image);
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

/* Of steps 1 and 2, 3 and 4, ..; the last one of an odd number is free. */
static void assert_turned(const struct message_array *array, const int *image, int steps) {
    for (size_t m = 0; m < array->count; m++) {
        struct message message = array->messages[m];
        if (message.time == steps - 1 && steps % 2 == 1)
            continue;
        assert_true(is_sent(array, (struct message){.time = message.time ^ 1,
                                                    .from = image[message.from],
                                                    .to = image[message.to],
                                                    .item = image[message.item - 1] + 1}));
    }
}

static void assert_schedule_of_half_turns(const char *text, bool half, int steps, bool exists) {
    struct gossip_network network;
    struct formula formula;
    struct sat_decision decision;
    struct message_array messages;
    struct failure failure;
    const struct limits limits = {.nodes = 3000000};
    int image[MOST];
    bool found = false;
    assert_ok(gossip_network_parse(text, &network, &failure), failure);
    assert_ok(gossip_half_turn_find(&network.graph, image, &found, &failure), failure);
    assert_true(found);
    assert_ok(gossip_formula_build(&network.graph, half, steps, &formula, &failure), failure);
    assert_ok(gossip_formula_add_half_turn(&network.graph, steps, image, &formula, &failure),
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
        assert_turned(&messages, image, steps);
        message_array_clear(&messages);
    }
    sat_decision_clear(&decision);
    formula_clear(&formula);
    gossip_network_clear(&network);
}

static void schedules_of_half_turns(void **state) {
    (void)state;
    assert_schedule_of_half_turns("mesh:3x3", true, 18, true);
    assert_schedule_of_half_turns("path:3", true, 6, true);
    assert_schedule_of_half_turns("complete:4", false, 3, true);
    /* the least time is 7, by others */
    assert_schedule_of_half_turns("bowtie", false, 7, false);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_graphs_agree_with_all_exchanges),
        cmocka_unit_test(networks_have_half_turns),
        cmocka_unit_test(schedules_of_half_turns),
        cmocka_unit_test(the_mesh_of_3_x_5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
