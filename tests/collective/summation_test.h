/* SPDX-License-Identifier: MIT */
#pragma once

/* Sums: numbers by formula, and schedules that are built and played. */

#include "solver/collective/summation/summation.h"
#include "solver/collective/summation/summation_most.h"
#include "tests/solver/certificate_test.h"

static inline long summation_by_formula(const struct logp_machine *machine, int processors,
                                        int time) {
    struct failure failure;
    mpz_t operands;
    mpz_init(operands);
    assert_ok(summation_most(machine, processors, time, operands, &failure), failure);
    long result = mpz_get_si(operands);
    mpz_clear(operands);
    return result;
}

/* The schedule of the tree; fails the test unless it plays. */
static inline struct summation summation_of_tree(const struct summation_tree *tree) {
    struct failure failure;
    struct summation summation;
    struct summation_played played;
    assert_ok(summation_build(tree, &summation, NULL, &failure), failure);
    assert_ok(summation_play(&summation, true, NULL, &played, &failure), failure);
    if (!played.right)
        fail_msg("L=%d o=%d g=%d P=%d t=%lld: %s", tree->machine.latency, tree->machine.overhead,
                 tree->machine.gap, tree->count, (long long)tree->time, played.why);
    assert_int_equal(summation.finish, tree->time);
    return summation;
}

/* The best schedule, to be cleared. */
static inline struct summation summation_best(const struct logp_machine *machine, int processors,
                                              int time) {
    struct failure failure;
    struct summation_tree tree;
    assert_ok(summation_tree_best(machine, summation_apart(machine), time, processors,
                                  machine->overhead + 1, &tree, &failure),
              failure);
    struct summation summation = summation_of_tree(&tree);
    summation_tree_clear(&tree);
    return summation;
}
