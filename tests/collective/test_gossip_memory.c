/* SPDX-License-Identifier: MIT */
/* Refuses memory at the places of multinode broadcasting, from the name of the network to the last
 * message that is played, one place a run, at every one of the first fifty and more rarely then:
 * each must end with STATUS_MEMORY and (under a leak checker) without leaks. */
#include "solver/collective/multinode/gossip_time.h"
#include "solver/model/message_play.h"
#include "tests/solver/certificate_test.h"

#include "tests/refuse_memory.h"

enum { PLACES = 100000 };

/* Cycles by formula of the family and by search, a product, formulas with and without a model, and
 * the bounds: without a set of nodes, of small and large graphs, and at a cut vertex. */
static const struct {
    const char *text;
    bool half;
    enum gossip_engine engine;
    int upper;
} cases[] = {
    {"torus:3x4", true, GOSSIP_ALL, 22},     {"debruijn:3", false, GOSSIP_BY_RING, 7},
    {"ring:5*path:2", true, GOSSIP_ALL, 18}, {"path:2*ring:3", true, GOSSIP_BY_PRODUCT, 12},
    {"bipartite:2x3", true, GOSSIP_ALL, 10}, {"bowtie", false, GOSSIP_ALL, 7},
    {"mesh:3x15", true, GOSSIP_BY_RING, -1}, {"petersen", true, GOSSIP_BY_RING, -1},
    {"star:5", false, GOSSIP_BY_GREEDY, 16}, {"petersen", true, GOSSIP_BY_GREEDY, 20},
};

static enum status play(const struct gossip_time *time, struct failure *failure) {
    struct message_list list;
    long steps;
    enum status status = gossip_time_list(time, &list, failure);
    if (!status)
        status = message_verify(&list, NULL, NULL, failure);
    if (!status && time->by == GOSSIP_PRODUCT)
        status = product_gossip_play(&time->product, NULL, &steps, failure);
    return status;
}

static enum status broadcast(size_t i, struct failure *failure) {
    struct network_factors network;
    struct gossip_time time;
    enum status status = gossip_network_parse(cases[i].text, NULL, &network, failure);
    if (status)
        return status;
    status = gossip_time_find(&network, cases[i].half, cases[i].engine, NULL, NULL, &time, failure);
    if (!status) {
        if (time.upper >= 0)
            status = play(&time, failure);
        assert_int_equal(time.upper, cases[i].upper);
        gossip_time_clear(&time);
    }
    network_factors_clear(&network);
    return status;
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
