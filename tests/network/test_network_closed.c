/* SPDX-License-Identifier: MIT */
/* Streams by formula: each construction is played, on hundreds of networks, and has the delay that
 * theory says; networks which are none of these have none. Departures: what is refuted is verified
 * by steadycheck, and no search finds a schedule there, on small random networks. */
#include "solver/base/evidence.h"
#include "solver/network/network_closed.h"
#include "solver/network/network_names.h"
#include "solver/network/network_search.h"
#include "solver/network/network_stream.h"
#include "tests/refuse_memory.h"
#include "tests/solver/certificate_test.h"

#include <limits.h>

static const struct limits endless = {0};

struct opened {
    struct network network;
    struct network_problem problem;
};

static void open_named(struct opened *opened, const char *name, enum network_ports ports, int p,
                       int root) {
    struct failure failure;
    assert_ok(network_parse_in(name, NULL, &opened->network, &failure), failure);
    if (ports != NETWORK_LINKS)
        assert_ok(network_limit_ports(&opened->network, ports, p, &failure), failure);
    assert_ok(network_problem_init(&opened->problem, &opened->network, COLLECTIVE_BROADCAST, root,
                                   &failure),
              failure);
}

static void close_opened(struct opened *opened) {
    network_problem_clear(&opened->problem);
    network_clear(&opened->network);
}

static struct network_task stream_of(const struct opened *opened, int items, int per) {
    return (struct network_task){
        .problem = &opened->problem, .stream = true, .items = items, .per = per, .first = 1};
}

/* 0: no construction has it. What is found was played (network_schedule_finish). */
static int built_delay(const struct opened *opened, int items, int per) {
    const struct network_task task = stream_of(opened, items, per);
    struct network_schedule schedule;
    struct failure failure;
    bool found;
    assert_ok(network_closed_stream(&task, INT_MAX, &endless, &schedule, &found, &failure),
              failure);
    if (!found)
        return 0;
    int delay = schedule.task.steps;
    network_schedule_clear(&schedule);
    return delay;
}

static void assert_delay(const char *name, enum network_ports ports, int root, int items, int per,
                         int delay) {
    struct opened opened;
    open_named(&opened, name, ports, 1, root);
    int found = built_delay(&opened, items, per);
    if (found != delay)
        fail_msg("%s, rate %d/%d: delay %d, not %d", name, items, per, found, delay);
    close_opened(&opened);
}

static int log_up(int n) {
    int t = 0;
    while (1 << t < n)
        t++;
    return t;
}

static void test_constructions(void **state) {
    char name[40];
    (void)state;
    for (int n = 3; n <= 40; n++) {
        int half = n / 2 + n % 2;
        snprintf(name, sizeof name, "ring:%d", n);
        assert_delay(name, NETWORK_PORTS_FULL, n / 3, 1, 1, n - 1);
        assert_delay(name, NETWORK_PORTS_FULL, 0, 3, 4, n - 1);
        assert_delay(name, NETWORK_PORTS_FULL, 0, 1, 2, half);
        assert_delay(name, NETWORK_PORTS_FULL, 1, 2, 5, half);
        assert_delay(name, NETWORK_PORTS_HALF, 0, 1, 2, half);
        assert_delay(name, NETWORK_PORTS_HALF, 0, 1, 1, 0);
        assert_delay(name, NETWORK_LINKS, 0, 2, 1, n - 1);
        assert_delay(name, NETWORK_LINKS, 0, 5, 2, 0); /* too fast */
        snprintf(name, sizeof name, "star:%d", n);
        assert_delay(name, NETWORK_PORTS_FULL, 0, 1, n - 1, n - 1);
        assert_delay(name, NETWORK_PORTS_FULL, 0, 2, 2 * n - 3, 0);
        assert_delay(name, NETWORK_PORTS_FULL, 1, 1, n - 2, n - 1);
        assert_delay(name, NETWORK_PORTS_HALF, 1, 1, n - 1, n - 1);
        snprintf(name, sizeof name, "complete:%d@2", n);
        assert_delay(name, NETWORK_LINKS, n - 1, n - 1, 1, 4);
        assert_delay(name, NETWORK_LINKS, 0, n, 1, 0);
    }
    for (int b = 1; b <= 40; b++) {
        snprintf(name, sizeof name, "bipartite:%dx%d", b, b);
        if (b > 1)
            assert_delay(name, NETWORK_PORTS_FULL, b / 2, 1, 1, 2 + log_up(b));
        if (b > 2)
            assert_delay(name, NETWORK_PORTS_FULL, 2 * b - 1, 4, 5, 2 + log_up(b));
        snprintf(name, sizeof name, "bipartite:%dx%d", b + 1, b);
        assert_delay(name, NETWORK_PORTS_FULL, 0, 1, 1, b == 1 ? 2 : 2 + log_up(b));
        if (b > 2)
            assert_delay(name, NETWORK_PORTS_FULL, b + 1, 1, 1, 0);
    }
    for (int d = 2; d <= 9; d++) {
        snprintf(name, sizeof name, "hypercube:%d", d);
        assert_delay(name, NETWORK_PORTS_FULL, d, 1, 1, d == 2 ? 3 : d + 1);
        assert_delay(name, NETWORK_PORTS_FULL, 0, 5, 7, d == 2 ? 3 : d + 1);
        assert_delay(name, NETWORK_PORTS_HALF, 0, 1, 1, 0);
    }
    assert_delay("torus:4x4", NETWORK_PORTS_FULL, 5, 1, 1, 5);
    assert_delay("torus:3x3", NETWORK_PORTS_FULL, 0, 1, 1, 0);
    assert_delay("petersen", NETWORK_PORTS_FULL, 0, 1, 1, 0);
}

/* --- random networks --- */

static void random_network(struct opened *opened, uint64_t *seed, bool tree) {
    struct network_link links[30];
    struct failure failure;
    int n = 3 + (int)random_below(seed, 3), count = 0;
    for (int v = 1; v < n; v++) {
        int u = (int)random_below(seed, (uint64_t)v), latency = 1 + (random_below(seed, 4) == 0);
        links[count++] = (struct network_link){u, v, latency, 1};
        links[count++] = (struct network_link){v, u, latency, 1};
    }
    for (int u = 0; u < n && !tree; u++)
        for (int v = 0; v < n; v++) {
            bool there = u == v || random_below(seed, 3) > 0;
            for (int i = 0; i < count && !there; i++)
                there = links[i].from == u && links[i].to == v;
            if (!there)
                links[count++] = (struct network_link){u, v, 1, 1 + (random_below(seed, 4) == 0)};
        }
    assert_ok(network_make(n, links, count, &opened->network, &failure), failure);
    if (tree || random_below(seed, 3) > 0)
        assert_ok(
            network_limit_ports(&opened->network,
                                random_below(seed, 3) ? NETWORK_PORTS_FULL : NETWORK_PORTS_HALF,
                                1 + (random_below(seed, 4) == 0), &failure),
            failure);
    assert_ok(network_problem_init(&opened->problem, &opened->network, COLLECTIVE_BROADCAST,
                                   (int)random_below(seed, (uint64_t)n), &failure),
              failure);
}

static bool is_refuted(const struct opened *opened, int items, int per, int delay, bool check) {
    char path[TEST_PATH_ROOM];
    struct failure failure;
    struct network_bound bound;
    bool found;
    assert_ok(network_departures_find(&opened->problem, items, per, delay, &endless, &bound, &found,
                                      &failure),
              failure);
    if (!found)
        return false;
    const struct evidence evidence =
        evidence_borrowed("network-bound", certificate_put_network_bound, &bound);
    if (check) {
        assert_ok(evidence_write(evidence, test_path(path, "late.cert"), true, &endless, &failure),
                  failure);
        assert_verified(path, "");
    }
    network_bound_clear(&bound);
    return true;
}

/* A schedule of two periods at most; or a window of some items has none. */
static enum verdict search_delay(const struct opened *opened, int items, int per, int delay,
                                 int window) {
    struct network_task task = stream_of(opened, items, per);
    struct network_found found;
    struct failure failure;
    uint64_t decisions = 0;
    enum verdict verdict = VERDICT_UNKNOWN;
    task.steps = delay;
    for (int times = 1; times <= (window ? 1 : 2) && verdict != VERDICT_FEASIBLE; times++) {
        task.period = window ? 0 : times * per;
        task.window = window ? window : times * items;
        assert_ok(network_search(&task, NULL, false, 0, &endless, &decisions, &found, &failure),
                  failure);
        verdict = found.verdict;
        network_found_clear(&found);
    }
    return verdict;
}

static void test_departures(void **state) {
    uint64_t seed = 3;
    int refuted = 0, needed = 0;
    (void)state;
    for (int round = 0; round < 150; round++) {
        struct opened opened;
        int items = 1 + (int)random_below(&seed, 3), per = 1 + (int)random_below(&seed, 3), least;
        struct failure failure;
        if (items == per || (items == 2 && per == 2))
            items = per = 1;
        random_network(&opened, &seed, false);
        assert_ok(network_problem_least_steps(&opened.problem, &endless, &least, &failure),
                  failure);
        for (int delay = 1; delay < least + 3; delay++)
            if (is_refuted(&opened, items, per, delay, delay >= least - 1)) {
                assert_int_not_equal(search_delay(&opened, items, per, delay, 0), VERDICT_FEASIBLE);
                needed += delay >= least;
                refuted++;
            } else {
                assert_true(delay >= least);
            }
        close_opened(&opened);
    }
    print_message("%d delays refuted, %d of them not by distance\n", refuted, needed);
    assert_true(needed > 60);
}

/* Of one item the tree's schedule is the least: one step less is refuted. */
static void test_trees(void **state) {
    uint64_t seed = 8;
    int built = 0;
    (void)state;
    for (int round = 0; round < 150; round++) {
        struct opened opened;
        int per = 1 + (int)random_below(&seed, 4);
        random_network(&opened, &seed, true);
        int delay = built_delay(&opened, 1, per);
        if (delay > 1) {
            assert_int_equal(search_delay(&opened, 1, per, delay, 0), VERDICT_FEASIBLE);
            assert_int_equal(search_delay(&opened, 1, per, delay - 1, 1), VERDICT_INFEASIBLE);
            built++;
        }
        close_opened(&opened);
    }
    print_message("%d trees\n", built);
    assert_true(built > 60);
}

static void test_large(void **state) {
    struct opened opened;
    (void)state;
    open_named(&opened, "ring:1001", NETWORK_PORTS_FULL, 1, 7);
    assert_true(is_refuted(&opened, 2, 3, 999, true));
    assert_false(is_refuted(&opened, 2, 3, 1000, true));
    assert_true(is_refuted(&opened, 1, 2, 500, true));
    assert_false(is_refuted(&opened, 1, 2, 501, true));
    assert_true(is_refuted(&opened, 1, 9, 499, true)); /* by distance */
    close_opened(&opened);
    open_named(&opened, "star:60", NETWORK_PORTS_FULL, 1, 3);
    assert_true(is_refuted(&opened, 1, 58, 58, true));
    assert_false(is_refuted(&opened, 1, 58, 59, true));
    close_opened(&opened);
}

/* --- where it ends --- */

static int asked;

static bool stop_later(void *context) {
    const int *until = context;
    return ++asked > *until;
}

static const char *const some[] = {"ring:5", "star:4", "complete:4", "hypercube:3",
                                   "bipartite:3x3"};

static void test_stopped(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        struct opened opened;
        int stopped = 0;
        open_named(&opened, some[i], i == 2 ? NETWORK_LINKS : NETWORK_PORTS_FULL, 1, 0);
        const struct network_task task = stream_of(&opened, i == 2 ? 2 : 1, i == 1 ? 3 : 1);
        enum status status = STATUS_LIMIT;
        for (int until = 0; status == STATUS_LIMIT; until++) {
            const struct limits limits = {.stop = stop_later, .context = &until};
            struct network_schedule schedule;
            struct failure failure;
            bool found;
            asked = 0;
            status = network_closed_stream(&task, INT_MAX, &limits, &schedule, &found, &failure);
            assert_true(status == STATUS_OK || status == STATUS_LIMIT);
            stopped += status == STATUS_LIMIT;
            if (!status) {
                assert_true(found);
                network_schedule_clear(&schedule);
            }
        }
        assert_true(stopped > 0);
        close_opened(&opened);
    }
}

static void test_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        struct opened opened;
        open_named(&opened, some[i], i == 2 ? NETWORK_LINKS : NETWORK_PORTS_FULL, 1, 0);
        const struct network_task task = stream_of(&opened, i == 2 ? 2 : 1, i == 1 ? 3 : 1);
        for (int place = 0, refused = 1; refused; place++) {
            struct network_schedule schedule;
            struct network_bound bound;
            struct failure failure;
            bool built = false, found = false;
            allocations_granted = place;
            enum status status =
                network_closed_stream(&task, INT_MAX, &endless, &schedule, &built, &failure);
            if (!status)
                status = network_departures_find(&opened.problem, task.items, task.per, 1, &endless,
                                                 &bound, &found, &failure);
            refused = allocations_granted < 0;
            allocations_granted = -1;
            assert_int_equal(status, refused ? STATUS_MEMORY : STATUS_OK);
            assert_true(refused || built);
            if (built)
                network_schedule_clear(&schedule);
            if (found)
                network_bound_clear(&bound);
        }
        close_opened(&opened);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constructions), cmocka_unit_test(test_departures),
        cmocka_unit_test(test_trees),         cmocka_unit_test(test_large),
        cmocka_unit_test(test_stopped),       cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
