/* SPDX-License-Identifier: MIT */
#include "solver/collective/summation/summation_tree.h"

#include <stdlib.h>

#include "automata/memory.h"

int64_t summation_apart(const struct logp_machine *machine) {
    int64_t busy = machine->overhead + (int64_t)1;
    return machine->gap > busy ? machine->gap : busy;
}

int64_t summation_transfer(const struct logp_machine *machine) {
    return logp_machine_transfer(machine) + 1;
}

static enum status check(const struct logp_machine *machine, int64_t apart, int64_t time, int count,
                         struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    if (time < 0 || count < 1 || apart < 1)
        return failure_set(failure, STATUS_INPUT, "a sum takes a time >= 0 and P >= 1");
    if (time > SUMMATION_MOST_TIME || count > SUMMATION_MOST_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT,
                           "sums are listed for times up to %d on up to %d processors",
                           SUMMATION_MOST_TIME, SUMMATION_MOST_PROCESSORS);
    return STATUS_OK;
}

/* Room for `count` nodes. */
static enum status open_tree(struct summation_tree *tree, int count, struct failure *failure) {
    tree->parent = memory_new((size_t)count, sizeof *tree->parent);
    tree->place = memory_new((size_t)count, sizeof *tree->place);
    tree->sends = memory_new((size_t)count, sizeof *tree->sends);
    if (tree->parent && tree->place && tree->sends)
        return STATUS_OK;
    summation_tree_clear(tree);
    return failure_memory(failure, "a tree of processors that add up");
}

void summation_tree_clear(struct summation_tree *tree) {
    free(tree->parent);
    free(tree->place);
    free(tree->sends);
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
    if (!parent || !place || !sends)
        return failure_memory(failure, "a tree of processors that add up");
    *room = wider;
    return STATUS_OK;
}

/*
 * Each node that is taken makes two others possible: its first child and its next sibling. Both
 * kinds come in the order of their parents or elder siblings, so that two places in the list of
 * nodes are enough to find the next one.
 */
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
            enum status status = widen(tree, &room, most, failure);
            if (status)
                return status;
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
    enum status status = check(machine, apart, time, most, failure);
    if (status)
        return status;
    int room = most < 16 ? most : 16;
    struct summation_tree result = {.machine = *machine, .apart = apart, .time = time};
    status = open_tree(&result, room, failure);
    if (status)
        return status;
    result.parent[0] = -1;
    result.sends[0] = time;
    result.count = 1;
    status = grow(&result, room, most, least, failure);
    if (status)
        summation_tree_clear(&result);
    else
        *tree = result;
    return status;
}

enum status summation_tree_of(const struct logp_machine *machine, int64_t apart, int64_t time,
                              int count, const int *parent, const int *place,
                              struct summation_tree *tree, struct failure *failure) {
    enum status status = check(machine, apart, time, count, failure);
    struct summation_tree result = {
        .machine = *machine, .apart = apart, .time = time, .count = count};
    if (!status)
        status = open_tree(&result, count, failure);
    if (status)
        return status;
    for (int i = 0; i < count; i++) {
        result.parent[i] = parent[i];
        result.place[i] = place[i];
        result.sends[i] =
            i == 0 ? time
                   : result.sends[parent[i]] - summation_transfer(machine) - place[i] * apart;
    }
    *tree = result;
    return STATUS_OK;
}
