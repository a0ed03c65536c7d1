/* SPDX-License-Identifier: MIT */
#include "solver/collective/summation/summation_most.h"

#include <limits.h>
#include <stdbool.h>

#include "automata/memory.h"
#include "automata/numbers.h"

int64_t summation_apart(const struct logp_machine *machine) {
    int64_t busy = machine->overhead + (int64_t)1;
    return machine->gap > busy ? machine->gap : busy;
}

int64_t summation_transfer(const struct logp_machine *machine) {
    return logp_machine_transfer(machine) + 1;
}

static enum status check_tree(const struct logp_machine *machine, int64_t apart, int64_t time,
                              int count, struct failure *failure) {
    TRY(logp_machine_check(machine, failure));
    if (time < 0 || count < 1 || apart < 1)
        return failure_input(failure, "a sum takes a time >= 0 and P >= 1");
    if (time > SUMMATION_MOST_TIME || count > SUMMATION_MOST_PROCESSORS)
        return failure_limit(failure, "sums are listed for times up to %d on up to %d processors",
                             SUMMATION_MOST_TIME, SUMMATION_MOST_PROCESSORS);
    return STATUS_OK;
}

/* Room for `count` nodes. */
static enum status open_tree(struct summation_tree *tree, int count, struct failure *failure) {
    return memory_check(NEW(count, tree->parent, tree->place, tree->sends), failure,
                        "a tree of processors that add up");
}

void summation_tree_clear(struct summation_tree *tree) {
    FREE_ALL(tree->parent, tree->place, tree->sends);
    *tree = (struct summation_tree){.count = 0};
}

/* Room for twice as many nodes, or for all of `most`. */
static enum status widen(struct summation_tree *tree, int *room, int most,
                         struct failure *failure) {
    int wider = *room > most / 2 ? most : 2 * *room;
    void *parent = memory_resize(tree->parent, (size_t)wider, sizeof *tree->parent);
    tree->parent = parent ? parent : tree->parent;
    void *place = memory_resize(tree->place, (size_t)wider, sizeof *tree->place);
    tree->place = place ? place : tree->place;
    void *sends = memory_resize(tree->sends, (size_t)wider, sizeof *tree->sends);
    tree->sends = sends ? sends : tree->sends;
    TRY(memory_check(parent && place && sends, failure, "a tree of processors that add up"));
    *room = wider;
    return STATUS_OK;
}

/* Each node that is taken makes two others possible: its first child and its next sibling. Both
 * kinds come in the order of their parents or elder siblings, so that two places in the list of
 * nodes are enough to find the next one. */
static enum status grow(struct summation_tree *tree, int room, int most, int64_t least,
                        struct failure *failure) {
    int64_t transfer = summation_transfer(&tree->machine), apart = tree->apart;
    int elder = 1, parent = 0; /* whose sibling, or first child, is to come */
    while (tree->count < most) {
        int64_t child = tree->sends[parent] - transfer;
        int64_t sibling = elder < tree->count ? tree->sends[elder] - apart : child - 1;
        int64_t sends = sibling > child ? sibling : child;
        if (sends < least)
            break;
        if (tree->count == room) {
            TRY(widen(tree, &room, most, failure));
        }
        tree->parent[tree->count] = sibling > child ? tree->parent[elder] : parent;
        tree->place[tree->count] = sibling > child ? tree->place[elder] + 1 : 0;
        tree->sends[tree->count++] = sends;
        if (sibling > child)
            elder++;
        else
            parent++;
    }
    return STATUS_OK;
}

enum status summation_tree_best(const struct logp_machine *machine, int64_t apart, int64_t time,
                                int most, int64_t least, struct summation_tree *tree,
                                struct failure *failure) {
    TRY(check_tree(machine, apart, time, most, failure));
    int room = most < 16 ? most : 16;
    CLEANUP(summation_tree_clear)
    struct summation_tree result = {.machine = *machine, .apart = apart, .time = time};
    TRY(open_tree(&result, room, failure));
    result.parent[0] = -1;
    result.sends[0] = time;
    result.count = 1;
    TRY(grow(&result, room, most, least, failure));
    *tree = TAKE(result);
    return STATUS_OK;
}

enum status summation_tree_of(const struct logp_machine *machine, int64_t apart, int64_t time,
                              int count, const int *parent, const int *place,
                              struct summation_tree *tree, struct failure *failure) {
    TRY(check_tree(machine, apart, time, count, failure));
    CLEANUP(summation_tree_clear)
    struct summation_tree result = {
        .machine = *machine, .apart = apart, .time = time, .count = count};
    TRY(open_tree(&result, count, failure));
    for (int i = 0; i < count; i++) {
        result.parent[i] = parent[i];
        result.place[i] = place[i];
        result.sends[i] =
            i == 0 ? time
                   : result.sends[parent[i]] - summation_transfer(machine) - place[i] * apart;
    }
    *tree = TAKE(result);
    return STATUS_OK;
}

static enum status check_most(const struct logp_machine *machine, int64_t processors,
                              struct failure *failure) {
    TRY(logp_machine_check(machine, failure));
    if (processors < 1 || processors > INT_MAX)
        return failure_input(failure, "P = %lld is not within 1..%d", (long long)processors,
                             INT_MAX);
    return STATUS_OK;
}

/* counts[a] = min(n_a, processors) for a = 0..last. */
static void count_labels(const struct logp_machine *machine, int64_t processors, int64_t last,
                         int64_t *counts) {
    int64_t apart = summation_apart(machine), transfer = summation_transfer(machine);
    for (int64_t a = 0; a <= last; a++) {
        int64_t count = (a == 0) - (a == apart);
        count += a >= apart ? counts[a - apart] : 0;
        count += a >= transfer ? counts[a - transfer] : 0;
        counts[a] = count < processors ? count : processors;
    }
}

static enum status labels(const struct logp_machine *machine, int64_t processors, int64_t last,
                          int64_t **counts, struct failure *failure) {
    if (last > SUMMATION_MOST_TIME)
        return failure_limit(failure, "labels are counted up to %d", SUMMATION_MOST_TIME);
    int64_t *result = memory_new((size_t)(last + 1), sizeof *result);
    TRY(memory_check(result, failure, "the labels of a tree"));
    count_labels(machine, processors, last, result);
    *counts = result;
    return STATUS_OK;
}

/* N(time) from the labels below time - o. */
static void sum_up(const struct logp_machine *machine, int64_t processors, int64_t time,
                   const int64_t *counts, mpz_ptr operands) {
    int64_t left = processors - 1, most = time - machine->overhead;
    BIG(part);
    mpz_set_si(operands, time + 1);
    for (int64_t a = 1; a < most && left > 0; a++) {
        int64_t count = counts[a] < left ? counts[a] : left;
        mpz_set_si(part, count);
        mpz_mul_si(part, part, most - a);
        mpz_add(operands, operands, part);
        left -= count;
    }
}

enum status summation_most(const struct logp_machine *machine, int64_t processors, int64_t time,
                           mpz_ptr operands, struct failure *failure) {
    TRY(check_most(machine, processors, failure));
    if (time < 0 || time > INT_MAX)
        return failure_input(failure, "time %lld is not within 0..%d", (long long)time, INT_MAX);
    FREED int64_t *counts = NULL;
    /* alone, or when nobody can help in time, no label matters */
    bool alone = processors == 1 || time < summation_transfer(machine);
    if (!alone)
        TRY(labels(machine, processors, time, &counts, failure));
    sum_up(machine, alone ? 1 : processors, time, counts, operands);
    return STATUS_OK;
}

/* The least time within 0..last, where N(last) is enough. */
static enum status search(const struct logp_machine *machine, int64_t processors, int64_t last,
                          const int64_t *counts, mpz_srcptr operands, const struct limits *limits,
                          int64_t *time, struct failure *failure) {
    int64_t least = 0;
    BIG(found);
    while (least < last) {
        TRY(limits_check(limits, failure));
        int64_t middle = (least + last) / 2;
        sum_up(machine, processors, middle, counts, found);
        if (mpz_cmp(found, operands) >= 0)
            last = middle;
        else
            least = middle + 1;
    }
    *time = least;
    return STATUS_OK;
}

enum status summation_least_time(const struct logp_machine *machine, int64_t processors,
                                 mpz_srcptr operands, const struct limits *limits, int64_t *time,
                                 struct failure *failure) {
    TRY(check_most(machine, processors, failure));
    if (mpz_sgn(operands) <= 0)
        return failure_input(failure, "at least one operand is added up");
    BIG(found);
    /* up to twice the time that is needed, so that few labels are counted; N - 1 cycles are enough
     * for one processor, which is no more than twice the last bound tried */
    for (int64_t last = 64;; last *= 2) {
        FREED int64_t *counts = NULL;
        last = last > SUMMATION_MOST_TIME ? SUMMATION_MOST_TIME : last;
        TRY(labels(machine, processors, last, &counts, failure));
        sum_up(machine, processors, last, counts, found);
        TRY(limits_check(limits, failure));
        if (mpz_cmp(found, operands) >= 0)
            return search(machine, processors, last, counts, operands, limits, time, failure);
        if (last == SUMMATION_MOST_TIME)
            return failure_limit(failure, "the sum takes more than %d cycles", SUMMATION_MOST_TIME);
    }
}
