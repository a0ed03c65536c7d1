/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>

#include "tests/solver/solver_test.h"

#include "solver/model/instance.h"
#include "solver/model/sequence.h"

enum { MOST_NODES = 30000, MOST_LATENCY = 12, MOST_DEPTH = 200 };

/* What the tree itself says about the instance. */
struct census {
    int blocks[MOST_DEPTH + 2];  /* internal nodes by number of children */
    int letters[MOST_DEPTH + 2]; /* leaves by value t - label */
    int nodes;
};

/* The tree once more, from the definition alone: a node with label d has children d+L, d+L+1, ..,
 * t. */
static void count_below(int latency, int depth, int label, struct census *census) {
    int children = 0;
    census->nodes++;
    for (int child = label + latency; child <= depth; child++, children++)
        count_below(latency, depth, child, census);
    if (children)
        census->blocks[children]++;
    else
        census->letters[depth - label]++;
}

/* Follows the recursion through the explicit tree, node by node. */
static void match_below(const struct tree *tree, int label, int parent, int *next) {
    int here = (*next)++, children = 0;
    assert_in_range(here, 0, tree->count - 1);
    for (int child = label + tree->latency; child <= tree->depth; child++, children++)
        match_below(tree, child, here, next);
    assert_int_equal(tree->nodes[here].label, label);
    assert_int_equal(tree->nodes[here].parent, parent);
    assert_int_equal(tree->nodes[here].children, children);
}

static void explicit_tree_is_the_defined_one(void **state) {
    struct failure failure;
    (void)state;
    for (int latency = 1; latency <= MOST_LATENCY; latency++)
        for (int depth = 0;; depth++) {
            struct tree tree;
            if (tree_init(&tree, latency, depth, 3000, NULL) == STATUS_LIMIT)
                break;
            int next = 0;
            match_below(&tree, 0, -1, &next);
            assert_int_equal(next, tree.count);
            struct instance instance;
            assert_ok(instance_init(&instance, latency, depth, NULL, &failure), failure);
            assert_int_equal(mpz_cmp_si(instance.processors, tree.count), 0);
            instance_clear(&instance);
            tree_clear(&tree);
        }
}

static struct census *take_census(int latency, int depth) {
    struct census *census = calloc(1, sizeof *census);
    assert_non_null(census);
    count_below(latency, depth, 0, census);
    return census;
}

static void check_big(int latency, int depth, const struct census *census) {
    struct instance instance;
    struct failure failure;
    assert_ok(instance_init(&instance, latency, depth, NULL, &failure), failure);
    assert_int_equal(instance.latency, latency);
    assert_int_equal(instance.depth, depth);
    assert_int_equal(mpz_cmp_si(instance.processors, census->nodes), 0);
    /* Below t = L the only node is a leaf of value t, which is no letter of an instance. */
    for (int j = 0; j < latency; j++)
        assert_int_equal(mpz_cmp_si(instance.letters[j], depth < latency ? 0 : census->letters[j]),
                         0);
    assert_int_equal(instance.root_size, depth < latency ? 0 : depth - latency + 1);
    int largest = 0; /* of the blocks but the root */
    for (int r = 1; r < instance.root_size; r++)
        largest = census->blocks[r] ? r : largest;
    assert_int_equal(instance.largest, largest);
    instance_clear(&instance);
}

static void check_small(int latency, int depth, const struct census *census) {
    struct small_instance instance;
    struct failure failure;
    int total = 0;
    long sum = 0;
    assert_ok(small_instance_init(&instance, latency, depth, INT_MAX, &failure), failure);
    assert_int_equal(instance.root_size, depth - latency + 1);
    for (int r = 1; r <= instance.root_size; r++)
        assert_int_equal(instance.blocks[r], census->blocks[r]);
    for (int j = 0; j < latency; j++) {
        assert_int_equal(instance.letters[j], census->letters[j]);
        total += census->letters[j];
        sum += (long)j * census->letters[j];
    }
    assert_int_equal(instance.letter_total, total);
    assert_int_equal(instance.letter_sum, sum);
    int places = 1;
    for (int r = 1; r <= instance.root_size; r++)
        places += (r - 1) * instance.blocks[r];
    assert_int_equal(total, places);
    small_instance_clear(&instance);
    /* The limit is on the letters, to the last one. */
    assert_int_equal(small_instance_init(&instance, latency, depth, total - 1, NULL), STATUS_LIMIT);
    assert_ok(small_instance_init(&instance, latency, depth, total, &failure), failure);
    small_instance_clear(&instance);
}

static void instances_match_the_tree_node_by_node(void **state) {
    int checked = 0;
    (void)state;
    for (int latency = 1; latency <= MOST_LATENCY; latency++)
        for (int depth = 0; depth <= MOST_DEPTH; depth++) {
            struct census *census = take_census(latency, depth);
            bool last = census->nodes > MOST_NODES;
            check_big(latency, depth, census);
            if (depth >= latency)
                check_small(latency, depth, census);
            free(census);
            checked++;
            if (last)
                break;
        }
    assert_true(checked > 300);
}

/* Far beyond what can be enumerated: N = 1 + sum of the block sizes, letters = places + 1. */
static void big_instances_balance(void **state) {
    static const int points[][2] = {{1, 500}, {2, 1000}, {3, 2000}, {7, 5000}, {64, 9000}};
    struct failure failure;
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct instance instance;
        struct sequence walk;
        mpz_t processors, letters;
        assert_ok(instance_init(&instance, points[i][0], points[i][1], NULL, &failure), failure);
        assert_ok(sequence_init(&walk, points[i][0], &failure), failure);
        mpz_init_set_si(processors, 1 + instance.root_size);
        mpz_init_set_si(letters, -instance.root_size);
        for (int r = instance.largest; r >= 1; r--, sequence_next(&walk)) {
            mpz_addmul_ui(processors, sequence_value(&walk), (unsigned long)r);
            mpz_submul_ui(letters, sequence_value(&walk), (unsigned long)(r - 1));
        }
        for (int j = 0; j < instance.latency; j++)
            mpz_add(letters, letters, instance.letters[j]);
        assert_int_equal(mpz_cmp(processors, instance.processors), 0);
        assert_int_equal(mpz_cmp_si(letters, 0), 0);
        mpz_clears(processors, letters, NULL);
        sequence_clear(&walk);
        instance_clear(&instance);
    }
}

static void ranges_are_refused(void **state) {
    static const int wrong[][2] = {{0, 5},
                                   {-1, 5},
                                   {SEQUENCE_MAX_LATENCY + 1, 5},
                                   {3, -1},
                                   {INT_MIN, INT_MIN},
                                   {3, SEQUENCE_MAX_INDEX + 1},
                                   {INT_MAX, INT_MAX}};
    struct failure failure = {STATUS_OK, ""};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct instance instance;
        struct small_instance small;
        int latency = wrong[i][0], depth = wrong[i][1];
        assert_int_equal(instance_check_range(latency, depth, NULL), STATUS_INPUT);
        assert_int_equal(instance_init(&instance, latency, depth, NULL, NULL), STATUS_INPUT);
        assert_int_equal(small_instance_init(&small, latency, depth, 100, NULL), STATUS_INPUT);
    }
    assert_int_equal(instance_check_range(0, 5, &failure), STATUS_INPUT);
    assert_string_equal(failure.message, "latency 0 is not in 1..1000000");
    assert_int_equal(instance_check_range(3, -1, &failure), STATUS_INPUT);
    assert_string_equal(failure.message, "depth -1 is not in 0..100000000");
    struct small_instance small;
    assert_int_equal(small_instance_init(&small, 3, 2, 100, &failure), STATUS_INPUT);
    assert_string_equal(failure.message, "t = 2 < L = 3 has no blocks");
    assert_int_equal(small_instance_init(&small, 3, SEQUENCE_MAX_INDEX, INT_MAX, NULL),
                     STATUS_LIMIT);
    struct tree tree;
    assert_int_equal(tree_init(&tree, 3, -1, 100, NULL), STATUS_INPUT);
    assert_int_equal(tree_init(&tree, 0, 4, 100, NULL), STATUS_INPUT);
    assert_int_equal(tree_init(&tree, 3, 7, 8, NULL), STATUS_LIMIT); /* f_7 = 9 */
    assert_ok(tree_init(&tree, 3, 7, 9, &failure), failure);
    tree_clear(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explicit_tree_is_the_defined_one),
        cmocka_unit_test(instances_match_the_tree_node_by_node),
        cmocka_unit_test(big_instances_balance),
        cmocka_unit_test(ranges_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
