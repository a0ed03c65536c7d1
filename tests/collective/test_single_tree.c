/* SPDX-License-Identifier: MIT */
/* The tree of the smallest labels: against all ways to send, against the bound on who can know the
 * item, against the infinite tree cut at a time, played message by message, and verified by
 * steadycheck. */
#include "solver/collective/single/single_tree.h"
#include "solver/collective/single/spmd_broadcast.h"
#include "solver/model/certificates.h"
#include "solver/proof/bound/reach.h"
#include "tests/collective/single_search.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

static struct single_tree build(int L, int o, int g, int processors) {
    struct single_tree tree;
    struct failure failure;
    assert_ok(single_tree_build(&(struct logp_machine){L, o, g}, processors, &tree, &failure),
              failure);
    return tree;
}

static void no_way_to_send_is_better(void **state) {
    (void)state;
    for (int L = 1; L <= 3; L++)
        for (int o = 0; o <= 4; o++)
            for (int g = 1; g <= 4; g++)
                for (int processors = 1; processors <= 6; processors++) {
                    struct single_best best;
                    struct failure failure;
                    struct single_tree tree = build(L, o, g, processors);
                    assert_ok(single_search(&tree.machine, processors, NULL, &best, &failure),
                              failure);
                    assert_int_equal(single_tree_time(&tree), best.time);
                    assert_int_equal(single_tree_sum(&tree), best.sum);
                    single_tree_clear(&tree);
                }
}

/* Labels up to T, counted by walking the infinite tree from a node. */
static int count_to(int label, int transfer, int apart, int time) {
    int count = 1;
    for (int child = label + transfer; child <= time; child += apart)
        count += count_to(child, transfer, apart, time);
    return count;
}

static void assert_counts(const struct single_tree *tree) {
    int transfer = (int)logp_machine_transfer(&tree->machine);
    int apart = logp_machine_apart(&tree->machine);
    for (int node = 0; node + 1 < tree->processors; node++)
        if (tree->label[node] < tree->label[node + 1]) /* all with this label are there */
            assert_int_equal(node + 1, count_to(0, transfer, apart, tree->label[node]));
}

static void all_smallest_labels_are_there(void **state) {
    (void)state;
    for (int L = 1; L <= 6; L++)
        for (int o = 0; o <= 5; o++)
            for (int g = 1; g <= 9; g++) {
                struct single_tree tree = build(L, o, g, 400);
                assert_counts(&tree);
                single_tree_clear(&tree);
            }
}

/* By two players, one of which looks at every pair of messages. */
static void assert_played(const struct single_tree *tree) {
    enum { ROOM = 600 };
    int64_t has[ROOM], sent[ROOM];
    struct single_played played;
    const struct logp_machine *machine = &tree->machine;
    struct message_list list = single_tree_list(tree);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d, P=%d: %s", machine->latency, machine->overhead, machine->gap,
                 tree->processors, fault);
    assert_in_range(tree->processors, 1, ROOM);
    assert_int_equal(list.finish, single_tree_time(tree));
    struct message *messages = naive_messages_hear(&list);
    single_play(machine, tree->processors, 0, messages, (size_t)list.count, has, sent, &played,
                &fault);
    free(messages);
    assert_null(fault);
    assert_int_equal(played.finish, list.finish);
    assert_int_equal(played.sum, single_tree_sum(tree));
}

static void messages_are_played(void **state) {
    (void)state;
    for (int L = 1; L <= 9; L += 2)
        for (int o = 0; o <= 5; o++)
            for (int g = 1; g <= 12; g += 2) {
                struct single_tree tree = build(L, o, g, 2 + (37 * L + 11 * o + 5 * g) % 80);
                assert_played(&tree);
                single_tree_clear(&tree);
            }
}

/* What a schedule can do wrong is seen. */
static void faults_are_seen(void **state) {
    static const struct {
        struct message messages[3];
        const char *fault;
    } cases[] = {
        {{{0, 0, 1, 1, 0}, {2, 0, 2, 1, 0}, {3, 0, 3, 1, 0}}, "the sender is busy with another"},
        {{{0, 0, 1, 1, 0}, {4, 1, 2, 1, 0}, {9, 0, 3, 1, 0}}, "the sender does not have the item"},
        {{{0, 0, 1, 1, 0}, {2, 0, 1, 1, 0}, {9, 0, 3, 1, 0}}, "the receiver has the item already"},
        {{{0, 0, 1, 1, 0}, {2, 0, 2, 1, 0}, {9, 0, 4, 1, 0}}, "there is no such message"},
    };
    struct single_played played;
    int64_t has[4], sent[4];
    const char *fault;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        single_play(&(struct logp_machine){1, 2, 1}, 4, 0, cases[i].messages, 3, has, sent, &played,
                    &fault);
        assert_non_null(fault);
        assert_memory_equal(fault, cases[i].fault, strlen(cases[i].fault));
    }
    single_play(&(struct logp_machine){1, 2, 3}, 4, 0, cases[0].messages, 3, has, sent, &played,
                &fault);
    assert_string_equal(fault, "two sendings of one processor are too close");
    single_play(&(struct logp_machine){1, 2, 1}, 4, 0, cases[0].messages, 2, has, sent, &played,
                &fault);
    assert_string_equal(fault, "a processor never has the item");
}

/* Time and sum are those that who can know the item allows; also for P of any size. */
static void times_are_those_of_the_bound(void **state) {
    mpz_t n, sum;
    int64_t time;
    struct failure failure;
    (void)state;
    mpz_inits(n, sum, NULL);
    for (int L = 1; L <= 7; L++)
        for (int o = 0; o <= 6; o += 2)
            for (int g = 1; g <= 12; g++) {
                struct single_tree tree = build(L, o, g, 1 + 97 * L + 5 * o + g);
                mpz_set_si(n, tree.processors);
                assert_ok(reach_time(&tree.machine, n, &time, sum, &failure), failure);
                assert_int_equal(time, single_tree_time(&tree));
                assert_int_equal(mpz_get_si(sum), single_tree_sum(&tree));
                single_tree_clear(&tree);
            }
    mpz_set_ui(n, 0);
    assert_int_equal(reach_time(&(struct logp_machine){1, 0, 1}, n, &time, NULL, &failure),
                     STATUS_INPUT);
    mpz_ui_pow_ui(n, 2, 4000);
    assert_ok(reach_time(&(struct logp_machine){1, 0, 1}, n, &time, NULL, &failure), failure);
    assert_int_equal(time, 4000);
    mpz_add_ui(n, n, 1);
    assert_ok(reach_time(&(struct logp_machine){1, 0, 1}, n, &time, NULL, &failure), failure);
    assert_int_equal(time, 4001);
    mpz_clears(n, sum, NULL);
}

/* The recurrence in three cases counts the tree. */
static void recurrence_counts_the_tree(void **state) {
    (void)state;
    for (int transfer = 1; transfer <= 9; transfer++)
        for (int apart = 1; apart <= 30; apart++) {
            struct reach_numbers numbers;
            struct failure failure;
            assert_ok(reach_numbers_make(apart, transfer, 500, &numbers, &failure), failure);
            assert_true(reach_number(&numbers, numbers.time) >= 500);
            assert_true(reach_number(&numbers, numbers.time - 1) < 500);
            for (int n = 0; n <= numbers.time; n++)
                assert_int_equal(reach_number(&numbers, n), count_to(0, transfer, apart, n));
            reach_numbers_clear(&numbers);
        }
}

static void figure_1(void **state) {
    static const int labels[] = {0, 10, 14, 18, 20, 22, 24, 24};
    char path[TEST_PATH_ROOM];
    struct failure failure;
    (void)state;
    struct single_tree tree = build(6, 2, 4, 8);
    for (int node = 0; node < 8; node++)
        assert_int_equal(tree.label[node], labels[node]);
    struct message_list list = single_tree_list(&tree);
    assert_ok(evidence_write(evidence_of_messages(&list), test_path(path, "figure-1"), false, NULL,
                             &failure),
              failure);
    assert_verified(path, "");
    single_tree_clear(&tree);
}

/* Many processors in one list, for o > g as well. */
static void large_trees_are_verified(void **state) {
    static const struct logp_machine machines[] = {{3, 0, 1}, {1, 5, 2}, {1, 0, 7}, {4, 3, 3}};
    char path[TEST_PATH_ROOM];
    struct failure failure;
    (void)state;
    for (int i = 0; i < 4; i++) {
        const struct logp_machine *m = &machines[i];
        struct single_tree tree = build(m->latency, m->overhead, m->gap, 20000 + i);
        struct message_list list = single_tree_list(&tree);
        assert_ok(evidence_write(evidence_of_messages(&list), test_path(path, "large"), true, NULL,
                                 &failure),
                  failure);
        assert_verified(path, "");
        single_tree_clear(&tree);
    }
}

static void wrong_questions_are_refused(void **state) {
    struct single_tree tree = {.processors = 77};
    struct single_best best = {.time = 77};
    struct reach_numbers numbers = {.time = 77};
    struct failure failure;
    (void)state;
    const struct logp_machine one = {1, 0, 1}, none = {1, 0, 0}, slow = {INT32_MAX, 0, 1};
    assert_int_equal(single_tree_build(&one, 0, &tree, &failure), STATUS_INPUT);
    assert_int_equal(single_tree_build(&one, MESSAGES_MOST_PROCESSORS + 2, &tree, &failure),
                     STATUS_INPUT);
    assert_int_equal(single_tree_build(&none, 5, &tree, &failure), STATUS_INPUT);
    assert_int_equal(single_tree_build(&slow, 5, &tree, &failure), STATUS_LIMIT);
    assert_int_equal(tree.processors, 77);
    assert_int_equal(single_search(&one, 11, NULL, &best, &failure), STATUS_INPUT);
    assert_int_equal(single_search(&none, 5, NULL, &best, &failure), STATUS_INPUT);
    assert_int_equal(single_search(&slow, 5, NULL, &best, &failure), STATUS_INPUT);
    assert_int_equal(best.time, 77);
    assert_int_equal(reach_numbers_make(0, 1, 5, &numbers, &failure), STATUS_INPUT);
    assert_int_equal(reach_numbers_make(1, 1, 0, &numbers, &failure), STATUS_INPUT);
    assert_int_equal(reach_numbers_make(1, INT64_MAX / 2, 2, &numbers, &failure), STATUS_LIMIT);
    assert_int_equal(numbers.time, 77);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_way_to_send_is_better),
        cmocka_unit_test(all_smallest_labels_are_there),
        cmocka_unit_test(messages_are_played),
        cmocka_unit_test(faults_are_seen),
        cmocka_unit_test(times_are_those_of_the_bound),
        cmocka_unit_test(recurrence_counts_the_tree),
        cmocka_unit_test(figure_1),
        cmocka_unit_test(large_trees_are_verified),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests_name("single_tree", tests, test_folder_make, test_folder_remove);
}
