/* SPDX-License-Identifier: MIT */
/* Shou and Chen's summation: trees by hand and by preorder, the function that finds parents, and
 * their algorithm with each of its faults. */
#include "solver/collective/summation/shou_chen_sum.h"
#include "tests/collective/summation_test.h"

static struct summation_tree tree_of(const struct logp_machine *machine, int64_t apart,
                                     int processors) {
    struct failure failure;
    struct summation_tree tree;
    assert_ok(shou_chen_tree(machine, apart, processors, &tree, &failure), failure);
    return tree;
}

static void figure_2_has_their_tree(void **state) {
    static const int64_t sends[] = {24, 14, 4, 0, 10, 0, 6};
    static const int parents[] = {-1, 0, 1, 1, 0, 4, 0};
    const struct logp_machine machine = {5, 2, 4};
    (void)state;
    struct summation_tree tree = tree_of(&machine, 4, 7);
    assert_int_equal(tree.time, 24);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(tree.sends[i], sends[i]);
        assert_int_equal(tree.parent[i], parents[i]);
    }
    assert_int_equal(shou_chen_least_operands(&tree, SHOU_CHEN_ALL), 47);
    assert_int_equal(shou_chen_lemma_operands(&tree, 24, false), 13); /* 16, with three children */
    summation_tree_clear(&tree);
}

/* The next node of the preorder, by walking. */
static void walk(const struct logp_machine *machine, int64_t apart, int64_t sends, int parent,
                 const struct summation_tree *tree, int *next) {
    int number = (*next)++;
    if (number >= tree->count)
        return;
    assert_int_equal(tree->sends[number], sends);
    assert_int_equal(tree->parent[number], parent);
    int64_t first = sends - machine->latency - 1 - 2 * machine->overhead;
    for (int64_t s = first; s >= 0; s -= apart)
        walk(machine, apart, s, number, tree, next);
}

static void trees_are_preorders(void **state) {
    (void)state;
    for (int L = 1; L <= 3; L++)
        for (int o = 0; o <= 2; o++)
            for (int g = 1; g <= 9; g += 2)
                for (int processors = 1; processors <= 30; processors++) {
                    const struct logp_machine machine = {L, o, g};
                    int nodes = 0;
                    struct summation_tree tree = tree_of(&machine, g, processors);
                    walk(&machine, g, tree.time, -1, &tree, &nodes);
                    assert_true(nodes >= processors); /* the least time is long enough, */
                    if (tree.time > 0) {              /* and one less is not */
                        struct summation_tree none = {.count = 0};
                        nodes = 0;
                        walk(&machine, g, tree.time - 1, -1, &none, &nodes);
                        assert_true(nodes < processors);
                    }
                    for (int root = 0; root < processors; root += 3)
                        for (int i = 0; i < processors; i++) {
                            struct failure failure;
                            bool ends;
                            int found = -1, at = (i + root) % processors;
                            assert_ok(
                                shou_chen_compute_parent(&tree, root, at, &ends, &found, &failure),
                                failure);
                            assert_int_equal(ends, i > 0);
                            if (ends)
                                assert_int_equal(found, (tree.parent[i] + root) % processors);
                        }
                    summation_tree_clear(&tree);
                }
}

/* NULL if it is right, else what goes wrong. */
static const char *fault(const struct logp_machine *machine, int processors, int64_t beyond,
                         unsigned mended) {
    static struct shou_chen_run run;
    struct failure failure;
    struct summation_tree tree = tree_of(machine, summation_apart(machine), processors);
    int64_t operands = shou_chen_least_operands(&tree, mended) + beyond;
    assert_ok(shou_chen_sum(&tree, operands, mended, &run, &failure), failure);
    shou_chen_run_clear(&run);
    summation_tree_clear(&tree);
    return run.right ? NULL : run.why;
}

static void each_fault_shows(void **state) {
    const struct logp_machine wide = {5, 2, 4}, narrow = {1, 1, 2};
    (void)state;
    assert_null(fault(&wide, 7, 35, SHOU_CHEN_ALL));
    assert_non_null(strstr(fault(&wide, 7, 35, 0), "prints its sum and sends nothing"));
    assert_non_null(strstr(fault(&wide, 1, 0, 0), "for ever"));
    assert_non_null(strstr(fault(&wide, 7, 36, SHOU_CHEN_ALL - SHOU_CHEN_REST), "other operands"));
    assert_non_null(
        strstr(fault(&wide, 7, 35, SHOU_CHEN_ALL - SHOU_CHEN_CHILDREN), "nobody sends"));
    assert_non_null(strstr(fault(&narrow, 3, 0, SHOU_CHEN_ALL - SHOU_CHEN_WAIT), "other operands"));
    assert_null(fault(&narrow, 3, 0, SHOU_CHEN_ALL));
}

static void the_mended_algorithm_plays(void **state) {
    (void)state;
    for (int L = 1; L <= 3; L++)
        for (int o = 0; o <= 2; o++)
            for (int g = 1; g <= 4; g++)
                for (int processors = 1; processors <= 12; processors++)
                    for (int beyond = 0; beyond < 2 * processors + 2; beyond++) {
                        const struct logp_machine machine = {L, o, g};
                        struct shou_chen_run run;
                        struct summation_played played;
                        struct failure failure;
                        struct summation_tree tree =
                            tree_of(&machine, summation_apart(&machine), processors);
                        int64_t least = shou_chen_least_operands(&tree, SHOU_CHEN_ALL);
                        assert_ok(
                            shou_chen_sum(&tree, least + beyond, SHOU_CHEN_ALL, &run, &failure),
                            failure);
                        assert_true(run.right && run.playable);
                        assert_ok(summation_play(&run.summation, true, NULL, &played, &failure),
                                  failure);
                        if (!played.right)
                            fail_msg("L=%d o=%d g=%d P=%d n=%lld: %s", L, o, g, processors,
                                     (long long)(least + beyond), played.why);
                        assert_int_equal(run.time,
                                         tree.time + (beyond + processors - 1) / processors);
                        shou_chen_run_clear(&run);
                        summation_tree_clear(&tree);
                    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_2_has_their_tree),
        cmocka_unit_test(trees_are_preorders),
        cmocka_unit_test(each_fault_shows),
        cmocka_unit_test(the_mended_algorithm_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
