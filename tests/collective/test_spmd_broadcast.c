/* SPDX-License-Identifier: MIT */
/* The trees of Shou and Chen, and their Algorithm 1 executed as written. */
#include "solver/collective/single/single_tree.h"
#include "solver/collective/single/spmd_broadcast.h"
#include "solver/model/certificates.h"
#include "tests/solver/certificate_test.h"

/* The sum over all nodes of when they have the item. */
static int64_t sum_of(const struct preorder_tree *tree) {
    int64_t sum = 0;
    for (int i = 0; i < tree->count; i++)
        sum += tree->nodes[0].effective - tree->nodes[i].effective;
    return sum;
}

static struct reach_numbers numbers_of(int64_t apart, int64_t transfer, int processors) {
    struct reach_numbers numbers;
    struct failure failure;
    assert_ok(reach_numbers_make(apart, transfer, processors, &numbers, &failure), failure);
    return numbers;
}

/* Preorder, sizes and effective times by recursion: fills from `place` on, returns the place behind
 * the subtree. */
static int walk(const struct preorder_tree *tree, int place, int parent, int child, int left,
                int apart, int transfer) {
    const struct preorder_node *node = &tree->nodes[place];
    assert_true(place < tree->count);
    assert_int_equal(node->parent, parent);
    assert_int_equal(node->child, child);
    assert_int_equal(node->effective, left);
    int next = place + 1;
    for (int k = 0; left - transfer - k * apart >= 0; k++)
        next = walk(tree, next, place, k, left - transfer - k * apart, apart, transfer);
    assert_int_equal(node->size, next - place);
    return next;
}

static void trees_are_those_of_the_definition(void **state) {
    (void)state;
    for (int transfer = 1; transfer <= 5; transfer++)
        for (int apart = 1; apart <= 6; apart++)
            for (int time = 0; time <= 14; time++) {
                struct preorder_tree tree;
                struct failure failure;
                assert_ok(preorder_tree_build(apart, transfer, time, 0, &tree, &failure), failure);
                assert_int_equal(walk(&tree, 0, -1, 0, time, apart, transfer), tree.count);
                for (int i = 0; i < tree.count; i++)
                    assert_int_equal(tree.nodes[i].number, i);
                preorder_tree_clear(&tree);
            }
}

/* Definition 3 for some node and each of its children, which are those with its place as parent. */
static void assert_numbers(const struct preorder_tree *tree, int root) {
    assert_int_equal(tree->nodes[0].number, root % tree->count);
    for (int i = 0; i < tree->count; i++) {
        int sum = 0;
        for (int j = i + 1; j < tree->count; j++) {
            if (tree->nodes[j].parent != i)
                continue;
            assert_int_equal(tree->nodes[j].number,
                             (tree->nodes[i].number + 1 + sum) % tree->count);
            sum += tree->nodes[j].size;
        }
        assert_int_equal(tree->nodes[i].size, 1 + sum);
    }
}

/* Both ways to make a tree smaller end in time; the second has the least sum. */
static void smaller_trees(void **state) {
    (void)state;
    for (int apart = 1; apart <= 4; apart++)
        for (int transfer = 1; transfer <= 4; transfer++)
            for (int processors = 1; processors <= 40; processors++) {
                struct reach_numbers f = numbers_of(apart, transfer, processors);
                struct preorder_tree first, last;
                struct single_tree best;
                struct failure failure;
                assert_ok(preorder_tree_build(apart, transfer, f.time, 0, &first, &failure),
                          failure);
                assert_ok(preorder_tree_build(apart, transfer, f.time, 0, &last, &failure),
                          failure);
                assert_ok(single_tree_build(&(struct logp_machine){transfer, 0, apart}, processors,
                                            &best, &failure),
                          failure);
                preorder_tree_truncate(&first, processors, 3);
                preorder_tree_take_last(&last, processors, 3);
                assert_int_equal(first.count, processors);
                assert_int_equal(last.count, processors);
                assert_numbers(&first, 3);
                assert_numbers(&last, 3);
                assert_true(sum_of(&first) >= single_tree_sum(&best));
                assert_int_equal(sum_of(&last), single_tree_sum(&best));
                preorder_tree_clear(&first);
                preorder_tree_clear(&last);
                single_tree_clear(&best);
                reach_numbers_clear(&f);
            }
}

enum { MOST = 400 };

/* Everybody is reached once, in the least time, with number, time and size of Definition 4. */
static void assert_run(const struct logp_machine *machine, int processors, int root) {
    struct spmd_broadcast run;
    struct preorder_tree tree;
    struct single_tree best;
    struct single_played played;
    struct failure failure;
    int64_t has[MOST], sent[MOST];
    const char *fault;
    int64_t transfer = logp_machine_transfer(machine), apart = logp_machine_apart(machine);
    struct reach_numbers f = numbers_of(apart, transfer, processors);
    assert_ok(spmd_broadcast_run(machine, &f, processors, root, &run, &failure), failure);
    single_play(machine, processors, root, run.message.messages, run.message.count, has, sent,
                &played, &fault);
    if (fault)
        fail_msg("L=%d o=%d g=%d, P=%d: %s", machine->latency, machine->overhead, machine->gap,
                 processors, fault);
    assert_ok(single_tree_build(machine, processors, &best, &failure), failure);
    assert_int_equal(played.finish, single_tree_time(&best));
    assert_ok(preorder_tree_build(apart, transfer, f.time, root, &tree, &failure), failure);
    preorder_tree_truncate(&tree, processors, root);
    assert_int_equal(tree.count, processors);
    for (int i = 0; i < processors; i++) {
        const struct preorder_node *node = &tree.nodes[i];
        assert_int_equal(node->number, (root + i) % processors);
        assert_int_equal(run.parts[node->number].effective, node->effective);
        assert_int_equal(run.parts[node->number].size, node->size);
        assert_int_equal(has[node->number], f.time - node->effective);
    }
    preorder_tree_clear(&tree);
    single_tree_clear(&best);
    spmd_broadcast_clear(&run);
    reach_numbers_clear(&f);
}

static void everybody_is_reached(void **state) {
    (void)state;
    for (int L = 1; L <= 5; L++)
        for (int o = 0; o <= 3; o++)
            for (int g = 1; g <= 9; g += 2)
                for (int processors = 1; processors < 60; processors += 1 + processors / 8)
                    assert_run(&(struct logp_machine){L, o, g}, processors,
                               (7 * L + g) % processors);
    assert_run(&(struct logp_machine){6, 2, 4}, MOST, 0);
}

static void its_messages_are_verified(void **state) {
    char path[TEST_PATH_ROOM];
    struct spmd_broadcast run;
    struct failure failure;
    (void)state;
    struct reach_numbers f = numbers_of(4, 10, 2000);
    assert_ok(spmd_broadcast_run(&(struct logp_machine){6, 2, 4}, &f, 2000, 0, &run, &failure),
              failure);
    struct message_list list = spmd_broadcast_list(&run, (int)f.time);
    assert_ok(
        evidence_write(evidence_of_messages(&list), test_path(path, "run"), false, NULL, &failure),
        failure);
    assert_verified(path, "");
    reach_numbers_clear(&f);
    spmd_broadcast_clear(&run);
}

static void wrong_questions_are_refused(void **state) {
    struct spmd_broadcast run = {.processors = 77};
    struct preorder_tree tree = {.count = 77};
    struct failure failure;
    const struct logp_machine machine = {6, 2, 4};
    (void)state;
    struct reach_numbers f = numbers_of(4, 10, 8);
    assert_int_equal(spmd_broadcast_run(&machine, &f, 9, 0, &run, &failure), STATUS_INPUT);
    assert_int_equal(spmd_broadcast_run(&machine, &f, 6, 0, &run, &failure), STATUS_INPUT);
    assert_int_equal(spmd_broadcast_run(&machine, &f, 8, 8, &run, &failure), STATUS_INPUT);
    assert_int_equal(spmd_broadcast_run(&machine, &f, 8, -1, &run, &failure), STATUS_INPUT);
    assert_int_equal(spmd_broadcast_run(&(struct logp_machine){6, 1, 4}, &f, 8, 0, &run, &failure),
                     STATUS_INPUT);
    assert_int_equal(run.processors, 77);
    assert_int_equal(preorder_tree_build(0, 1, 1, 0, &tree, &failure), STATUS_INPUT);
    assert_int_equal(preorder_tree_build(1, 1, -1, 0, &tree, &failure), STATUS_INPUT);
    assert_int_equal(preorder_tree_build(1, 1, 40, 0, &tree, &failure), STATUS_LIMIT);
    assert_int_equal(tree.count, 77);
    reach_numbers_clear(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_those_of_the_definition),
        cmocka_unit_test(smaller_trees),
        cmocka_unit_test(everybody_is_reached),
        cmocka_unit_test(its_messages_are_verified),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests_name("spmd_broadcast", tests, test_folder_make,
                                       test_folder_remove);
}
