/* SPDX-License-Identifier: MIT */
/* Families for every number of processors, verified by steadycheck; left parts by their definition;
 * trees of pruned schedules. */
#include "solver/base/evidence.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/pruned_family.h"
#include "solver/stream/construction/union_pieces.h"
#include "tests/solver/certificate_test.h"

static void families_are_verified(void **state) {
    static const int latencies[] = {1, 3, 4, 5, 8, 9, 10, 17};
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        struct pruned_family family;
        struct failure failure;
        assert_ok(pruned_family_find(&family, latencies[i], NULL, &failure), failure);
        test_path(path, "every.cert");
        assert_ok(evidence_write(evidence_of_pruned_family(&family), path, true, NULL, &failure),
                  failure);
        pruned_family_clear(&family);
        snprintf(claim, sizeof claim,
                 "L=%d: for every N >= 1 a stationary schedule with delay L+t on N processors "
                 "exists",
                 latencies[i]);
        assert_verified(path, claim);
    }
}

static bool stop_later(void *context) {
    return --*(int *)context < 0;
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void a_stopped_family_leaves_no_file(void **state) {
    const struct limits stopped = {.threads = 1, .stop = stop_at_once};
    char path[TEST_PATH_ROOM];
    struct pruned_family family;
    struct failure failure = {0};
    int most = 12;
    const struct limits later = {.threads = 1, .stop = stop_later, .context = &most};
    (void)state;
    assert_ok(pruned_family_find(&family, 5, NULL, NULL), (struct failure){0});
    test_path(path, "stopped.cert");
    assert_int_equal(evidence_write(evidence_of_pruned_family(&family), path, true, &later, NULL),
                     STATUS_LIMIT);
    assert_null(fopen(path, "r"));
    pruned_family_clear(&family);
    assert_int_equal(pruned_family_find(&family, 2, NULL, NULL), STATUS_INPUT);
    /* before anything is searched, which would be stopped at once */
    assert_int_equal(pruned_family_find(&family, 2001, &stopped, &failure), STATUS_LIMIT);
    assert_string_equal(failure.message, "no family is made for L > 2000");
}

/* The leaf left over is the first child of the root; P(t-1) others, or one less. */
static void assert_left_part(int latency, int depth) {
    struct schedule left;
    struct failure failure;
    bool found = false;
    mpz_t tree, processors;
    mpz_inits(tree, processors, NULL);
    assert_ok(left_part_find(latency, depth, NULL, &found, &left, &failure), failure);
    assert_true(found);
    assert_ok(schedule_check(&left, &failure), failure);
    assert_int_equal(left.depth, depth);
    assert_int_equal(left.receive_only, depth - latency);
    schedule_processors(&left, processors);
    assert_ok(sequence_term(tree, latency, depth - 1, NULL, &failure), failure);
    mpz_sub(tree, processors, tree);
    bool listed = latency == 3 && (depth == 10 || depth == 11);
    assert_int_equal(mpz_get_si(tree), listed ? 0 : 1);
    schedule_clear(&left);
    mpz_clears(tree, processors, NULL);
}

static void left_parts(void **state) {
    (void)state;
    for (int latency = 10; latency <= 60; latency += 5)
        for (int depth = 2 * latency + 3; depth <= 3 * latency; depth++)
            assert_left_part(latency, depth);
    for (int depth = 10; depth < 15; depth++)
        assert_left_part(3, depth);
}

/* Labels and children of each node, and as many nodes as there are processors. */
static void assert_tree(const struct tree *tree, int latency, int processors) {
    int *sent = calloc((size_t)tree->count, sizeof *sent);
    assert_non_null(sent);
    assert_int_equal(tree->count, processors);
    for (int i = 1; i < tree->count; i++) {
        int parent = tree->nodes[i].parent;
        assert_in_range(parent, 0, i - 1);
        assert_int_equal(tree->nodes[i].label,
                         tree->nodes[parent].label + latency + sent[parent]++);
        assert_true(tree->nodes[i].label <= tree->depth);
    }
    for (int i = 0; i < tree->count; i++)
        assert_int_equal(sent[i], tree->nodes[i].children);
    free(sent);
}

static void trees(void **state) {
    (void)state;
    for (int latency = 3; latency <= 6; latency++) {
        struct pruned_union *unions;
        mpz_t processors;
        assert_ok(pruned_union_new(&unions, latency, NULL), (struct failure){0});
        mpz_init(processors);
        for (int n = 1; n <= 90; n++) {
            struct schedule pruned;
            struct tree tree;
            struct failure failure;
            mpz_set_si(processors, n);
            if (pruned_union_is_exception(latency, processors))
                continue;
            assert_ok(pruned_union_schedule(unions, processors, NULL, &pruned, &failure), failure);
            assert_int_equal(tree_of_schedule(&tree, &pruned, n - 1, NULL), STATUS_LIMIT);
            assert_ok(tree_of_schedule(&tree, &pruned, n, &failure), failure);
            assert_tree(&tree, latency, n);
            tree_clear(&tree);
            schedule_clear(&pruned);
        }
        mpz_clear(processors);
        pruned_union_free(unions);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_are_verified),
        cmocka_unit_test(a_stopped_family_leaves_no_file),
        cmocka_unit_test(left_parts),
        cmocka_unit_test(trees),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
