/* SPDX-License-Identifier: MIT */
/* What is found on tiny networks, of random arcs, latencies, groups and ports, against exhausted
 * searches of another program (tests/check/check_naive_network), which moves what is sent in real
 * time: cheapest trees, least rounds, least times, windows of streams, and rates that no number of
 * chunks betters. Every certificate is verified by steadycheck. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/evidence.h"
#include "solver/collective/multinode/network_allreduce.h"
#include "solver/network/network_frontier.h"
#include "solver/network/network_greedy.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_stream.h"
#include "solver/network/network_trees.h"
#include "solver/network/tree_packing.h"
#include "tests/solver/certificate_test.h"

#include "check_naive_network.h"

/* So that all sets of sendings can be looked at. */
enum { MOST_ARCS = 6, MOST_CHUNKS = 4, MOST_STEPS = 3, MOST_SENT = 12 };

static const struct limits endless = {0};
static const struct network_hints no_hints = {.engine = NETWORK_BY_ALL};

/* The same network twice. */
struct twin {
    struct tiny_task tiny;
    struct network network;
    struct network_problem problem;
};

/* The ports of all nodes, by their definition: what comes counts when it arrives, whatever the
 * latencies. */
static void put_ports(struct twin *twin, bool half, int p) {
    struct tiny *net = &twin->tiny.net;
    struct failure failure;
    for (long v = 0; v < net->N; v++)
        for (int into = 0; into < 2; into++) {
            net->members[net->G] = 0;
            for (long a = 0; a < net->A; a++)
                if (half ? net->tail[a] == v || net->head[a] == v
                         : (into ? net->head[a] : net->tail[a]) == v)
                    net->members[net->G] |= 1U << a;
            net->capacity[net->G] = p;
            net->port[net->G++] = v + 1;
            if (half)
                break;
        }
    assert_ok(network_limit_ports(&twin->network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL, p,
                                  &failure),
              failure);
}

/* Strongly connected, as a ring of arcs is in it. */
static void random_network(struct twin *twin, uint64_t *seed) {
    struct tiny *net = &twin->tiny.net;
    struct network_link links[TINY_ARCS];
    struct failure failure;
    *net = (struct tiny){.N = 2 + (long)random_below(seed, 3)};
    for (long u = 0; u < net->N; u++)
        for (long v = 0; v < net->N; v++)
            if (u != v && (v == (u + 1) % net->N ||
                           (net->A + net->N - u < MOST_ARCS && random_below(seed, 3) == 0))) {
                net->tail[net->A] = u;
                net->head[net->A] = v;
                net->latency[net->A++] = 1 + (long)(random_below(seed, 4) == 0);
            }
    for (long a = 0; a < net->A; a++) {
        net->capacity[net->G] = 1 + (long)(random_below(seed, 4) == 0);
        net->members[net->G++] = 1U << a;
        links[a] = (struct network_link){(int)net->tail[a], (int)net->head[a], (int)net->latency[a],
                                         (int)net->capacity[a]};
    }
    assert_ok(network_make((int)net->N, links, (int)net->A, &twin->network, &failure), failure);
    if (net->N > 2 && random_below(seed, 3) == 0) {
        int v = (int)random_below(seed, net->N);
        net->forwards = 1U << v;
        assert_ok(network_forward(&twin->network, v, &failure), failure);
    }
    for (int more = (int)random_below(seed, 3); more > 0; more--) {
        int arcs[TINY_ARCS], count = 0;
        net->members[net->G] = 0;
        for (int a = 0; a < net->A; a++)
            if (random_below(seed, 2)) {
                arcs[count++] = a;
                net->members[net->G] |= 1U << a;
            }
        if (count == 0)
            continue;
        net->capacity[net->G++] = 1;
        assert_ok(network_add_group(&twin->network, 1, arcs, count, &failure), failure);
    }
}

/* One of four with ports. */
static void random_ported(struct twin *twin, uint64_t *seed) {
    random_network(twin, seed);
    if (random_below(seed, 4) == 0)
        put_ports(twin, random_below(seed, 3) == 0, 1 + (int)random_below(seed, 4) / 3);
}

/* The checker's order of collectives. */
static const enum collective in_order[] = {
    COLLECTIVE_BROADCAST, COLLECTIVE_SCATTER,  COLLECTIVE_GATHER,        COLLECTIVE_REDUCE,
    COLLECTIVE_ALLGATHER, COLLECTIVE_ALLTOALL, COLLECTIVE_REDUCE_SCATTER};

static long what_of(enum collective collective) {
    long what = 0;
    while (in_order[what] != collective)
        what++;
    return what;
}

static int random_party(const struct twin *twin, uint64_t *seed) {
    int v = (int)random_below(seed, twin->tiny.net.N);
    return network_takes_part(&twin->network, v) ? v : (v + 1) % twin->network.nodes;
}

/* One of them with a size other than 1, two chunks or none, if `sized`, and there are 3 nodes; none
 * if there are 4. */
static void random_some_collective(struct twin *twin, bool sized, uint64_t *seed) {
    struct failure failure;
    enum collective collective = in_order[random_below(seed, sizeof in_order / sizeof *in_order)];
    int root = collective_has_root(collective) ? random_party(twin, seed) : 0;
    struct tiny *net = &twin->tiny.net;
    int sizes[TINY_NODES] = {1, 1, 1, 1};
    twin->tiny.what = what_of(collective);
    twin->tiny.root = root;
    int parties = network_parties(&twin->network);
    if (sized && collective_has_sizes(collective) && parties > 2)
        sizes[random_below(seed, net->N)] = parties == 3 ? 2 * (int)random_below(seed, 2) : 0;
    for (long v = 0; v < net->N; v++)
        net->more[v] = sizes[v] - 1;
    assert_ok(network_set_sizes(&twin->network, sizes, &failure), failure);
    assert_ok(network_problem_init(&twin->problem, &twin->network, collective, root, &failure),
              failure);
}

static void random_collective(struct twin *twin, uint64_t *seed) {
    random_some_collective(twin, false, seed);
}

static void random_sized(struct twin *twin, uint64_t *seed) {
    random_some_collective(twin, true, seed);
}

static void twin_clear(struct twin *twin) {
    network_problem_clear(&twin->problem);
    network_clear(&twin->network);
}

static void assert_proved(const char *kind, evidence_put *put, const void *body) {
    char path[TEST_PATH_ROOM];
    struct failure failure;
    assert_ok(evidence_write(evidence_borrowed(kind, put, body), test_path(path, "search.cert"),
                             true, &endless, &failure),
              failure);
    assert_verified(path, "");
}

/* --- trees --- */

struct tree_visit {
    const struct twin *twin;
    long (*price)[TINY_ARCS];
    long period, births;
    int seen;
};

static enum status visit_tree(void *context, struct tree_search *search, int commodity,
                              int64_t cost, struct failure *failure) {
    struct tree_visit *visit = context;
    const struct tiny_chunk *chunk = &visit->twin->tiny.chunks[commodity];
    long least = tiny_tree(&visit->twin->tiny, chunk, visit->period, visit->price), sum = 0;
    visit->seen++;
    if (cost == TREE_COST_NONE) {
        assert_true(least >= TINY_NEVER * (long)TINY_NEVER);
        return STATUS_OK;
    }
    assert_int_equal(cost, least);
    struct timed_tree tree;
    enum status status = tree_search_tree(search, commodity, &tree, failure);
    if (status)
        return status;
    for (int i = 0; i < tree.count; i++)
        sum +=
            visit
                ->price[(chunk->birth + tree.sends[i].step - 1) % visit->period][tree.sends[i].arc];
    assert_int_equal(sum, least);
    timed_tree_clear(&tree);
    return STATUS_OK;
}

/* Prices of the groups of each step, and what an arc costs then. */
static void test_cheapest_trees(void **state) {
    uint64_t seed = 3;
    int seen = 0;
    (void)state;
    for (int round = 0; round < 400; round++) {
        struct twin twin = {.tiny.K = 0};
        struct failure failure;
        int steps = 1 + (int)random_below(&seed, MOST_STEPS);
        int period = random_below(&seed, 2) ? 0 : 1 + (int)random_below(&seed, 2);
        long arc_price[3][TINY_ARCS] = {{0}};
        random_ported(&twin, &seed);
        do
            network_problem_clear(&twin.problem), random_sized(&twin, &seed);
        while (twin.problem.reversed);
        struct time_axis axis = {steps, period};
        int places = axis_length(axis);
        int64_t *prices = calloc((size_t)(twin.network.group_count * places), sizeof *prices);
        for (int g = 0; g < twin.network.group_count; g++)
            for (int place = 0; place < places; place++) {
                const struct network_group *group = &twin.network.groups[g];
                prices[g * places + place] = (int64_t)random_below(&seed, 4);
                for (int i = 0; i < group->count; i++) {
                    int a = twin.network.members[group->first + i];
                    bool arrives = group->port == twin.tiny.net.head[a] + 1;
                    long sent = place - (arrives ? twin.tiny.net.latency[a] - 1 : 0);
                    if (period)
                        sent = (sent + 2 * period) % period;
                    if (sent >= 0)
                        arc_price[sent][a] += prices[g * places + place];
                }
            }
        tiny_chunks(&twin.tiny, 1, steps);
        int phase = period ? (int)random_below(&seed, period) : 0;
        for (long k = 0; k < twin.tiny.K; k++) {
            twin.tiny.chunks[k].birth = phase;
            twin.tiny.chunks[k].deadline = phase + steps;
        }
        struct tree_visit visit = {&twin, arc_price, places, phase, 0};
        struct tree_search *search;
        assert_ok(tree_search_new(&twin.problem, axis, false, &search, &failure), failure);
        assert_ok(tree_search_run(search, prices, phase, &endless, visit_tree, &visit, &failure),
                  failure);
        assert_int_equal(visit.seen, twin.problem.commodity_count);
        seen += visit.seen;
        tree_search_free(search);
        free(prices);
        twin_clear(&twin);
    }
    assert_true(seen > 800);
}

/* --- allreduce --- */

/* Who knows whose operands of each chunk, four bits a node, and what arrives behind the next step,
 * four bits an arc: one chunk with any latency, or two that need a step along each arc. */
struct knowing {
    uint64_t know, coming;
};
enum { MOST_KNOWING = 200000 };

/* Of sets of sendings the bits arc + A chunk; is one more possible? */
static bool fits_capacity(const struct tiny *net, unsigned set) {
    for (long g = 0; g < net->G; g++) {
        unsigned inside = 0;
        for (long i = 0; i < 2 * net->A; i++)
            inside += set >> i & net->members[g] >> i % net->A & 1U;
        if (inside > (unsigned)net->capacity[g])
            return false;
    }
    return true;
}

static struct knowing after(const struct tiny *net, struct knowing from, unsigned set) {
    struct knowing to = {from.know, 0};
    for (long a = 0; a < net->A; a++)
        to.know |= (from.coming >> 4 * a & 15U) << 4 * net->head[a];
    for (long i = 0; i < 2 * net->A; i++) {
        long a = i % net->A, place = 16 * (i / net->A);
        uint64_t sent = from.know >> (place + 4 * net->tail[a]) & 15U;
        if (!(set >> i & 1U))
            continue;
        if (net->latency[a] > 1)
            to.coming |= sent << 4 * a;
        else
            to.know |= sent << (place + 4 * net->head[a]);
    }
    return to;
}

static int add_knowing(struct knowing *list, int count, struct knowing one) {
    for (int i = 0; i < count; i++)
        if (list[i].know == one.know && list[i].coming == one.coming)
            return count;
    assert_true(count < MOST_KNOWING);
    list[count] = one;
    return count + 1;
}

/* The least steps in which everybody knows of everybody's operand, one round in each, where a
 * message tells all that its sender knows of a chunk: sums can't be sooner. To send more is never
 * later, so that only sets to which nothing can be added are tried. */
static int least_knowing(const struct tiny *net, int chunks) {
    struct knowing *lists[2] = {calloc(MOST_KNOWING, sizeof **lists),
                                calloc(MOST_KNOWING, sizeof **lists)};
    uint64_t whole = 0;
    int count = 1, steps = 0;
    for (long v = 0; v < net->N; v++)
        for (int k = 0; k < chunks; k++) {
            lists[0][0].know |= (uint64_t)tiny_takes_part(net, v) << (16 * k + 5 * v);
            whole |= tiny_takes_part(net, v) ? (uint64_t)tiny_parties(net) << (16 * k + 4 * v) : 0;
        }
    for (bool done = false; !done; steps++) {
        struct knowing *from = lists[steps % 2], *to = lists[(steps + 1) % 2];
        int next = 0;
        for (unsigned set = 0; set < 1U << chunks * net->A; set++) {
            bool most = fits_capacity(net, set);
            for (long i = 0; i < chunks * net->A && most; i++)
                most = set >> i & 1U || !fits_capacity(net, set | 1U << i);
            for (int i = 0; i < count && most; i++)
                next = add_knowing(to, next, after(net, from[i], set));
        }
        count = next;
        for (int i = 0; i < count; i++)
            done = done || (to[i].know & whole) == whole;
    }
    free(lists[0]);
    free(lists[1]);
    return steps;
}

static void test_allreduce(void **state) {
    uint64_t seed = 17;
    int settled = 0, above = 0;
    (void)state;
    for (long round = 0; round < 60 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct failure failure;
        struct network_allreduce all = {.lower = 0};
        uint64_t decisions = 0;
        random_network(&twin, &seed);
        bool slow = false;
        for (long a = 0; a < twin.tiny.net.A; a++)
            slow = slow || twin.tiny.net.latency[a] > 1;
        int chunks = slow ? 1 : 1 + (int)random_below(&seed, 2);
        assert_ok(
            network_problem_init(&twin.problem, &twin.network, COLLECTIVE_ALLREDUCE, 0, &failure),
            failure);
        assert_ok(network_allreduce_find(&all, &twin.problem, chunks, 0, 0, &no_hints, &endless,
                                         &decisions, &failure),
                  failure);
        int least = least_knowing(&twin.tiny.net, chunks);
        assert_true(all.lower <= least && least <= all.upper);
        if (all.bounding && all.bounding->is_refuted)
            assert_proved("impossible-network", certificate_put_network_refutation,
                          &all.bounding->refutation);
        else if (all.lower > 1)
            assert_proved("network-bound", certificate_put_network_bound,
                          all.bounding ? &all.bounding->bound : &all.bound);
        for (int i = 0; i < 2; i++)
            assert_proved("network-schedule", certificate_put_network_least, &all.least->halves[i]);
        settled += all.lower == all.upper;
        above += all.bound.claim == CLAIM_TIME;
        network_allreduce_clear(&all);
        if (network_check_rounds(&twin.network, NULL) == STATUS_OK) { /* rounds of as many steps */
            assert_ok(network_allreduce_find(&all, &twin.problem, chunks, least, 0, &no_hints,
                                             &endless, &decisions, &failure),
                      failure);
            assert_true(all.lower <= least);
            assert_true(all.upper == 0 || all.lower <= all.upper);
            network_allreduce_clear(&all);
        }
        twin_clear(&twin);
    }
    assert_true(settled > 5 && above > 5);
}

/* --- rounds and times --- */

static void test_least_rounds(void **state) {
    uint64_t seed = 7;
    int settled = 0, priced = 0, refuted = 0;
    (void)state;
    for (long round = 0; round < 90 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct failure failure;
        struct network_least least;
        uint64_t decisions = 0;
        int fewest, chunks = 1 + (int)random_below(&seed, 2);
        random_network(&twin, &seed);
        random_sized(&twin, &seed);
        assert_ok(network_problem_least_steps(&twin.problem, NULL, &fewest, &failure), failure);
        int steps = fewest + (int)random_below(&seed, 2);
        bool real = network_check_rounds(&twin.network, NULL) == STATUS_OK;
        /* nodes that forward, or have nothing, add states */
        int more = twin.network.forward_count + (twin.network.sizes != NULL);
        if (twin.problem.commodity_count * chunks > MOST_CHUNKS - more || steps > MOST_STEPS) {
            twin_clear(&twin);
            continue;
        }
        enum status status = network_rounds_find(&twin.problem, steps, chunks, 0, NETWORK_WHOLE,
                                                 &endless, &least, &decisions, &failure);
        assert_int_equal(status, real ? STATUS_OK : STATUS_INPUT);
        tiny_chunks(&twin.tiny, chunks, steps);
        if (real) {
            assert_int_equal(least.lower, least.upper);
            assert_int_equal(least.upper, tiny_least_rounds(&twin.tiny, false, 12));
            assert_proved("network-schedule", certificate_put_network_schedule, &least.schedule);
            if (least.is_refuted)
                assert_proved("impossible-network", certificate_put_network_refutation,
                              &least.refutation);
            else if (least.is_priced)
                assert_proved("network-bound", certificate_put_network_bound, &least.bound);
            settled++;
            refuted += least.is_refuted;
            priced += least.is_priced && !least.is_refuted;
            network_least_clear(&least);
        }
        twin_clear(&twin);
    }
    assert_true(settled > 20 && priced > 10 && refuted > 0);
}

/* For a number of chunks the program ends where T, solved for itself, says as much. */
static void test_rates(void **state) {
    uint64_t seed = 17;
    int early = 0;
    (void)state;
    for (long round = 0; round < 40 * random_rounds(); round++) {
        struct twin twin = {.tiny = {.what = 0}};
        struct network_rate exact, rate;
        struct failure failure;
        bool feasible;
        int fewest, chunks = 1 + (int)random_below(&seed, 9), known = (int)random_below(&seed, 3);
        random_network(&twin, &seed);
        random_collective(&twin, &seed);
        assert_ok(network_problem_least_steps(&twin.problem, NULL, &fewest, &failure), failure);
        struct time_axis axis = {fewest + (int)random_below(&seed, 2), 0};
        struct rate_question question = {.problem = &twin.problem, .axis = axis, .items = 1};
        assert_ok(network_rate_solve(&question, &endless, &exact, &feasible, &failure), failure);
        assert_true(feasible);
        question.chunks = chunks;
        question.known = known;
        assert_ok(network_rate_solve(&question, &endless, &rate, &feasible, &failure), failure);
        assert_true(feasible && mpq_cmp(rate.value, exact.value) <= 0);
        int rounds = network_rate_rounds(exact.value, chunks);
        assert_true(rounds <= known || network_rate_rounds(rate.value, chunks) == rounds);
        early += mpq_cmp(rate.value, exact.value) < 0;
        network_rate_clear(&exact);
        network_rate_clear(&rate);
        twin_clear(&twin);
    }
    assert_true(early > 0);
}

/* A bound that has to say just one round more than is known is not given up before it does. */
static void test_last_round(void **state) {
    uint64_t seed = 17;
    (void)state;
    for (long round = 0; round < 25 * random_rounds(); round++) {
        struct twin twin = {.tiny = {.what = 0}};
        struct network_rate exact, rate;
        struct failure failure;
        bool feasible;
        int fewest, chunks = 1 + (int)random_below(&seed, 3);
        random_ported(&twin, &seed);
        random_sized(&twin, &seed);
        assert_ok(network_problem_least_steps(&twin.problem, NULL, &fewest, &failure), failure);
        struct time_axis axis = {fewest + (int)random_below(&seed, 2), 0};
        struct rate_question question = {.problem = &twin.problem, .axis = axis, .items = 1};
        assert_ok(network_rate_solve(&question, &endless, &exact, &feasible, &failure), failure);
        assert_true(feasible);
        int rounds = network_rate_rounds(exact.value, chunks);
        question.chunks = chunks;
        question.known = rounds - 1;
        assert_ok(network_rate_solve(&question, &endless, &rate, &feasible, &failure), failure);
        assert_int_equal(network_rate_rounds(rate.value, chunks), rounds);
        network_rate_clear(&exact);
        network_rate_clear(&rate);
        twin_clear(&twin);
    }
}

static void test_least_time(void **state) {
    uint64_t seed = 7;
    int settled = 0;
    (void)state;
    for (long round = 0; round < 50 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct failure failure;
        struct network_least least;
        uint64_t decisions = 0;
        random_ported(&twin, &seed);
        random_sized(&twin, &seed);
        int chunks = 1 + (int)random_below(&seed, 2);
        if (twin.problem.commodity_count * chunks > MOST_CHUNKS) {
            twin_clear(&twin);
            continue;
        }
        assert_ok(network_time_find(&twin.problem, chunks, &no_hints, &endless, &least, &decisions,
                                    &failure),
                  failure);
        assert_int_equal(least.lower, least.upper);
        if (least.upper <= MOST_STEPS &&
            twin.problem.commodity_count * chunks * twin.network.arc_count <= 18) {
            tiny_chunks(&twin.tiny, chunks, least.upper);
            assert_int_equal(tiny_least_rounds(&twin.tiny, true, 12), 0);
            tiny_chunks(&twin.tiny, chunks, least.upper - 1);
            if (least.upper > 1)
                assert_int_equal(tiny_least_rounds(&twin.tiny, true, 12), TINY_NEVER);
            settled++;
        }
        assert_ok(network_least_list(&least, &endless, &failure), failure);
        assert_proved("network-schedule", certificate_put_network_schedule, &least.schedule);
        if (least.is_refuted)
            assert_proved("impossible-network", certificate_put_network_refutation,
                          &least.refutation);
        else if (least.is_priced)
            assert_proved("network-bound", certificate_put_network_bound, &least.bound);
        network_least_clear(&least);
        twin_clear(&twin);
    }
    assert_true(settled > 20);
}

/* --- schedules without a search, of reductions with unequal latencies as well --- */

static void assert_greedy(const struct network_task *task, struct greedy_rule rule) {
    struct network_schedule schedule;
    struct failure failure;
    bool found;
    assert_ok(network_greedy(task, rule, INT_MAX, &endless, &schedule, &found, &failure), failure);
    assert_true(found);
    assert_proved("network-schedule", certificate_put_network_schedule, &schedule);
    int steps = schedule.task.steps;
    network_schedule_clear(&schedule);
    assert_ok(network_greedy(task, rule, steps - 1, &endless, &schedule, &found, &failure),
              failure);
    assert_false(found);
}

static void test_at_hand(void **state) {
    uint64_t seed = 23;
    int reduced = 0;
    (void)state;
    for (long round = 0; round < 75 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct network_schedule schedule;
        struct network_least least;
        struct failure failure;
        uint64_t decisions = 0;
        const struct network_hints hints = {.engine = (enum network_engine)random_below(&seed, 5)};
        random_ported(&twin, &seed);
        random_sized(&twin, &seed);
        const struct network_task task = {.problem = &twin.problem,
                                          .chunks = 1 + (int)random_below(&seed, 4),
                                          .rounds = NETWORK_EVEN_ROUNDS};
        assert_ok(network_one_by_one(&task, &endless, &schedule, &failure), failure);
        assert_proved("network-schedule", certificate_put_network_schedule, &schedule);
        reduced += twin.problem.reversed && network_longest_latency(&twin.network) > 1;
        if (twin.problem.commodities[0].target == COMMODITY_TO_ALL)
            for (int order = 0; order < GREEDY_ORDERS; order++)
                assert_greedy(&task, (struct greedy_rule){(enum greedy_order)order,
                                                          (uint64_t)random_below(&seed, 3)});
        const struct limits few = {.nodes = 2000};
        assert_ok(network_time_find(&twin.problem, task.chunks, &hints, &few, &least, &decisions,
                                    &failure),
                  failure);
        assert_true(least.upper == 0 || least.lower <= least.upper);
        if (least.upper > 0 && hints.engine == NETWORK_BY_GREEDY)
            assert_true(least.upper <= schedule.task.steps);
        if (least.upper > 0) {
            assert_ok(network_least_list(&least, &endless, &failure), failure);
            assert_proved("network-schedule", certificate_put_network_schedule, &least.schedule);
        }
        network_schedule_clear(&schedule);
        network_least_clear(&least);
        twin_clear(&twin);
    }
    assert_true(reduced > 5);
}

/* Stopped early, what is known comes from smaller questions: their schedules, put together, are
 * proved. */
static void test_joined(void **state) {
    uint64_t seed = 29;
    int open = 0;
    (void)state;
    for (long round = 0; round < 50 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct network_least least;
        struct failure failure;
        uint64_t decisions = 0, time_decisions = 0;
        int fewest, chunks = 2 + (int)random_below(&seed, 6);
        const struct limits few = {.nodes = 30 + (uint64_t)random_below(&seed, 300)};
        random_network(&twin, &seed);
        random_collective(&twin, &seed);
        assert_ok(network_problem_least_steps(&twin.problem, NULL, &fewest, &failure), failure);
        int steps = fewest + (int)random_below(&seed, 4);
        if (network_check_rounds(&twin.network, NULL) == STATUS_OK) {
            assert_ok(network_rounds_find(&twin.problem, steps, chunks, 0, NETWORK_WHOLE, &few,
                                          &least, &decisions, &failure),
                      failure);
            assert_proved("network-schedule", certificate_put_network_schedule, &least.schedule);
            open += least.lower < least.upper;
            network_least_clear(&least);
        }
        assert_ok(network_time_find(&twin.problem, chunks, &no_hints, &few, &least, &time_decisions,
                                    &failure),
                  failure);
        assert_ok(network_least_list(&least, &endless, &failure), failure);
        assert_proved("network-schedule", certificate_put_network_schedule, &least.schedule);
        open += least.lower < least.upper;
        network_least_clear(&least);
        twin_clear(&twin);
    }
    assert_true(open > 5);
}

/* --- frontiers: no number of chunks does better, and some does as well --- */

static void test_frontiers(void **state) {
    uint64_t seed = 11;
    int whole = 0;
    (void)state;
    for (long round = 0; round < 30 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct network_frontier frontier;
        struct failure failure;
        int fewest;
        random_network(&twin, &seed);
        random_sized(&twin, &seed);
        assert_ok(network_problem_least_steps(&twin.problem, NULL, &fewest, &failure), failure);
        if (network_check_rounds(&twin.network, NULL) != STATUS_OK || fewest >= MOST_STEPS) {
            twin_clear(&twin);
            continue;
        }
        assert_ok(network_frontier_find(&twin.problem, fewest + 1, NULL, NULL, &endless, &frontier,
                                        &failure),
                  failure);
        if (frontier.is_whole) {
            assert_proved("network-frontier", certificate_put_frontier, &frontier);
            whole++;
        }
        for (int chunks = 1; chunks <= 2 && twin.problem.commodity_count * chunks < MOST_CHUNKS;
             chunks++) {
            mpq_t rate;
            mpq_init(rate);
            tiny_chunks(&twin.tiny, chunks, fewest);
            mpq_set_si(rate, tiny_least_rounds(&twin.tiny, false, 20), (unsigned long)chunks);
            mpq_canonicalize(rate);
            assert_int_equal(frontier.points[0].steps, fewest);
            assert_true(mpq_cmp(rate, frontier.points[0].bound.value) >= 0);
            mpq_clear(rate);
        }
        network_frontier_clear(&frontier);
        twin_clear(&twin);
    }
    assert_true(whole > 10);
}

/* --- rates by trees --- */

/* Trees and prices of any number of steps against the limit of the frontier, which comes from trees
 * to all subsets; both sides are verified, and meet where all nodes take part. */
static void test_packings(void **state) {
    uint64_t seed = 71;
    int compared = 0, met = 0;
    (void)state;
    for (long round = 0; round < 12 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct network_frontier frontier;
        struct network_bound bound;
        struct tree_packing packing;
        struct failure failure;
        int fewest;
        random_network(&twin, &seed);
        random_sized(&twin, &seed);
        if (network_check_rounds(&twin.network, NULL) != STATUS_OK) {
            twin_clear(&twin);
            continue;
        }
        assert_ok(network_parts_find(&twin.problem, false, &endless, &bound, &failure), failure);
        assert_ok(tree_packing_find(&twin.problem, &endless, &bound, &packing, &failure), failure);
        assert_true(mpq_sgn(packing.value) > 0 && mpq_cmp(bound.value, packing.value) <= 0);
        assert_proved("network-rate", certificate_put_tree_packing, &packing);
        assert_proved("network-bound", certificate_put_network_bound, &bound);
        assert_ok(network_problem_least_steps(&twin.problem, NULL, &fewest, &failure), failure);
        assert_ok(
            network_frontier_find(&twin.problem, fewest, NULL, NULL, &endless, &frontier, &failure),
            failure);
        if (mpq_sgn(frontier.limit) > 0) {
            compared++;
            met += mpq_equal(packing.value, bound.value);
            assert_true(mpq_cmp(bound.value, frontier.limit) <= 0);
            assert_true(mpq_cmp(packing.value, frontier.limit) >= 0);
            assert_true(twin.network.forwards || mpq_equal(packing.value, frontier.limit));
            assert_true(twin.network.forwards || mpq_equal(bound.value, frontier.limit));
        }
        network_frontier_clear(&frontier);
        tree_packing_clear(&packing);
        network_bound_clear(&bound);
        twin_clear(&twin);
    }
    assert_true(compared > 3 && met > 3);
}

/* --- streams --- */

/* A period is a schedule of every window; what windows refute has none. */
static void test_streams(void **state) {
    uint64_t seed = 13;
    int settled = 0, rates = 0;
    (void)state;
    for (long round = 0; round < 60 * random_rounds(); round++) {
        struct twin twin = {.tiny = {.what = TINY_STREAM}};
        struct network_stream stream;
        struct failure failure;
        uint64_t decisions = 0;
        int per = 1 + (int)random_below(&seed, 3), items = 1 + 2 * (int)random_below(&seed, 2);
        random_ported(&twin, &seed);
        twin.tiny.root = random_party(&twin, &seed);
        if (items == 3 && per == 3)
            items = 1;
        assert_ok(network_problem_init(&twin.problem, &twin.network, COLLECTIVE_BROADCAST,
                                       (int)twin.tiny.root, &failure),
                  failure);
        assert_ok(network_stream_find(&twin.problem, items, per, NETWORK_STREAM_ANY, NULL, &endless,
                                      &stream, &decisions, &failure),
                  failure);
        rates += stream.is_too_fast;
        if (stream.is_too_fast) {
            assert_proved("network-bound", certificate_put_network_bound, &stream.bound);
            assert_true(mpq_cmp_si(stream.bound.value, items, (unsigned long)per) < 0);
        } else {
            if (stream.upper == stream.lower) {
                settled++;
                assert_proved("network-schedule", certificate_put_network_schedule,
                              &stream.schedule);
            }
            if (stream.is_refuted)
                assert_proved("impossible-network", certificate_put_network_refutation,
                              &stream.refutation);
            else if (stream.is_priced)
                assert_proved("network-bound", certificate_put_network_bound, &stream.bound);
            for (long window = 1; window <= 3 && stream.upper > 0 && stream.upper <= 4; window++) {
                tiny_items(&twin.tiny, items, per, stream.upper, 1, window);
                assert_int_equal(tiny_least_rounds(&twin.tiny, true, 12), 0);
            }
        }
        network_stream_clear(&stream);
        twin_clear(&twin);
    }
    assert_true(settled > 30 && rates > 5);
}

/* --- ports and unequal latencies --- */

/* Two messages at node 0 at once would make it 4. */
static void test_gather_of_five(void **state) {
    static const struct network_link ways[] = {
        {0, 1, 1, 1}, {0, 2, 3, 1}, {0, 3, 3, 1}, {1, 4, 3, 1}};
    (void)state;
    for (int engine = 0; engine < 5; engine++)
        for (int i = 0; i < 2; i++) {
            const struct network_hints hints = {
                .engine = (enum network_engine)engine, .ports = NETWORK_PORTS_FULL, .p = 1};
            struct network_link links[8];
            struct twin twin = {.tiny.K = 0};
            struct network_least least;
            struct failure failure;
            uint64_t decisions = 0;
            for (int a = 0; a < 4; a++) {
                links[a] = links[4 + a] = ways[a];
                links[4 + a].from = ways[a].to;
                links[4 + a].to = ways[a].from;
            }
            assert_ok(network_make(5, links, 8, &twin.network, &failure), failure);
            assert_ok(network_limit_ports(&twin.network, hints.ports, 1, &failure), failure);
            assert_ok(network_problem_init(&twin.problem, &twin.network,
                                           i ? COLLECTIVE_SCATTER : COLLECTIVE_GATHER, 0, &failure),
                      failure);
            assert_ok(
                network_time_find(&twin.problem, 1, &hints, &endless, &least, &decisions, &failure),
                failure);
            bool exact = hints.engine == NETWORK_BY_ALL || hints.engine == NETWORK_BY_SAT;
            assert_true(least.lower <= 5 && (least.upper == 0 || least.upper >= 5));
            assert_true(!exact || (least.lower == 5 && least.upper == 5));
            network_least_clear(&least);
            twin_clear(&twin);
        }
}

/* Arcs one way, latencies up to 3; the other network has each arc turned. */
static void random_ports(struct twin *twin, struct twin *turned, uint64_t *seed) {
    struct tiny *net = &twin->tiny.net;
    struct network_link links[TINY_ARCS];
    struct failure failure;
    bool half = random_below(seed, 2);
    int p = 1 + (int)random_below(seed, 5) / 4;
    *net = (struct tiny){.N = 2 + (long)random_below(seed, 3)};
    for (long u = 0; u < net->N; u++)
        for (long v = 0; v < net->N; v++)
            if (u != v && (v == (u + 1) % net->N ||
                           (net->A + net->N - u < MOST_ARCS && random_below(seed, 2)))) {
                net->tail[net->A] = u;
                net->head[net->A] = v;
                net->latency[net->A++] = 1 + (long)random_below(seed, 3);
            }
    for (int i = 0; i < 2; i++) {
        struct twin *one = i ? turned : twin;
        for (int a = 0; a < net->A; a++)
            links[a] = (struct network_link){(int)(i ? net->head[a] : net->tail[a]),
                                             (int)(i ? net->tail[a] : net->head[a]),
                                             (int)net->latency[a], 1};
        assert_ok(network_make((int)net->N, links, (int)net->A, &one->network, &failure), failure);
    }
    for (long a = 0; a < net->A; a++) {
        net->capacity[net->G] = 1;
        net->members[net->G++] = 1U << a;
    }
    assert_ok(network_limit_ports(&turned->network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL,
                                  p, &failure),
              failure);
    put_ports(twin, half, p);
}

/* Is there too much in a step, if the message is sent so many steps later? Then neither player
 * takes the schedule. */
static bool refuse_shifted(const struct network_schedule *schedule, int64_t moved, int later) {
    char path[TEST_PATH_ROOM], line[TEST_PATH_ROOM];
    struct network_schedule shifted;
    struct failure failure;
    shifted = (struct network_schedule){.task = schedule->task};
    shifted.task.rounds = NETWORK_EVEN_ROUNDS;
    for (int64_t i = 0; i < schedule->count; i++) {
        struct network_send send = schedule->sends[i];
        send.step += i == moved ? later : 0;
        assert_ok(network_schedule_add(&shifted, send, &failure), failure);
    }
    bool coincide = shifted.sends[moved].step >= 1 &&
                    network_schedule_finish(&shifted, NULL, &failure) == STATUS_INTERNAL &&
                    strstr(failure.message, " has 2 rounds");
    for (int s = 0; coincide && s < schedule->task.steps; s++)
        shifted.rounds[s] = 1;
    if (coincide) {
        assert_ok(evidence_write(evidence_borrowed("network-schedule",
                                                   certificate_put_network_schedule, &shifted),
                                 test_path(path, "shifted.cert"), true, &endless, &failure),
                  failure);
        assert_int_equal(steadycheck_run(path, line, sizeof line), 1);
        assert_non_null(strstr(line, "messages in group"));
    }
    network_schedule_clear(&shifted);
    return coincide;
}

/* The formula alone says so too. */
static void assert_refuted(const struct network_task *task, int steps) {
    struct network_task fewer = *task;
    struct network_found found;
    struct failure failure;
    uint64_t decisions = 0;
    fewer.steps = steps;
    fewer.rounds = NETWORK_EVEN_ROUNDS;
    assert_ok(
        network_search(&fewer, NULL, true, UINT64_MAX, &endless, &decisions, &found, &failure),
        failure);
    assert_int_equal(found.verdict, VERDICT_INFEASIBLE);
    assert_proved("impossible-network", certificate_put_network_refutation, &found.refutation);
    network_found_clear(&found);
}

/* Least times are those of the search, by formulas, prices and lists that are verified; of turned
 * networks they are those of the turned question. */
static void test_ports(void **state) {
    static const enum collective turned_ones[] = {
        [COLLECTIVE_BROADCAST] = COLLECTIVE_REDUCE,
        [COLLECTIVE_SCATTER] = COLLECTIVE_GATHER,
        [COLLECTIVE_GATHER] = COLLECTIVE_SCATTER,
        [COLLECTIVE_REDUCE] = COLLECTIVE_BROADCAST,
        [COLLECTIVE_ALLGATHER] = COLLECTIVE_REDUCE_SCATTER,
        [COLLECTIVE_ALLTOALL] = COLLECTIVE_ALLTOALL,
        [COLLECTIVE_REDUCE_SCATTER] = COLLECTIVE_ALLGATHER};
    enum { LATEST = 6, LATEST_SUM = 4 }; /* or else there are too many states */
    uint64_t seed = 37;
    int settled[COLLECTIVES] = {0}, priced = 0, shifted = 0, unequal = 0;
    (void)state;
    for (long round = 0; round < 100 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0}, turned = {.tiny.K = 0};
        const struct network_hints hints = {.engine = random_below(&seed, 2) ? NETWORK_BY_SAT
                                                                             : NETWORK_BY_ALL};
        struct network_least least, other;
        struct failure failure;
        uint64_t decisions = 0;
        random_ports(&twin, &turned, &seed);
        random_collective(&twin, &seed);
        enum collective collective = twin.problem.collective;
        int chunks = 1 + (int)random_below(&seed, 2);
        assert_ok(network_problem_init(&turned.problem, &turned.network, turned_ones[collective],
                                       (int)twin.tiny.root, &failure),
                  failure);
        if (twin.problem.commodity_count * chunks <= MOST_CHUNKS) {
            assert_ok(network_time_find(&twin.problem, chunks, &hints, &endless, &least, &decisions,
                                        &failure),
                      failure);
            assert_ok(network_time_find(&turned.problem, chunks, &hints, &endless, &other,
                                        &decisions, &failure),
                      failure);
            assert_int_equal(least.lower, least.upper);
            assert_int_equal(other.upper, least.upper);
            assert_ok(network_least_list(&least, &endless, &failure), failure);
            assert_proved("network-schedule", certificate_put_network_schedule, &least.schedule);
            if (least.is_refuted)
                assert_proved("impossible-network", certificate_put_network_refutation,
                              &least.refutation);
            else if (least.is_priced)
                assert_proved("network-bound", certificate_put_network_bound, &least.bound);
            if (least.upper <= (twin.problem.reversed ? LATEST_SUM : LATEST) &&
                twin.problem.commodity_count * chunks * twin.network.arc_count <= MOST_SENT) {
                tiny_chunks(&twin.tiny, chunks, least.upper);
                assert_int_equal(tiny_least_rounds(&twin.tiny, true, 12), 0);
                tiny_chunks(&twin.tiny, chunks, least.upper - 1);
                if (least.upper > 1)
                    assert_int_equal(tiny_least_rounds(&twin.tiny, true, 12), TINY_NEVER);
                settled[collective]++;
            }
            priced += least.is_priced && !least.is_refuted;
            bool refused = false;
            for (int64_t i = 0; i < 2 * least.schedule.count && !refused; i++)
                refused = refuse_shifted(&least.schedule, i / 2, i % 2 ? 1 : -1);
            shifted += refused;
            if (least.upper > 1)
                assert_refuted(&least.task, least.upper - 1);
            for (int g = 0; g < twin.network.group_count; g++)
                unequal += twin.network.groups[g].port > 0;
            network_least_clear(&least);
            network_least_clear(&other);
        }
        twin_clear(&twin);
        twin_clear(&turned);
    }
    for (int c = 0; c < (int)(sizeof in_order / sizeof *in_order); c++)
        assert_true(settled[c] > (c == COLLECTIVE_ALLTOALL ? 0 : 2));
    assert_true(priced > 10 && shifted > 5 && unequal > 50);
}

/* --- what holds of all answers --- */

static struct network_least rounds_of(const struct twin *twin, int steps, int chunks, int enough) {
    struct network_least least;
    struct failure failure;
    uint64_t decisions = 0;
    assert_ok(network_rounds_find(&twin->problem, steps, chunks, enough, NETWORK_WHOLE, &endless,
                                  &least, &decisions, &failure),
              failure);
    return least;
}

/* One step more, or the chunks in two parts, are no worse; twice the capacities are no worse, nor
 * better than half; so many rounds are enough, one less is not, and need the steps that they came
 * from at most. */
static void test_orders(void **state) {
    uint64_t seed = 29;
    int settled = 0, yes = 0, no = 0;
    (void)state;
    for (long round = 0; round < 40 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        struct failure failure;
        uint64_t decisions = 0;
        int fewest;
        random_network(&twin, &seed);
        random_collective(&twin, &seed);
        assert_ok(network_problem_least_steps(&twin.problem, NULL, &fewest, &failure), failure);
        if (network_check_rounds(&twin.network, NULL)) {
            twin_clear(&twin);
            continue;
        }
        int steps = fewest + (int)random_below(&seed, 2);
        struct network_least one = rounds_of(&twin, steps, 1, 0),
                             two = rounds_of(&twin, steps, 2, 0),
                             longer = rounds_of(&twin, steps + 1, 2, 0), few;
        assert_true(one.lower <= one.upper && two.lower <= two.upper);
        assert_true(two.upper <= 2 * one.upper && longer.upper <= two.upper);
        struct network_least enough = rounds_of(&twin, steps, 2, two.upper);
        assert_true(enough.upper > 0 && enough.upper <= two.upper);
        yes++;
        if (two.lower > 1) {
            struct network_least less = rounds_of(&twin, steps, 2, two.lower - 1);
            assert_true(less.lower > two.lower - 1 && (less.is_priced || less.is_refuted));
            network_least_clear(&less);
            no++;
        }
        assert_ok(
            network_steps_find(&twin.problem, two.upper, 2, &endless, &few, &decisions, &failure),
            failure);
        assert_true(few.lower >= fewest && few.upper >= few.lower && few.upper <= steps);
        assert_true(few.schedule.task.rounds <= two.upper);
        assert_proved("network-schedule", certificate_put_network_schedule, &few.schedule);
        if (few.is_refuted)
            assert_proved("impossible-network", certificate_put_network_refutation,
                          &few.refutation);
        else if (few.is_priced)
            assert_proved("network-bound", certificate_put_network_bound, &few.bound);
        for (int g = 0; g < twin.network.group_count; g++)
            twin.network.groups[g].capacity *= 2;
        struct network_least wide = rounds_of(&twin, steps, 2, 0);
        assert_true(wide.lower <= two.upper && two.lower <= 2 * wide.upper);
        settled += two.lower == two.upper && wide.lower == wide.upper;
        network_least_clear(&one);
        network_least_clear(&two);
        network_least_clear(&longer);
        network_least_clear(&enough);
        network_least_clear(&few);
        network_least_clear(&wide);
        twin_clear(&twin);
    }
    assert_true(settled > 5 && yes > 10 && no > 5);
}

/* The least time of so many chunks; its schedule is verified. */
static struct network_least time_of(const struct network_problem *problem, int chunks) {
    struct network_least least;
    struct failure failure;
    uint64_t decisions = 0;
    assert_ok(network_time_find(problem, chunks, &no_hints, &endless, &least, &decisions, &failure),
              failure);
    assert_true(least.lower <= least.upper);
    assert_ok(network_least_list(&least, &endless, &failure), failure);
    assert_proved("network-schedule", certificate_put_network_schedule, &least.schedule);
    return least;
}

/* Is the first one, of the same network, no later than the other? */
static void assert_no_later(const struct network *network, enum collective part,
                            enum collective whole) {
    struct network_problem one, other;
    struct failure failure;
    int root = !network_takes_part(network, 0);
    assert_ok(network_problem_init(&one, network, part, root, &failure), failure);
    assert_ok(network_problem_init(&other, network, whole, root, &failure), failure);
    struct network_least first = time_of(&one, 1), second = time_of(&other, 1);
    assert_true(first.lower <= second.upper && first.upper <= second.upper);
    network_least_clear(&first);
    network_least_clear(&second);
    network_problem_clear(&one);
    network_problem_clear(&other);
}

/* Chunks one behind the other, more capacity, and what is asked for as a part of more. */
static void test_time_orders(void **state) {
    uint64_t seed = 31;
    (void)state;
    for (long round = 0; round < 25 * random_rounds(); round++) {
        struct twin twin = {.tiny.K = 0};
        random_network(&twin, &seed);
        random_collective(&twin, &seed);
        struct network_least one = time_of(&twin.problem, 1), two = time_of(&twin.problem, 2),
                             three = time_of(&twin.problem, 3);
        assert_true(one.upper <= two.upper && two.upper <= three.upper);
        assert_true(one.lower <= two.lower && two.lower <= three.lower);
        assert_true(two.upper <= 2 * one.upper && three.upper <= one.upper + two.upper);
        assert_no_later(&twin.network, COLLECTIVE_BROADCAST, COLLECTIVE_ALLGATHER);
        assert_no_later(&twin.network, COLLECTIVE_REDUCE, COLLECTIVE_REDUCE_SCATTER);
        assert_no_later(&twin.network, COLLECTIVE_SCATTER, COLLECTIVE_ALLTOALL);
        assert_no_later(&twin.network, COLLECTIVE_GATHER, COLLECTIVE_ALLTOALL);
        assert_no_later(&twin.network, COLLECTIVE_GATHER, COLLECTIVE_ALLGATHER);
        for (int g = 0; g < twin.network.group_count; g++)
            twin.network.groups[g].capacity *= 2;
        struct network_least wide = time_of(&twin.problem, 2);
        assert_true(wide.upper <= two.upper && wide.lower <= two.lower);
        network_least_clear(&one);
        network_least_clear(&two);
        network_least_clear(&three);
        network_least_clear(&wide);
        twin_clear(&twin);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_orders),    cmocka_unit_test(test_orders),
        cmocka_unit_test(test_gather_of_five), cmocka_unit_test(test_ports),
        cmocka_unit_test(test_cheapest_trees), cmocka_unit_test(test_allreduce),
        cmocka_unit_test(test_least_rounds),   cmocka_unit_test(test_least_time),
        cmocka_unit_test(test_at_hand),        cmocka_unit_test(test_joined),
        cmocka_unit_test(test_packings),       cmocka_unit_test(test_frontiers),
        cmocka_unit_test(test_streams),        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_last_round),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
