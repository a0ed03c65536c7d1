/* SPDX-License-Identifier: MIT */
/* The tree of the smallest labels: against all ways to send, against the bound on who can know the
 * item, against the infinite tree cut at a time, played message by message, and verified by
 * steadycheck. */
#include "solver/collective/single/single_tree.h"
#include "solver/model/certificates.h"
#include "solver/model/message_play.h"
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
    struct failure failure;
    const struct logp_machine *machine = &tree->machine;
    struct message_list list = single_tree_list(tree);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d, P=%d: %s", machine->latency, machine->overhead, machine->gap,
                 tree->processors, fault);
    assert_int_equal(list.finish, single_tree_time(tree));
    assert_ok(message_verify(&list, NULL, NULL, &failure), failure);
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
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_way_to_send_is_better),
        cmocka_unit_test(all_smallest_labels_are_there),
        cmocka_unit_test(messages_are_played),
        cmocka_unit_test(times_are_those_of_the_bound),
        cmocka_unit_test(figure_1),
        cmocka_unit_test(large_trees_are_verified),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests_name("single_tree", tests, test_folder_make, test_folder_remove);
}
