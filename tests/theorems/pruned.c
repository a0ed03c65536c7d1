/* SPDX-License-Identifier: MIT */
/* Section 10.7 of results/THEOREMS.md: block-cyclic schedules on pruned trees, by search. */
#include <stdio.h>

#include "solver/model/sequence.h"
#include "solver/stream/arithmetic/pruned_find.h"
#include "solver/stream/construction/pruned_union.h"
#include "tests/theorems/theorem.h"

enum {
    LATENCY = 10,  /* L = 3 to this one: */
    MOST = 300,    /* all N up to this one; */
    DEPTH_TWO = 14 /* L = 2: all N <= P(t) for t = 2 to this one */
};

/* Sets *end by arithmetic alone. */
static enum status search(int latency, int depth, long processors, enum verdict *end, int *found,
                          struct failure *failure) {
    struct schedule pruned;
    uint64_t nodes;
    enum status status =
        pruned_find(latency, depth, processors, NULL, end, &pruned, &nodes, failure);
    if (!status && *end == VERDICT_FEASIBLE) {
        *found = pruned.depth;
        schedule_clear(&pruned);
    }
    return status;
}

/* At depth B(N) the search finds one if and only if the construction does, which is always but for
 * L even, N = L+3; there it says no. */
static enum status check_number(struct pruned_union *unions, int latency, mpz_srcptr processors,
                                struct failure *failure) {
    struct schedule pruned;
    enum verdict end = VERDICT_UNKNOWN;
    int depth = 0, found = -1;
    long n = mpz_get_si(processors);
    bool exception = pruned_union_is_exception(latency, processors);
    enum status status = pruned_union_depth(latency, processors, &depth, failure);
    if (!status)
        status = search(latency, depth, n, &end, &found, failure);
    if (!status && !exception) {
        status = pruned_union_schedule(unions, processors, NULL, &pruned, failure);
        if (!status)
            schedule_clear(&pruned);
    }
    bool right = exception ? end == VERDICT_INFEASIBLE : end == VERDICT_FEASIBLE && found == depth;
    if (!status && !right)
        status =
            failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d, N = %ld", latency, depth, n);
    return status;
}

static enum status check_latency(int latency, struct failure *failure) {
    struct pruned_union *unions;
    mpz_t processors;
    enum status status = pruned_union_new(&unions, latency, failure);
    if (status)
        return status;
    mpz_init(processors);
    for (long n = 1; n <= MOST && !status; n++) {
        mpz_set_si(processors, n);
        status = check_number(unions, latency, processors, failure);
    }
    mpz_clear(processors);
    pruned_union_free(unions);
    return status;
}

static enum status try_pruned(struct failure *failure) {
    enum status status = STATUS_OK;
#pragma omp parallel for schedule(dynamic, 1)
    for (int latency = 3; latency <= LATENCY; latency++) {
        struct failure found = {0};
        enum status result = check_latency(latency, &found);
        if (result)
#pragma omp critical
        {
            status = result;
            *failure = found;
        }
    }
    return status;
}

static enum status nodes_of_tree(int depth, long *nodes, struct failure *failure) {
    mpz_t tree;
    mpz_init(tree);
    enum status status = sequence_term(tree, 2, depth, NULL, failure);
    *nodes = mpz_get_si(tree);
    mpz_clear(tree);
    return status;
}

/* All N up to the tree's: found if and only if 2 N <= P(t+1) + 1. */
static enum status check_depth(int depth, struct failure *failure) {
    long tree = 0, next = 0, largest = 0;
    enum status status = nodes_of_tree(depth, &tree, failure);
    if (!status)
        status = nodes_of_tree(depth + 1, &next, failure);
    for (long n = 1; n <= tree && !status; n++) {
        enum verdict end = VERDICT_UNKNOWN;
        int found = -1;
        status = search(2, depth, n, &end, &found, failure);
        if (!status && end != (2 * n <= next + 1 ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE))
            status = failure_set(failure, STATUS_INTERNAL, "t = %d, N = %ld", depth, n);
        if (end == VERDICT_FEASIBLE)
            largest = n;
    }
    if (!status)
        printf("L = 2, t = %d: largest N %ld of %ld\n", depth, largest, tree);
    return status;
}

static enum status try_pruned_two(struct failure *failure) {
    enum status status = STATUS_OK;
    for (int depth = 2; depth <= DEPTH_TWO && !status; depth++)
        status = check_depth(depth, failure);
    return status;
}

static const struct theorem theorems[] = {
    {"pruned", "the same searched: every N <= 300 at depth B(N), L = 3..10, but L+3 for even L",
     try_pruned},
    {"pruned-two", "blocks on pruned trees, L = 2: N processors iff 2 N <= P(t+1) + 1, t = 2..14",
     try_pruned_two},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
