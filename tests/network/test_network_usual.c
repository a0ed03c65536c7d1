/* SPDX-License-Identifier: MIT */
/* Algorithms of MPI on networks: steps and rounds as formulas say where every two nodes are joined,
 * and as lists by hand elsewhere; ports, groups of nodes and latencies; limits, and refused memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/collective/multinode/network_usual.h"
#include "solver/network/network_names.h"
#include "tests/refuse_memory.h"
#include "tests/solver/solver_test.h"

static const struct limits endless = {0};

static const struct {
    const char *network;
    enum collective collective;
    int root;
    const char *expected; /* name steps rounds, with semicolons */
} cases[] = {
    {"complete:8", COLLECTIVE_ALLGATHER, 0, "ring 7 7; recursive doubling 3 7; Bruck 3 7; "},
    {"complete:6", COLLECTIVE_ALLGATHER, 0, "ring 5 5; Bruck 3 5; "},
    {"complete:8", COLLECTIVE_REDUCE_SCATTER, 0, "ring 7 7; recursive halving 3 7; "},
    {"complete:8", COLLECTIVE_ALLREDUCE, 0,
     "ring 14 7/4; recursive doubling 3 3; halving and doubling 6 7/4; one shot 1 1; "},
    {"complete:5", COLLECTIVE_ALLREDUCE, 0, "ring 8 8/5; one shot 1 1; "},
    {"complete:8", COLLECTIVE_ALLTOALL, 0, "pairwise 7 7; Bruck 3 12; "},
    {"complete:5", COLLECTIVE_ALLTOALL, 0, "pairwise 4 4; Bruck 3 5; "},
    {"complete:8", COLLECTIVE_BROADCAST, 3, "binomial tree 3 3; scatter and ring 10 7/4; "},
    {"complete:6", COLLECTIVE_BROADCAST, 5, "binomial tree 3 3; scatter and ring 8 5/3; "},
    {"complete:6", COLLECTIVE_REDUCE, 0, "binomial tree 3 3; "},
    {"complete:8", COLLECTIVE_SCATTER, 1, "binomial tree 3 7; "},
    {"complete:6", COLLECTIVE_SCATTER, 1, "binomial tree 3 5; "},
    {"complete:6", COLLECTIVE_GATHER, 4, "binomial tree 3 5; "},
    {"complete:2", COLLECTIVE_ALLGATHER, 0, "ring 1 1; recursive doubling 1 1; Bruck 1 1; "},
    {"ring:8", COLLECTIVE_ALLGATHER, 0, "ring 7 7; recursive doubling 7 21; Bruck 7 21; "},
    {"ring:8=2", COLLECTIVE_ALLREDUCE, 0,
     "ring 14 7/8; recursive doubling 7 7/2; halving and doubling 14 21/8; one shot 4 5; "},
    {"ring:4@3", COLLECTIVE_BROADCAST, 0, "binomial tree 9 3; scatter and ring 18 2; "},
    {"hub:4", COLLECTIVE_ALLTOALL, 0, "pairwise 3 3; Bruck 2 4; "},
    {"path:5/group:0,2,4", COLLECTIVE_ALLGATHER, 0, "ring 8 8; Bruck 8 8; "},
    {"path:3", COLLECTIVE_ALLGATHER, 0, "ring 4 4; Bruck 4 4; "},
    {"path:3", COLLECTIVE_ALLREDUCE, 0, "ring 8 8/3; one shot 2 3; "},
};

static void assert_usual(size_t i) {
    struct network network;
    struct network_problem problem;
    struct network_usual list[NETWORK_MOST_USUAL];
    struct failure failure;
    char text[400] = "";
    int count;
    assert_ok(network_parse_in(cases[i].network, NULL, &network, &failure), failure);
    assert_ok(
        network_problem_init(&problem, &network, cases[i].collective, cases[i].root, &failure),
        failure);
    assert_ok(network_usual_find(&problem, &endless, list, &count, &failure), failure);
    for (int j = 0; j < count; j++) {
        char *rounds = mpq_get_str(NULL, 10, list[j].rounds);
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s %lld %s; ", list[j].name,
                 (long long)list[j].steps, rounds);
        free(rounds);
    }
    network_usual_clear(list, count);
    if (strcmp(text, cases[i].expected) != 0)
        fail_msg("%s %s: %s, expected %s", cases[i].network, collective_name(cases[i].collective),
                 text, cases[i].expected);
    network_problem_clear(&problem);
    network_clear(&network);
}

static void known_algorithms(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_usual(i);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void refused_memory(void **state) {
    struct network network;
    struct network_problem problem;
    struct failure failure;
    int refused = 0;
    (void)state;
    assert_ok(network_parse_in("path:5", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLREDUCE, 0, &failure), failure);
    for (enum status status = STATUS_MEMORY; status; refused += status == STATUS_MEMORY) {
        struct network_usual list[NETWORK_MOST_USUAL];
        int count;
        allocations_granted = refused;
        status = network_usual_find(&problem, &endless, list, &count, &failure);
        allocations_granted = -1;
        assert_true(status == STATUS_OK || status == STATUS_MEMORY);
        if (!status)
            network_usual_clear(list, count);
    }
    assert_in_range(refused, 7, 100);
    network_problem_clear(&problem);
    network_clear(&network);
}

static void too_large_and_stopped(void **state) {
    struct network network;
    struct network_problem problem;
    struct network_usual list[NETWORK_MOST_USUAL];
    struct failure failure;
    const struct limits stopped = {.stop = stop_at_once};
    int count = 1;
    (void)state;
    assert_ok(network_parse_in("ring:2049", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, &failure), failure);
    assert_ok(network_usual_find(&problem, &endless, list, &count, &failure), failure);
    assert_int_equal(count, 0);
    network_problem_clear(&problem);
    network_clear(&network);
    assert_ok(network_parse_in("ring:64", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, &failure), failure);
    assert_int_equal(network_usual_find(&problem, &stopped, list, &count, &failure), STATUS_LIMIT);
    network_problem_clear(&problem);
    network_clear(&network);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_algorithms),
                                       cmocka_unit_test(refused_memory),
                                       cmocka_unit_test(too_large_and_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
