/* SPDX-License-Identifier: MIT */
/* Networks by name, and their hamiltonian cycles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/collective/multinode/hamiltonian.h"
#include "tests/collective/gossip_brute.h"
#include "tests/solver/solver_test.h"

static void networks_have_their_sizes(void **state) {
    static const struct {
        const char *text;
        int nodes, edges, least_degree, most_degree;
    } cases[] = {
        {"ring:2", 2, 1, 1, 1},
        {"ring:5", 5, 5, 2, 2},
        {"path:4", 4, 3, 1, 2},
        {"star:6", 6, 5, 1, 5},
        {"complete:6", 6, 15, 5, 5},
        {"wheel:5", 5, 8, 3, 4},
        {"bipartite:2x3", 5, 6, 2, 3},
        {"bowtie", 5, 6, 2, 4},
        {"petersen", 10, 15, 3, 3},
        {"torus:3x5x7", 105, 315, 6, 6},
        {"mesh:3x4", 12, 17, 2, 4},
        {"hypercube:4", 16, 32, 4, 4},
        {"ccc:3", 24, 36, 3, 3},
        {"ccc:2", 8, 8, 2, 2},
        {"butterfly:3", 32, 48, 2, 4},
        {"wrapped-butterfly:3", 24, 48, 4, 4},
        {"debruijn:3", 8, 13, 2, 4},
        {"path:2*ring:3", 6, 9, 3, 3},
        {"ring:3*bowtie*path:2", 30, 81, 5, 7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network_factors network;
        struct failure failure;
        assert_ok(network_factors_parse_in(cases[i].text, NULL, &network, &failure), failure);
        const struct network *whole = network_factors_whole(&network);
        assert_int_equal(whole->nodes, cases[i].nodes);
        assert_int_equal(whole->arc_count, 2 * cases[i].edges);
        for (int a = 0; a < whole->arc_count; a++)
            assert_true(network_arc_number(whole, whole->arcs[a].to, whole->arcs[a].from) >= 0);
        for (int v = 0; v < whole->nodes; v++)
            assert_in_range(whole->out[v + 1] - whole->out[v], cases[i].least_degree,
                            cases[i].most_degree);
        network_factors_clear(&network);
    }
}

static void a_product_joins_what_differs_in_one_place(void **state) {
    struct network_factors network;
    struct failure failure;
    (void)state;
    assert_ok(network_factors_parse_in("bowtie*path:3*ring:4", NULL, &network, &failure), failure);
    int sizes[] = {5, 3, 4};
    for (int v = 0; v < 60; v++)
        for (int u = 0; u < 60; u++) {
            int a = v, b = u, differing = 0;
            bool joined = true;
            for (int i = 2; i >= 0; i--) {
                int x = a % sizes[i], y = b % sizes[i];
                a /= sizes[i];
                b /= sizes[i];
                differing += x != y;
                joined = joined &&
                         (x == y || network_arc_number(&network.factors[i].network, x, y) >= 0);
            }
            assert_int_equal(network_arc_number(&network.product, v, u) >= 0,
                             joined && differing == 1);
        }
    network_factors_clear(&network);
}

static void other_texts_are_refused(void **state) {
    static const char *const texts[] = {"",
                                        "ring",
                                        "ring:",
                                        "ring:1",
                                        "ring:x",
                                        "ring:3x4",
                                        "ring:3*",
                                        "*ring:3",
                                        "torus:",
                                        "torus:3x",
                                        "torus:3x1",
                                        "hypercube:0",
                                        "hypercube",
                                        "hypercube:99",
                                        "bowtie:3",
                                        "bipartite:3",
                                        "bipartite:3x0",
                                        "ring:99999999999999999999",
                                        "path:-3",
                                        "file:",
                                        "file:/nowhere/at/all",
                                        "ccc:99",
                                        "tree:5",
                                        "complete:4000*complete:4000"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network_factors network;
        struct failure failure = {0};
        assert_int_not_equal(network_factors_parse_in(texts[i], NULL, &network, &failure),
                             STATUS_OK);
        assert_true(strlen(failure.message) > 0);
    }
}

static enum status read_text(const char *text, struct network_factors *network) {
    char name[] = "/tmp/gossipXXXXXX", network_text[64];
    int file = mkstemp(name);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    snprintf(network_text, sizeof network_text, "file:%s", name);
    enum status status = network_factors_parse_in(network_text, NULL, network, NULL);
    remove(name);
    return status;
}

static void edges_come_from_files(void **state) {
    static const char *const bad[] = {
        "",      "# nothing\n",     "0\n",        "0 1 2\n",   "0 -1\n",
        "0 x\n", "0 99999999999\n", "0 1\n1 0\n", "0 1\n1 1\n"};
    struct network_factors network;
    (void)state;
    assert_int_equal(read_text("# a triangle\n0 1\n2 1\n\n 2-0=7@1", &network), STATUS_OK);
    assert_int_equal(network_factors_whole(&network)->nodes, 3);
    assert_int_equal(network_factors_whole(&network)->arc_count, 6);
    network_factors_clear(&network);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_not_equal(read_text(bad[i], &network), STATUS_OK);
}

/* All graphs of up to six nodes, against all orders of their nodes. */
static void the_search_is_exhaustive(void **state) {
    (void)state;
    for (int nodes = 3; nodes <= 6; nodes++)
        for (unsigned pairs = 0; pairs < 1u << nodes * (nodes - 1) / 2; pairs++) {
            unsigned adjacent[6];
            int order[6];
            struct network network;
            enum verdict verdict;
            if (!brute_graph(nodes, pairs, adjacent, &network))
                continue;
            assert_int_equal(hamiltonian_search(&network, NULL, order, &verdict, NULL), STATUS_OK);
            assert_int_equal(verdict, brute_hamiltonian(nodes, adjacent) ? VERDICT_FEASIBLE
                                                                         : VERDICT_INFEASIBLE);
            if (verdict == VERDICT_FEASIBLE)
                for (int i = 0; i < nodes; i++)
                    assert_true(adjacent[order[i]] >> order[(i + 1) % nodes] & 1);
            network_clear(&network);
        }
}

static void assert_verdict(const char *text, enum verdict expected) {
    struct network_factors network;
    struct failure failure;
    enum verdict verdict;
    assert_ok(network_factors_parse_in(text, NULL, &network, &failure), failure);
    int *order = malloc((size_t)network_factors_whole(&network)->nodes * sizeof *order);
    const struct limits limits = {.nodes = 1000000};
    assert_ok(hamiltonian_find(&network, &limits, order, &verdict, &failure), failure);
    assert_int_equal(verdict, expected);
    if (verdict == VERDICT_FEASIBLE)
        assert_ok(hamiltonian_check(network_factors_whole(&network), order, &failure), failure);
    free(order);
    network_factors_clear(&network);
}

static void families_have_cycles(void **state) {
    static const char *const formats[] = {
        "ring:%d",      "complete:%d",          "ccc:%d",         "debruijn:%d",
        "hypercube:%d", "wrapped-butterfly:%d", "path:2*ring:%d", "ring:%d*path:3",
        "mesh:%dx4",    "torus:3x5x%d",         "mesh:3x3x2x%d"};
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        for (int size = 3; size <= 9; size++) {
            char text[40];
            snprintf(text, sizeof text, formats[i], size);
            assert_verdict(text, VERDICT_FEASIBLE);
        }
}

static void others_have_none(void **state) {
    static const char *const texts[] = {"path:3",      "star:5",        "bowtie",
                                        "petersen",    "mesh:3x3",      "mesh:3x5x7",
                                        "butterfly:2", "butterfly:3",   "butterfly:4",
                                        "butterfly:7", "bipartite:3x4", "path:3*star:4"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_verdict(texts[i], VERDICT_INFEASIBLE);
}

static void a_cycle_is_checked(void **state) {
    static const int wrong[][4] = {
        {0, 1, 2, 2}, {0, 1, 3, 2}, {0, 1, 2, 4}, {0, 1, 2, -1}, {0, 1, 0, 1}};
    static const int right[] = {0, 3, 2, 1};
    struct network_factors network;
    struct failure failure;
    (void)state;
    assert_ok(network_factors_parse_in("ring:4", NULL, &network, &failure), failure);
    assert_ok(hamiltonian_check(network_factors_whole(&network), right, &failure), failure);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(hamiltonian_check(network_factors_whole(&network), wrong[i], &failure),
                         STATUS_INPUT);
    network_factors_clear(&network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(networks_have_their_sizes),
        cmocka_unit_test(a_product_joins_what_differs_in_one_place),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(edges_come_from_files),
        cmocka_unit_test(the_search_is_exhaustive),
        cmocka_unit_test(families_have_cycles),
        cmocka_unit_test(others_have_none),
        cmocka_unit_test(a_cycle_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
