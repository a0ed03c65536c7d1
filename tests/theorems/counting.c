/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/word.h"
#include "solver/model/instance.h"
#include "solver/proof/bound/residues.h"
#include "solver/stream/construction/base_window.h"
#include "solver/stream/construction/best_schedule.h"
#include "tests/automata/arrangement_search.h"
#include "tests/theorems/theorem.h"

enum { TREE_LATENCY = 12, TREE_NODES = 20000, UNION_LATENCY = 16, HALL_SIZE = 7 };

/* Takes the nodes of the tree off the instance's counts; all must end at zero. */
static enum status compare_tree(const struct tree *tree, struct small_instance *instance,
                                struct failure *failure) {
    int internal = 0, places = 0;
    for (int i = 0; i < tree->count; i++) {
        const struct tree_node *node = &tree->nodes[i];
        int *count = node->children ? &instance->blocks[node->children]
                                    : &instance->letters[tree->depth - node->label];
        --*count;
        internal += node->children > 0;
        places += node->children ? node->children - 1 : 0;
    }
    bool right = tree->count - internal == places + 1;
    for (int r = 1; r <= instance->root_size; r++)
        right = right && instance->blocks[r] == 0;
    for (int j = 0; j < instance->latency; j++)
        right = right && instance->letters[j] == 0;
    if (!right)
        return failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d", tree->latency, tree->depth);
    return STATUS_OK;
}

static enum status try_tree(struct failure *failure) {
    for (int latency = 1; latency <= TREE_LATENCY; latency++)
        for (int depth = latency;; depth++) {
            struct tree tree;
            struct small_instance instance;
            enum status status = tree_init(&tree, latency, depth, TREE_NODES, failure);
            if (status == STATUS_LIMIT)
                break;
            if (!status)
                status = small_instance_init(&instance, latency, depth, TREE_NODES, failure);
            if (status)
                return status;
            status = compare_tree(&tree, &instance, failure);
            small_instance_clear(&instance);
            tree_clear(&tree);
            if (status)
                return status;
        }
    return STATUS_OK;
}

/* Blocks and letters of I(L,t) against those of I(L,t-1), its root one larger, and I(L,t-L). */
static bool union_holds(const struct small_instance *whole, const struct small_instance *before,
                        const struct small_instance *far) {
    bool holds = true;
    for (int r = 1; r <= whole->root_size; r++) {
        int count = r <= far->root_size ? far->blocks[r] : 0;
        if (r < before->root_size)
            count += before->blocks[r];
        count += r == before->root_size + 1;
        holds = holds && whole->blocks[r] == count;
    }
    for (int j = 0; j < whole->latency; j++)
        holds = holds && whole->letters[j] == before->letters[j] + far->letters[j];
    return holds;
}

static enum status try_union(struct failure *failure) {
    for (int latency = 1; latency <= UNION_LATENCY; latency++)
        for (int depth = 3 * latency; depth <= 5 * latency + 6; depth++) {
            struct small_instance parts[3];
            int depths[3] = {depth, depth - 1, depth - latency}, made = 0;
            enum status status = STATUS_OK;
            for (; made < 3 && !status; made += !status)
                status = small_instance_init(&parts[made], latency, depths[made],
                                             SMALL_INSTANCE_MAX_LETTERS, failure);
            if (!status && !union_holds(&parts[0], &parts[1], &parts[2]))
                status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d", latency, depth);
            while (made--)
                small_instance_clear(&parts[made]);
            if (status)
                return status;
        }
    return STATUS_OK;
}

/* One multiset: a legal order exists if and only if the sum is divisible, and the algorithm finds
 * one. */
static enum status check_multiset(int head, const int *letters, size_t count,
                                  struct failure *failure) {
    int copy[HALL_SIZE];
    mpz_t orders;
    bool legal = false, divisible = word_sum_is_divisible(head, letters, count);
    memcpy(copy, letters, count * sizeof(int));
    mpz_init(orders);
    enum status status = arrangement_count(head, letters, count, orders, failure);
    bool exists = mpz_sgn(orders) > 0;
    mpz_clear(orders);
    if (!status && divisible)
        status = arrangement_order(head, copy, count, failure);
    if (!status && divisible)
        status = word_check(head, copy, count, &legal, failure);
    if (!status && (exists != divisible || legal != divisible))
        status = failure_set(failure, STATUS_INTERNAL, "size %zu, head %d", count + 1, head);
    return status;
}

/* All ascending sequences of count letters below the size, by counting upwards. */
static enum status check_size(int size, struct failure *failure) {
    int letters[HALL_SIZE] = {0};
    for (;;) {
        for (int head = 0; head < size; head++) {
            enum status status = check_multiset(head, letters, (size_t)size - 1, failure);
            if (status)
                return status;
        }
        int p = size - 2;
        while (p >= 0 && letters[p] == size - 1)
            p--;
        if (p < 0)
            return STATUS_OK;
        int next = letters[p] + 1;
        for (; p < size - 1; p++)
            letters[p] = next;
    }
}

static enum status try_hall(struct failure *failure) {
    enum status status = STATUS_OK;
    for (int size = 1; size <= HALL_SIZE && !status; size++)
        status = check_size(size, failure);
    return status;
}

/* t = L..2L: a schedule by the formula, or a proof by residues, the latter exactly for t = 2L, L
 * even. */
static enum status try_start(struct failure *failure) {
    enum { LATENCY = 150 };
    for (int latency = 3; latency <= LATENCY; latency++)
        for (int depth = latency; depth <= 2 * latency; depth++) {
            struct schedule schedule;
            bool found;
            schedule_init_blocks(&schedule, latency, depth);
            enum status status = start_fill(&found, &schedule, failure);
            if (!status && found)
                status = schedule_check_whole(&schedule, failure);
            schedule_clear(&schedule);
            if (!status && found != (depth < 2 * latency || latency % 2 == 1))
                status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d", latency, depth);
            if (status)
                return status;
        }
    return STATUS_OK;
}

/* Theorem B: the schedule by its definition, for all P(2L) processors. */
static enum status check_exception(const struct instance *instance, struct failure *failure) {
    struct schedule periodic;
    mpz_t processors;
    enum status status = exception_schedule(&periodic, instance->latency, failure);
    if (status)
        return status;
    status = schedule_check(&periodic, failure);
    mpz_init(processors);
    schedule_processors(&periodic, processors);
    if (!status && (mpz_cmp(processors, instance->processors) != 0 || periodic.period != 1 ||
                    periodic.depth != instance->depth))
        status =
            failure_set(failure, STATUS_INTERNAL, "the schedule for L = %d", instance->latency);
    mpz_clear(processors);
    schedule_clear(&periodic);
    return status;
}

/* No block-cyclic schedule, but a stationary one. */
static enum status try_exception(struct failure *failure) {
    enum { LATENCY = 3000 };
    for (int latency = 4; latency <= LATENCY; latency += 2) {
        struct instance instance;
        struct residue_proof proof;
        bool impossible = false;
        enum status status = instance_init(&instance, latency, 2 * latency, NULL, failure);
        if (status)
            return status;
        status = residues_refute(&instance, NULL, &impossible, &proof, failure);
        if (!status && impossible)
            residue_proof_clear(&proof);
        else if (!status)
            status = failure_set(failure, STATUS_INTERNAL, "L = %d", latency);
        if (!status)
            status = check_exception(&instance, failure);
        instance_clear(&instance);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static const struct theorem theorems[] = {
    {"tree", "I(L,t) counts the optimal broadcast tree: L <= 12, up to 20000 nodes", try_tree},
    {"union", "I(L,t) = I(L,t-1), root one larger, and I(L,t-L): L <= 16, t = 3L..5L+6", try_union},
    {"hall", "a multiset has a legal order iff its sum is divisible: all, sizes <= 7, all heads",
     try_hall},
    {"start", "t = L..2L: one letter left over works, but for t = 2L, L even: L = 3..150",
     try_start},
    {"exception", "t = 2L, L even: impossible by residues, another schedule is right: L <= 3000",
     try_exception},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
