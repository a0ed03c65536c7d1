/* SPDX-License-Identifier: MIT */
/* Broadcast in the multiport model: every message is played, by our player and by the naive oracle,
 * which share nothing, and by steadycheck; spanning trees against all there are; sizes against the
 * printed algorithm. */
#include "solver/collective/multiport/multiport_messages.h"
#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "solver/model/message_play.h"
#include "tests/collective/multiport_bound.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

enum { MOST_ITEMS = 64 };

static struct items_schedule made(enum multiport_algorithm algorithm, int ports, int n, int items,
                                  enum multiport_order order, struct multiport_chain *chain) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(multiport_chain_make(algorithm, ports, n, chain, &failure), failure);
    assert_ok(multiport_schedule_chain(chain, items, order, &schedule, &failure), failure);
    return schedule;
}

/* The largest t_i + offset: rounds from the one in which a message is sent until all know it. */
static int chain_time(const struct multiport_chain *chain) {
    int time = 0, offset = 0;
    for (int box = 0; box < chain->count; box++) {
        int end = offset + chain->boxes[box].time;
        time = end > time ? end : time;
        offset += chain->boxes[box].delay;
    }
    return time;
}

/* Both players, for every number of messages; one run with most of them gives all the others. */
static void small_numbers(void **state) {
    (void)state;
    for (int algorithm = 0; algorithm < 2; algorithm++)
        for (int ports = 1; ports <= 7; ports++)
            for (int n = 2; n <= 40; n++) {
                struct multiport_chain chain;
                struct failure failure;
                int all[24], some[24], most = 0;
                struct items_schedule schedule =
                    made(algorithm, ports, n, 24, MULTIPORT_ANY_ORDER, &chain);
                assert_ok(message_verify(&schedule.list, all, NULL, &failure), failure);
                items_schedule_clear(&schedule);
                for (int items = 1; items <= 24; items++) {
                    schedule = made(algorithm, ports, n, items, MULTIPORT_IN_ORDER, &chain);
                    if (n <= 16 || items % 8 == n % 8)
                        assert_null(naive_messages_fault(&schedule.list));
                    assert_ok(message_verify(&schedule.list, some, NULL, &failure), failure);
                    assert_memory_equal(all, some, (size_t)items * sizeof *all);
                    most = all[items - 1] > most ? all[items - 1] : most;
                    assert_int_equal(schedule.list.finish, most);
                    assert_true(most <= (items - 1) / ports + 1 + chain_time(&chain));
                    items_schedule_clear(&schedule);
                }
            }
}

/* The last messages of a long list take exactly what the boxes promise. */
static void assert_time(int algorithm, int ports, int n) {
    struct multiport_chain chain;
    struct failure failure;
    int done[MOST_ITEMS + 20], items = (MOST_ITEMS / ports + 1) * ports, most = 0;
    struct items_schedule schedule = made(algorithm, ports, n, items, MULTIPORT_ANY_ORDER, &chain);
    assert_ok(message_verify(&schedule.list, done, NULL, &failure), failure);
    for (int i = 0; i < items; i++)
        most = done[i] > most ? done[i] : most;
    assert_int_equal(most, schedule.list.finish);
    assert_int_equal(most, items / ports + chain_time(&chain));
    items_schedule_clear(&schedule);
}

static void larger_numbers(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 300; i++)
        assert_time(random_below(&random, 2), 2 + random_below(&random, 19),
                    2 + random_below(&random, 3000));
    for (int ports = 2; ports <= 6; ports++) /* both sides of a power */
        for (int n = multiport_log(ports, 2); n <= 7; n++)
            for (int algorithm = 0; algorithm < 2; algorithm++) {
                long power = multiport_nice_size(ports, n) + 1;
                if (power > 5000)
                    continue;
                for (int off = -2; off <= 2; off++)
                    if (power + off >= 2)
                        assert_time(algorithm, ports, (int)power + off);
            }
}

/* What the paper promises of its parts, and where it promises too much. */
static void times_of_algorithms(void **state) {
    (void)state;
    for (int ports = 2; ports <= 12; ports++)
        for (int n = 2; n <= 3000; n++) {
            struct multiport_chain tree, chain;
            int least = multiport_log(ports, n);
            assert_int_equal(multiport_chain_make(MULTIPORT_BY_K_TREE, ports, n, &tree, NULL), 0);
            assert_int_equal(multiport_chain_make(MULTIPORT_BY_ROTATION, ports, n, &chain, NULL),
                             0);
            assert_true(chain_time(&chain) <= least + (ports >= 5));
            assert_true(chain_time(&chain) >= multiport_log(ports, n - 1));
            assert_true(chain_time(&tree) >= multiport_log(ports, n - 1));
        }
    struct multiport_chain chain;
    assert_int_equal(multiport_chain_make(MULTIPORT_BY_ROTATION, 5, 15, &chain, NULL), 0);
    assert_int_equal(chain_time(&chain), 3); /* ceil(log_6 15) = 2 */
}

/* As Theorem 6 wants them. */
static void assert_trees(const struct multiport_trees *trees) {
    int children[300] = {0};
    for (int tree = 0; tree < trees->ports; tree++) {
        const int *parent = &trees->parent[tree * trees->processors];
        const int *level = &trees->level[tree * trees->processors];
        assert_int_equal(parent[0], -1);
        assert_int_equal(level[0], 0);
        for (int i = 1; i < trees->processors; i++) {
            assert_in_range(parent[i], 0, trees->processors - 1);
            assert_int_equal(level[i], level[parent[i]] + 1);
            assert_in_range(++children[parent[i]], 1, trees->ports);
        }
    }
}

static void trees_are_right(void **state) {
    (void)state;
    for (int ports = 1; ports <= 12; ports++)
        for (int n = 2; n <= 300; n++) {
            struct multiport_trees trees;
            struct failure failure;
            int height = 0;
            assert_ok(multiport_k_tree(ports, n, &trees, &failure), failure);
            assert_trees(&trees);
            for (int tree = 0; tree < ports; tree++) { /* the lowest ones first */
                assert_true(multiport_tree_height(&trees, tree) >= height);
                height = multiport_tree_height(&trees, tree);
            }
            assert_int_equal(height, multiport_k_tree_height(ports, n));
            multiport_trees_clear(&trees);
        }
}

/* Each message by itself, told by hand. */
struct told {
    int count;
    struct message messages[4];
};

static enum status tell(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct told *told = source;
    enum status status = STATUS_OK;
    (void)limits;
    for (int i = 0; i < told->count && !status; i++)
        status = take(context, &told->messages[i], failure);
    return status;
}

static void the_player_finds_faults(void **state) {
    static const struct {
        struct told told;
        const char *fault;
    } cases[] = {
        {{2, {{0, 0, 1, 1, 0}, {0, 1, 2, 1, 0}}}, "has the item only from time 1 on"},
        {{2, {{0, 0, 1, 1, 0}, {1, 0, 1, 1, 0}}}, "a second time"},
        {{2, {{0, 0, 1, 1, 0}, {0, 0, 2, 1, 0}}}, "sender sends another message"},
        {{1, {{0, 0, 1, 1, 0}}}, "never receives item 1"},
        {{2, {{1, 0, 1, 1, 0}, {0, 0, 2, 1, 0}}}, "there is no such message"},
        {{1, {{0, 0, 3, 1, 0}}}, "there is no such message"},
        {{3, {{0, 0, 1, 1, 0}, {1, 0, 2, 1, 0}, {1, 1, 2, 2, 0}}}, "there is no such message"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct message_list list = {.machine = message_machine_ports(1, 1),
                                    .processors = 2,
                                    .items = 1,
                                    .count = cases[i].told.count,
                                    .each = tell,
                                    .source = &cases[i].told};
        struct failure failure = {0};
        int done[1];
        assert_int_equal(message_verify(&list, done, NULL, &failure), STATUS_INTERNAL);
        if (!strstr(failure.message, cases[i].fault))
            fail_msg("expected '%s', found '%s'", cases[i].fault, failure.message);
    }
    struct told right = {2, {{0, 0, 1, 1, 0}, {1, 1, 2, 1, 0}}};
    struct message_list list = {.machine = message_machine_ports(1, 1),
                                .processors = 2,
                                .items = 1,
                                .count = 2,
                                .delay = 2,
                                .finish = 2,
                                .each = tell,
                                .source = &right};
    int done[1];
    assert_int_equal(message_verify(&list, done, NULL, NULL), STATUS_OK);
    assert_int_equal(done[0], 2);
}

/* The paper's bounds against counting, and against each other. */
static void bounds(void **state) {
    (void)state;
    for (int ports = 2; ports <= 6; ports++)
        for (int n = 2; n <= 130; n++)
            for (int items = 1; items <= 20; items++) {
                struct items_question question = {1, ports, n - 1, items, false, 0};
                int counted = 0, depth = multiport_log(ports, n);
                assert_int_equal(items_question_bound(&question, &counted, NULL), STATUS_OK);
                int simple = multiport_bound_simple(ports, n, items);
                int bandwidth = multiport_bound_bandwidth(ports, n, items);
                assert_true(simple <= bandwidth && bandwidth <= simple + 1);
                assert_true(bandwidth <= counted);
                if (multiport_nice_size(ports, depth) + 1 == n)
                    assert_int_equal(multiport_bound_power(ports, depth, items), bandwidth);
            }
    assert_int_equal(multiport_bound_simple(2, 10, 7), 4 - 1 + 3);
    assert_int_equal(multiport_bound_bandwidth(2, 14, 8), 4 - 1 + 3); /* 26 <= 3^3 - 1 */
    assert_int_equal(multiport_bound_bandwidth(2, 15, 8), 4 - 1 + 3 + 1);
    assert_int_equal(multiport_bound_bandwidth(2, 15, 7), 4 - 1 + 3);
}

static void certificates_are_verified(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 30; i++) {
        char path[TEST_PATH_ROOM], says[60];
        struct multiport_chain chain;
        struct failure failure;
        struct items_schedule schedule =
            made(i % 2, 1 + random_below(&random, 9), 2 + random_below(&random, 300),
                 1 + random_below(&random, 50), MULTIPORT_IN_ORDER, &chain);
        assert_ok(evidence_write(evidence_of_messages(&schedule.list),
                                 test_path(path, "multiport.cert"), true, NULL, &failure),
                  failure);
        snprintf(says, sizeof says, "ports L=1 p=%d P=%d ", chain.ports, chain.processors);
        assert_verified(path, says);
        items_schedule_clear(&schedule);
    }
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void what_is_refused(void **state) {
    struct limits limits = {.stop = always};
    struct multiport_chain chain;
    struct multiport_trees trees;
    int done[3];
    (void)state;
    assert_int_equal(multiport_chain_make(MULTIPORT_BY_ROTATION, 2, 1, &chain, NULL), STATUS_INPUT);
    assert_int_equal(multiport_chain_make(MULTIPORT_BY_ROTATION, 0, 4, &chain, NULL), STATUS_INPUT);
    assert_int_equal(multiport_chain_make(MULTIPORT_BY_ROTATION, 2, INT32_MAX, &chain, NULL),
                     STATUS_LIMIT);
    assert_int_equal(multiport_chain_make(MULTIPORT_BY_ROTATION, INT32_MAX, 1000, &chain, NULL),
                     STATUS_LIMIT);
    assert_int_equal(multiport_k_tree(2, 1, &trees, NULL), STATUS_INPUT);
    assert_int_equal(multiport_k_tree(INT32_MAX, 5, &trees, NULL), STATUS_LIMIT);
    struct items_schedule schedule =
        made(MULTIPORT_BY_ROTATION, 2, 20, 3, MULTIPORT_IN_ORDER, &chain);
    assert_int_equal(message_verify(&schedule.list, done, &limits, NULL), STATUS_LIMIT);
    items_schedule_clear(&schedule);
    assert_int_equal(multiport_schedule_chain(&chain, 0, MULTIPORT_IN_ORDER, &schedule, NULL),
                     STATUS_INPUT);
    assert_int_equal(
        multiport_schedule_chain(&chain, INT32_MAX, MULTIPORT_IN_ORDER, &schedule, NULL),
        STATUS_OK);
    items_schedule_clear(&schedule);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_numbers),
        cmocka_unit_test(larger_numbers),
        cmocka_unit_test(times_of_algorithms),
        cmocka_unit_test(trees_are_right),
        cmocka_unit_test(the_player_finds_faults),
        cmocka_unit_test(bounds),
        cmocka_unit_test(certificates_are_verified),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
