/* SPDX-License-Identifier: MIT */
/* Refuses memory at the places of multinode broadcasting, from the name of the network to the last
 * message that is played, one place a run, at every one of the first fifty and more rarely then:
 * each must end with STATUS_MEMORY and (under a leak checker) without leaks. */
#include "solver/collective/multinode/network_least.h"
#include "solver/collective/multinode/product_gossip.h"
#include "tests/solver/certificate_test.h"

#include "tests/refuse_memory.h"

enum { PLACES = 100000 };

/* Cycles by formula of the family and by search, a product, formulas with and without a model, and
 * the bounds: without a set of nodes, of small and large graphs, and at a cut vertex. */
static const struct {
    const char *text;
    bool half;
    enum network_engine engine;
    int upper;
} cases[] = {
    {"torus:3x4", true, NETWORK_BY_ALL, 22},     {"debruijn:3", false, NETWORK_BY_RING, 7},
    {"ring:5*path:2", true, NETWORK_BY_ALL, 18}, {"path:2*ring:3", true, NETWORK_BY_PRODUCT, 12},
    {"bipartite:2x3", true, NETWORK_BY_ALL, 10}, {"bowtie", false, NETWORK_BY_ALL, 7},
    {"mesh:3x15", true, NETWORK_BY_RING, 0},     {"petersen", true, NETWORK_BY_RING, 0},
    {"star:5", false, NETWORK_BY_GREEDY, 16},    {"petersen", true, NETWORK_BY_GREEDY, 20},
};

struct gossip {
    struct network_factors factors;
    struct network network;
    struct network_problem problem;
    struct network_least least;
};

static void gossip_close(struct gossip *gossip) {
    network_least_clear(&gossip->least);
    network_problem_clear(&gossip->problem);
    network_clear(&gossip->network);
    network_factors_clear(&gossip->factors);
}

static enum status play(struct network_least *least, struct failure *failure) {
    static const struct limits none;
    long steps;
    if (least->upper > 0 && least->at_hand && least->at_hand->rule == GOSSIP_PRODUCT)
        TRY(product_gossip_play(&least->at_hand->product, NULL, &steps, failure));
    return least->upper > 0 ? network_least_list(least, &none, failure) : STATUS_OK;
}

static enum status broadcast(size_t i, struct failure *failure) {
    static const struct limits none;
    CLEANUP(gossip_close) struct gossip gossip = {.least = {.lower = 0}};
    enum network_ports ports = cases[i].half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL;
    const struct network_hints hints = {&gossip.factors, ports,         1,   NULL,
                                        cases[i].engine, NETWORK_WHOLE, NULL};
    uint64_t decisions = 0;
    TRY(network_factors_parse_in(cases[i].text, NULL, &gossip.factors, failure));
    TRY(network_copy(network_factors_whole(&gossip.factors), &gossip.network, failure));
    TRY(network_limit_ports(&gossip.network, ports, 1, failure));
    TRY(network_problem_init(&gossip.problem, &gossip.network, COLLECTIVE_ALLGATHER, 0, failure));
    TRY(network_time_find(&gossip.problem, 1, &hints, &none, &gossip.least, &decisions, failure));
    assert_int_equal(gossip.least.upper, cases[i].upper);
    return play(&gossip.least, failure);
}

static void every_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum status status = STATUS_MEMORY;
        int place = 0;
        for (; place < PLACES && status; place += 1 + place / 50) {
            struct failure failure = {0};
            allocations_granted = place;
            status = broadcast(i, &failure);
            allocations_granted = -1;
            if (status && status != STATUS_MEMORY)
                fail_msg("%s, place %d: %s", cases[i].text, place, failure.message);
        }
        assert_int_equal(status, STATUS_OK);
        assert_true(place > 7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
