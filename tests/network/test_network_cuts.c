/* SPDX-License-Identifier: MIT */
/* Cuts in time against linear programs over all timed trees of small random networks: they prove no
 * more, nearly always as much, and with symmetries what they prove without. Frontiers of both sides
 * against those by all trees. Numbers of large ones
 * that are known from other programs. steadycheck verifies all that is proved. */
#include "solver/base/evidence.h"
#include "solver/collective/multinode/network_points.h"
#include "solver/network/network_bound.h"
#include "solver/network/network_names.h"
#include "tests/refuse_memory.h"
#include "tests/solver/certificate_test.h"

static const struct limits endless = {0};

/* What cuts prove; the certificate is verified. */
static void prove(const struct cut_question *question, mpq_ptr value) {
    char path[TEST_PATH_ROOM];
    struct failure failure;
    struct cut_rate rate;
    struct network_bound bound;
    assert_ok(cut_rate_find(question, &endless, &rate, &failure), failure);
    assert_true(rate.is_best);
    mpq_set(value, rate.value);
    network_bound_take_cuts(&bound, question->problem, question->steps, &rate);
    const struct evidence evidence =
        evidence_borrowed("network-bound", certificate_put_network_bound, &bound);
    assert_ok(evidence_write(evidence, test_path(path, "cuts.cert"), true, &endless, &failure),
              failure);
    assert_verified(path, "");
    network_bound_clear(&bound);
    cut_rate_clear(&rate);
}

/* --- against trees --- */

/* Strongly connected, and seldom with a group of several arcs; or, if `even`, a ring with jumps. */
static void random_network(struct network *network, uint64_t *seed, bool even) {
    struct network_link links[42];
    struct failure failure;
    int n = 4 + (int)random_below(seed, even ? 4 : 3), count = 0, jumps = 0, arcs[42], of_group = 0;
    for (int d = 2; d < n; d++)
        jumps |= (random_below(seed, 3) == 0) << d;
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++) {
            int d = (v - u + n) % n;
            bool there = even ? jumps >> d & 1 : random_below(seed, 4) == 0 && count < 16;
            if (u == v || (d != 1 && !there))
                continue;
            links[count++] = (struct network_link){u, v, 1, 1};
            links[count - 1].latency += even ? d == 2 : random_below(seed, 4) == 0;
            links[count - 1].capacity += even ? d == 1 : random_below(seed, 4) == 0;
        }
    assert_ok(network_make(n, links, count, network, &failure), failure);
    for (int a = 0; a < count; a++)
        if (random_below(seed, 3) == 0)
            arcs[of_group++] = a;
    if (!even && of_group > 1)
        assert_ok(network_add_group(network, 1, arcs, of_group, &failure), failure);
    if (random_below(seed, 4) == 0)
        assert_ok(network_limit_ports(network, NETWORK_PORTS_FULL, 1, &failure), failure);
}

static void test_trees(void **state) {
    static const enum collective collectives[] = {COLLECTIVE_ALLGATHER,      COLLECTIVE_BROADCAST,
                                                  COLLECTIVE_REDUCE_SCATTER, COLLECTIVE_REDUCE,
                                                  COLLECTIVE_SCATTER,        COLLECTIVE_ALLTOALL};
    uint64_t seed = 11;
    int compared = 0, equal = 0, even = 0;
    mpq_t plain, value;
    (void)state;
    mpq_inits(plain, value, NULL);
    for (int round = 0; round < 30; round++) {
        struct failure failure;
        struct network network;
        struct network_problem problem;
        struct network_rate rate;
        bool feasible;
        int least;
        random_network(&network, &seed, round % 2);
        assert_ok(network_problem_init(&problem, &network, collectives[random_below(&seed, 6)], 0,
                                       &failure),
                  failure);
        assert_ok(network_problem_least_steps(&problem, &endless, &least, &failure), failure);
        struct cut_question question = {.problem = &problem,
                                        .steps = least + (int)random_below(&seed, 2)};
        const struct rate_question trees = {
            .problem = &problem, .axis = {question.steps, 0}, .items = 1};
        assert_ok(network_rate_solve(&trees, &endless, &rate, &feasible, &failure), failure);
        assert_true(feasible);
        prove(&question, value);
        question.is_plain = true;
        prove(&question, plain);
        assert_true(mpq_equal(plain, value));
        assert_true(mpq_cmp(value, rate.value) <= 0);
        compared++;
        even += round % 2;
        equal += mpq_equal(value, rate.value) != 0;
        network_rate_clear(&rate);
        network_problem_clear(&problem);
        network_clear(&network);
    }
    print_message("%d networks, %d of them even; as much as trees %d\n", compared, even, equal);
    assert_true(equal >= compared - 2);
    mpq_clears(plain, value, NULL);
}

/* --- frontiers --- */

/* The point that says what so many steps can do. */
static const struct frontier_point *point_of(const struct network_frontier *frontier, int steps) {
    const struct frontier_point *found = NULL;
    for (int i = 0; i < frontier->count; i++)
        if (frontier->points[i].steps <= steps)
            found = &frontier->points[i];
    assert_non_null(found);
    return found;
}

/* Both sides of each number of steps; what is whole is verified. */
static int compare_points(const struct network_frontier *exact,
                          const struct network_frontier *points, int least, int until) {
    int met = 0;
    for (int steps = least; steps <= until; steps++) {
        const struct frontier_point *point = point_of(points, steps);
        mpq_srcptr value = point_of(exact, steps)->bound.value;
        assert_true(mpq_cmp(point->bound.value, value) <= 0 && mpq_cmp(value, point->most) <= 0);
        met += mpq_equal(point->bound.value, point->most) != 0;
    }
    if (points->is_whole) {
        char path[TEST_PATH_ROOM];
        struct failure failure;
        const struct evidence evidence =
            evidence_borrowed("network-frontier", certificate_put_frontier, points);
        assert_ok(
            evidence_write(evidence, test_path(path, "points.cert"), true, &endless, &failure),
            failure);
        assert_verified(path, "");
    }
    return met;
}

static void test_frontiers(void **state) {
    static const enum collective collectives[] = {COLLECTIVE_ALLGATHER, COLLECTIVE_REDUCE_SCATTER,
                                                  COLLECTIVE_BROADCAST, COLLECTIVE_SCATTER};
    uint64_t seed = 5;
    int whole = 0, compared = 0, met = 0;
    (void)state;
    for (int round = 0; round < 10; round++) {
        struct failure failure;
        struct network network;
        struct network_problem problem;
        int least;
        random_network(&network, &seed, round % 2);
        if (network_check_rounds(&network, &failure)) {
            network_clear(&network);
            continue;
        }
        assert_ok(network_problem_init(&problem, &network, collectives[random_below(&seed, 4)], 0,
                                       &failure),
                  failure);
        assert_ok(network_problem_least_steps(&problem, &endless, &least, &failure), failure);
        struct network_frontier exact, points = {.problem = &problem, .until = least + 1};
        mpq_inits(points.limit, points.least, NULL);
        assert_ok(
            network_frontier_find(&problem, least + 1, NULL, NULL, &endless, &exact, &failure),
            failure);
        mpq_set(points.least, exact.least);
        assert_ok(network_points_find(&points, NULL, NULL, &endless, &failure), failure);
        met += compare_points(&exact, &points, least, least + 1);
        compared += 2;
        whole += points.is_whole;
        network_frontier_clear(&exact);
        network_frontier_clear(&points);
        network_problem_clear(&problem);
        network_clear(&network);
    }
    print_message("%d numbers of steps, both sides met in %d; %d whole\n", compared, met, whole);
    assert_true(compared > 8 && met > compared / 3 && whole > 1);
}

/* --- known numbers --- */

static void open_problem(const char *name, enum collective collective, struct network *network,
                         struct network_problem *problem) {
    struct failure failure;
    assert_ok(network_parse_in(name, NULL, network, &failure), failure);
    assert_ok(network_problem_init(problem, network, collective, 0, &failure), failure);
}

static void assert_proves(const char *name, enum collective collective, int steps,
                          const char *value) {
    struct network network;
    struct network_problem problem;
    mpq_t found, known;
    mpq_inits(found, known, NULL);
    open_problem(name, collective, &network, &problem);
    prove(&(struct cut_question){.problem = &problem, .steps = steps}, found);
    assert_int_equal(mpq_set_str(known, value, 10), 0);
    if (!mpq_equal(found, known))
        fail_msg("%s in %d steps: %f, not %s", name, steps, mpq_get_d(found), value);
    network_problem_clear(&problem);
    network_clear(&network);
    mpq_clears(found, known, NULL);
}

static void test_known(void **state) {
    (void)state;
    assert_proves("torus:8x8", COLLECTIVE_ALLGATHER, 8, "63/4");
    assert_proves("torus:4x6", COLLECTIVE_ALLGATHER, 5, "23/4");
    assert_proves("torus:4x6", COLLECTIVE_REDUCE_SCATTER, 5, "23/4");
    assert_proves("hypercube:8", COLLECTIVE_ALLGATHER, 8, "255/8");
    assert_proves("mi250", COLLECTIVE_ALLGATHER, 5, "8/3");
    assert_proves("dragonfly:4x2x9", COLLECTIVE_ALLGATHER, 3, "8");
    assert_proves("dragonfly:4x2x9", COLLECTIVE_ALLGATHER, 4, "7");
    assert_proves("dragonfly:4x2x9", COLLECTIVE_ALLTOALL, 3, "35/2");
    assert_proves("mesh:4x4", COLLECTIVE_ALLGATHER, 6, "15/2");
    assert_proves("hypercube:3", COLLECTIVE_BROADCAST, 3, "5/6"); /* less than by trees, 1 */
    assert_proves("hypercube:6", COLLECTIVE_BROADCAST, 6, "13/30");
}

/* Boxes of GPUs at a switch, each with a port to all other boxes. */
static void make_cluster(struct network *network, int boxes) {
    enum { EACH = 8, SWITCH = 12 };
    int n = boxes * EACH, count = 0, *arcs = calloc((size_t)(n * n), sizeof *arcs);
    struct network_link *links = calloc((size_t)(n * n), sizeof *links);
    struct failure failure;
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++)
            if (u != v)
                links[count++] = (struct network_link){u, v, 1, 0};
    assert_ok(network_make(n, links, count, network, &failure), failure);
    for (int group = 0; group < 4 * n; group++) {
        int v = group / 4, size = 0;
        for (int a = 0; a < count; a++) {
            bool near = links[a].from / EACH == links[a].to / EACH;
            if ((group & 1 ? links[a].from : links[a].to) == v && near == (group & 2) / 2)
                arcs[size++] = a;
        }
        assert_ok(network_add_group(network, group & 2 ? SWITCH : 1, arcs, size, &failure),
                  failure);
    }
    free(arcs);
    free(links);
}

static void test_clusters(void **state) {
    static const struct {
        int boxes, steps;
        const char *value;
    } known[] = {{4, 1, "24"},        {4, 2, "456/103"},     {4, 3, "6648/1873"},
                 {16, 2, "2280/103"}, {16, 3, "33240/1873"}, {16, 5, "5568600/354433"}};
    mpq_t found, expected;
    (void)state;
    mpq_inits(found, expected, NULL);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct network network;
        struct network_problem problem;
        struct failure failure;
        make_cluster(&network, known[i].boxes);
        assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, &failure),
                  failure);
        prove(&(struct cut_question){.problem = &problem, .steps = known[i].steps}, found);
        assert_int_equal(mpq_set_str(expected, known[i].value, 10), 0);
        assert_true(mpq_equal(found, expected));
        network_problem_clear(&problem);
        network_clear(&network);
    }
    mpq_clears(found, expected, NULL);
}

/* --- where it ends --- */

static int asked;

static bool stop_later(void *context) {
    const int *until = context;
    return ++asked >= *until;
}

/* What is proved when it is stopped is true; nothing else is an answer. */
static void test_stopped(void **state) {
    struct network network;
    struct network_problem problem;
    struct failure failure;
    int stopped = 0, answered = 0;
    (void)state;
    open_problem("torus:3x4", COLLECTIVE_ALLGATHER, &network, &problem);
    for (int until = 1, ended = 0; !ended; until += 1 + until / 4) {
        const struct limits limits = {.stop = stop_later, .context = &until};
        const struct cut_question question = {.problem = &problem, .steps = 3};
        struct cut_rate rate;
        asked = 0;
        enum status status = cut_rate_find(&question, &limits, &rate, &failure);
        assert_true(status == STATUS_OK || status == STATUS_LIMIT);
        if (status) {
            stopped++;
            continue;
        }
        answered += !rate.is_best;
        ended = rate.is_best;
        assert_true(mpq_sgn(rate.value) > 0 && mpq_cmp_ui(rate.value, 11, 4) <= 0);
        cut_rate_clear(&rate);
    }
    assert_true(stopped > 2 && answered > 0);
    network_problem_clear(&problem);
    network_clear(&network);
}

static void test_memory(void **state) {
    struct network network;
    struct network_problem problem;
    struct failure failure;
    (void)state;
    open_problem("mesh:2x3", COLLECTIVE_ALLGATHER, &network, &problem);
    for (int place = 0, refused = 1; refused; place += 1 + place / 40) {
        const struct cut_question question = {.problem = &problem, .steps = 3};
        struct cut_rate rate;
        allocations_granted = place;
        enum status status = cut_rate_find(&question, &endless, &rate, &failure);
        refused = allocations_granted < 0;
        allocations_granted = -1;
        assert_int_equal(status, refused ? STATUS_MEMORY : STATUS_OK);
        if (!status)
            cut_rate_clear(&rate);
    }
    network_problem_clear(&problem);
    network_clear(&network);
}

static void test_enough(void **state) {
    struct network network;
    struct network_problem problem;
    struct failure failure;
    struct cut_rate rate;
    mpq_t enough;
    (void)state;
    mpq_init(enough);
    mpq_set_ui(enough, 2, 1);
    open_problem("mi250", COLLECTIVE_ALLGATHER, &network, &problem);
    const struct cut_question question = {.problem = &problem, .steps = 5, .enough = enough};
    assert_ok(cut_rate_find(&question, &endless, &rate, &failure), failure);
    assert_true(rate.is_best && mpq_cmp_ui(rate.value, 2, 1) >= 0 &&
                mpq_cmp_ui(rate.value, 8, 3) < 0);
    cut_rate_clear(&rate);
    network_problem_clear(&problem);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_ALLREDUCE, 0, &failure), failure);
    assert_int_equal(cut_rate_find(&question, &endless, &rate, &failure), STATUS_LIMIT);
    network_problem_clear(&problem);
    network_clear(&network);
    mpq_clear(enough);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),   cmocka_unit_test(test_frontiers),
        cmocka_unit_test(test_known),   cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_stopped), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_enough)};
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
