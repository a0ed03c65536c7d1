/* SPDX-License-Identifier: MIT */
/* Broadcasts and reductions by cuts that move: the times are verified by steadycheck and never more
 * than a search needs, on small random networks, and are what theory says of paths, rings and
 * meshes; all T(S) of trees, rings and complete networks, by bound and by schedule, and as linear
 * programs have them. */
#include "automata/numbers.h"
#include "solver/base/evidence.h"
#include "solver/collective/multinode/network_least.h"
#include "solver/network/network_frontier.h"
#include "solver/network/network_moving.h"
#include "solver/network/network_names.h"
#include "solver/network/network_search.h"
#include "tests/refuse_memory.h"
#include "tests/solver/certificate_test.h"

#include <limits.h>

static const struct limits endless = {0};

struct opened {
    struct network network;
    struct network_problem problem;
};

static void open_problem(struct opened *opened, enum collective collective, int root) {
    struct failure failure;
    assert_ok(network_problem_init(&opened->problem, &opened->network, collective, root, &failure),
              failure);
}

static void open_named(struct opened *opened, const char *name, enum collective collective,
                       int root) {
    struct failure failure;
    assert_ok(network_parse_in(name, NULL, &opened->network, &failure), failure);
    open_problem(opened, collective, root);
}

static void close_opened(struct opened *opened) {
    network_problem_clear(&opened->problem);
    network_clear(&opened->network);
}

static void assert_bound(const struct network_bound *bound) {
    char path[TEST_PATH_ROOM];
    struct failure failure;
    const struct evidence evidence =
        evidence_borrowed("network-bound", certificate_put_network_bound, bound);
    assert_ok(evidence_write(evidence, test_path(path, "moving.cert"), true, &endless, &failure),
              failure);
    assert_verified(path, "");
}

/* 0: no more than distances say. What is proved is verified. */
static int proved_time(const struct opened *opened, int chunks) {
    struct network_bound bound;
    struct failure failure;
    int time;
    assert_ok(network_moving_time(&opened->problem, chunks, &endless, &time, &bound, &failure),
              failure);
    if (time > 0) {
        assert_int_equal(bound.steps, time - 1);
        assert_bound(&bound);
        network_bound_clear(&bound);
    }
    return time;
}

static void test_times(void **state) {
    static const struct {
        const char *name;
        int root, chunks, time;
    } cases[] = {{"path:64", 0, 100, 162},      {"path:64", 20, 100, 142}, {"ring:64", 0, 100, 81},
                 {"ring:9", 4, 1, 0},           {"torus:8x8", 0, 20, 12},  {"mesh:6x6", 0, 10, 14},
                 {"path:5@3", 0, 4, 15},        {"path:5=2", 0, 4, 5},     {"hub:8", 3, 5, 5},
                 {"path:5/group:0,2", 0, 4, 5}, {"complete:5", 0, 1, 0}};
    (void)state;
    for (int reduce = 0; reduce < 2; reduce++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct opened opened;
            open_named(&opened, cases[i].name, reduce ? COLLECTIVE_REDUCE : COLLECTIVE_BROADCAST,
                       cases[i].root);
            int time = proved_time(&opened, cases[i].chunks);
            if (time != cases[i].time)
                fail_msg("%s, %d chunks: %d, expected %d", cases[i].name, cases[i].chunks, time,
                         cases[i].time);
            close_opened(&opened);
        }
}

/* --- random networks --- */

static void random_network(struct opened *opened, uint64_t *seed) {
    struct network_link links[30];
    struct failure failure;
    int n = 3 + (int)random_below(seed, 3), count = 0;
    for (int v = 1; v < n; v++) {
        int u = (int)random_below(seed, (uint64_t)v), latency = 1 + (random_below(seed, 4) == 0);
        links[count++] = (struct network_link){u, v, latency, 1};
        links[count++] = (struct network_link){v, u, latency, 1};
    }
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++) {
            bool there = u == v || random_below(seed, 4) > 0;
            for (int i = 0; i < count && !there; i++)
                there = links[i].from == u && links[i].to == v;
            if (!there)
                links[count++] = (struct network_link){u, v, 1 + (int)random_below(seed, 2),
                                                       1 + (random_below(seed, 4) == 0)};
        }
    assert_ok(network_make(n, links, count, &opened->network, &failure), failure);
    if (random_below(seed, 2) > 0)
        assert_ok(
            network_limit_ports(&opened->network,
                                random_below(seed, 3) ? NETWORK_PORTS_FULL : NETWORK_PORTS_HALF,
                                1 + (random_below(seed, 3) == 0), &failure),
            failure);
    open_problem(opened, random_below(seed, 2) ? COLLECTIVE_BROADCAST : COLLECTIVE_REDUCE,
                 (int)random_below(seed, (uint64_t)n));
}

static void test_random(void **state) {
    uint64_t seed = 5;
    int more = 0, met = 0;
    (void)state;
    for (int round = 0; round < 120; round++) {
        struct opened opened;
        struct network_found found;
        struct failure failure;
        uint64_t decisions = 0;
        random_network(&opened, &seed);
        int chunks = 1 + (int)random_below(&seed, 5), time = proved_time(&opened, chunks);
        for (int steps = time - 1; time > 0 && steps <= time; steps++) {
            const struct network_task task = {
                .problem = &opened.problem, .steps = steps, .chunks = chunks};
            assert_ok(network_search(&task, NULL, false, 0, &endless, &decisions, &found, &failure),
                      failure);
            if (steps < time)
                assert_int_equal(found.verdict, VERDICT_INFEASIBLE);
            else
                met += found.verdict == VERDICT_FEASIBLE;
            network_found_clear(&found);
        }
        more += time > 0;
        close_opened(&opened);
    }
    print_message("%d times, %d of them reached\n", more, met);
    assert_true(more > 50 && met > 30);
}

/* --- all T(S) --- */

static void assert_value(mpq_srcptr value, long p, long q, const char *name, int steps) {
    CLEANUP(rational_clear) mpq_t wanted;
    mpq_init(wanted);
    mpq_set_si(wanted, p, (unsigned long)q);
    mpq_canonicalize(wanted);
    if (!mpq_equal(value, wanted)) {
        gmp_printf("%Qd\n", value);
        fail_msg("%s, %d steps: expected %ld/%ld", name, steps, p, q);
    }
}

/* Both sides of T(S); `chunks` of them in S rounds. */
static void assert_point(const struct moving_form *form, const char *name, int steps, long chunks) {
    struct network_bound bound;
    struct network_schedule schedule;
    struct failure failure;
    bool found;
    assert_ok(moving_form_bound(form, steps, &endless, &bound, &found, &failure), failure);
    assert_true(found);
    assert_value(bound.value, steps, chunks, name, steps);
    assert_bound(&bound);
    network_bound_clear(&bound);
    assert_ok(moving_form_schedule(form, steps, &endless, &schedule, &found, &failure), failure);
    assert_true(found);
    assert_int_equal(schedule.task.chunks, chunks);
    assert_int_equal(schedule.task.rounds, steps);
    network_schedule_clear(&schedule);
}

static void assert_form(const char *name, int root, enum moving_shape shape, int fewest) {
    for (int reduce = 0; reduce < 2; reduce++) {
        struct opened opened;
        struct moving_form form;
        struct failure failure;
        open_named(&opened, name, reduce ? COLLECTIVE_REDUCE : COLLECTIVE_BROADCAST, root);
        assert_ok(moving_form_find(&form, &opened.problem, &failure), failure);
        long n = opened.network.nodes;
        assert_int_equal(form.shape, shape);
        if (shape != MOVING_NONE)
            assert_int_equal(form.fewest, fewest);
        for (int steps = fewest; shape != MOVING_NONE && steps < 2 * fewest + 4; steps++)
            assert_point(&form, name, steps,
                         shape == MOVING_TREE   ? steps - fewest + 1
                         : shape == MOVING_RING ? 2 * steps - n + 2
                                                : (n - 1) * steps - n + 2);
        moving_form_clear(&form);
        close_opened(&opened);
    }
}

static void test_forms(void **state) {
    char name[40];
    (void)state;
    for (int n = 3; n <= 12; n++) {
        snprintf(name, sizeof name, "path:%d", n);
        assert_form(name, 0, MOVING_TREE, n - 1);
        if (n > 3)
            assert_form(name, 1, MOVING_TREE, n - 2);
        snprintf(name, sizeof name, "star:%d", n);
        assert_form(name, 0, MOVING_NONE, 1); /* T(S) is 1 */
        assert_form(name, n - 1, MOVING_TREE, 2);
        snprintf(name, sizeof name, "ring:%d", n);
        assert_form(name, n / 3, n == 3 ? MOVING_COMPLETE : MOVING_RING, n / 2);
        snprintf(name, sizeof name, "complete:%d", n);
        assert_form(name, n - 1, MOVING_COMPLETE, 1);
    }
    assert_form("ring:101", 7, MOVING_RING, 50);
    assert_form("path:60", 30, MOVING_TREE, 30);
    for (const char *const *none = (const char *const[]){"torus:3x3", "ring:5=2", "ring:5@2",
                                                         "hub:4", "path:4/group:0,3", NULL};
         *none; none++)
        assert_form(*none, 0, MOVING_NONE, 1);
}

/* A random tree, against linear programs. */
static void test_trees(void **state) {
    uint64_t seed = 4;
    (void)state;
    for (int round = 0; round < 12; round++) {
        struct network_link links[16];
        struct opened opened;
        struct moving_form form;
        struct network_frontier frontier;
        struct failure failure;
        int n = 4 + (int)random_below(&seed, 4), count = 0;
        for (int v = 1; v < n; v++) {
            int u = (int)random_below(&seed, (uint64_t)v);
            links[count++] = (struct network_link){u, v, 1, 1};
            links[count++] = (struct network_link){v, u, 1, 1};
        }
        assert_ok(network_make(n, links, count, &opened.network, &failure), failure);
        open_problem(&opened, COLLECTIVE_BROADCAST, (int)random_below(&seed, (uint64_t)n));
        assert_ok(moving_form_find(&form, &opened.problem, &failure), failure);
        if (form.shape != MOVING_NONE) {
            assert_int_equal(form.shape, MOVING_TREE);
            assert_ok(network_frontier_find(&opened.problem, form.fewest + 2, NULL, NULL, &endless,
                                            &frontier, &failure),
                      failure);
            assert_int_equal(frontier.count, 3);
            for (int i = 0; i < frontier.count; i++) {
                assert_int_equal(frontier.points[i].steps, form.fewest + i);
                assert_value(frontier.points[i].bound.value, form.fewest + i, i + 1, "a tree",
                             form.fewest + i);
                assert_point(&form, "a tree", form.fewest + i, i + 1);
            }
            network_frontier_clear(&frontier);
        }
        moving_form_clear(&form);
        close_opened(&opened);
    }
}

/* --- where it ends --- */

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void test_stopped(void **state) {
    const struct limits stopped = {.stop = stop_at_once};
    struct opened opened;
    struct moving_form form;
    struct network_bound bound;
    struct network_schedule schedule;
    struct failure failure;
    bool found;
    int time;
    (void)state;
    open_named(&opened, "path:40", COLLECTIVE_BROADCAST, 0);
    assert_int_equal(network_moving_time(&opened.problem, 9, &stopped, &time, &bound, &failure),
                     STATUS_LIMIT);
    assert_ok(moving_form_find(&form, &opened.problem, &failure), failure);
    assert_int_equal(moving_form_bound(&form, 50, &stopped, &bound, &found, &failure),
                     STATUS_LIMIT);
    assert_int_equal(moving_form_schedule(&form, 50, &stopped, &schedule, &found, &failure),
                     STATUS_LIMIT);
    assert_ok(moving_form_bound(&form, 10000, &endless, &bound, &found, &failure), failure);
    assert_false(found);
    assert_ok(moving_form_schedule(&form, 1000000, &endless, &schedule, &found, &failure), failure);
    assert_false(found);
    moving_form_clear(&form);
    close_opened(&opened);
}

static int asked;

static bool stop_later(void *context) {
    const int *until = context;
    return ++asked > *until;
}

/* Whenever it is stopped, once the steps are known to be enough, what is known by then is told. */
static void test_stopped_anywhere(void **state) {
    struct opened opened;
    int stopped = 1, least = 0;
    (void)state;
    open_named(&opened, "path:16", COLLECTIVE_BROADCAST, 0);
    for (int until = 1; stopped && until < 2000; until += 1 + until / 4) {
        const struct limits limits = {.stop = stop_later, .context = &until};
        struct network_least made;
        struct failure failure;
        uint64_t decisions = 0;
        asked = 0;
        assert_ok(network_rounds_find(&opened.problem, 18, 3, 0, NETWORK_PART, &limits, &made,
                                      &decisions, &failure),
                  failure);
        assert_true(made.lower >= 1 && made.lower <= 17); /* one round in each step takes so many */
        assert_true(made.upper == 0 || made.upper >= made.lower);
        least = made.lower > least ? made.lower : least;
        stopped = asked > until;
        network_least_clear(&made);
    }
    assert_true(least >= 14); /* 3 * 18 / 4 */
    close_opened(&opened);
}

static void test_memory(void **state) {
    static const char *const some[] = {"path:4", "ring:5", "complete:4"};
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        struct opened opened;
        open_named(&opened, some[i], COLLECTIVE_BROADCAST, 0);
        for (int place = 0, refused = 1; refused; place++) {
            struct moving_form form = {0};
            struct network_bound bound, late;
            struct network_schedule schedule;
            struct failure failure;
            bool bounded = false, made = false;
            int time = 0;
            allocations_granted = place;
            enum status status =
                network_moving_time(&opened.problem, 9, &endless, &time, &late, &failure);
            if (!status)
                status = moving_form_find(&form, &opened.problem, &failure);
            if (!status)
                status = moving_form_bound(&form, 4, &endless, &bound, &bounded, &failure);
            bounded = bounded && !status;
            if (!status)
                status = moving_form_schedule(&form, 4, &endless, &schedule, &made, &failure);
            made = made && !status;
            refused = allocations_granted < 0;
            allocations_granted = -1;
            assert_int_equal(status, refused ? STATUS_MEMORY : STATUS_OK);
            assert_true(refused || (made && bounded && time > 0));
            if (time > 0)
                network_bound_clear(&late);
            if (bounded)
                network_bound_clear(&bound);
            if (made)
                network_schedule_clear(&schedule);
            moving_form_clear(&form);
        }
        close_opened(&opened);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_stopped_anywhere),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
