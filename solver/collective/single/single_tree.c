/* SPDX-License-Identifier: MIT */
#include "solver/collective/single/single_tree.h"

#include <limits.h>

#include "automata/memory.h"

/* Nodes in the order of their labels. The next one is the first child of the first node that has
 * none yet, or the next sibling of the first node that is nobody's elder sibling yet: both queues
 * are in the order of labels, so two indices are enough.
 *
 * Siblings go first where labels x are equal; then nodes of one label ascend by their parents, and
 * messages of one time by their senders. For the siblings follow nodes of one label, x - h, in
 * their order, by induction that of their parents, whose labels are below x - l; the first children
 * have their parents in order, whose labels are x - l. */
struct growing {
    struct single_tree *tree;
    int64_t transfer, apart;
    int childless, youngest;
};

static int64_t next_label(const struct growing *growing, bool *sibling) {
    const int *label = growing->tree->label;
    int64_t child = label[growing->childless] + growing->transfer;
    int64_t next = label[growing->youngest] + growing->apart;
    *sibling = growing->youngest > 0 && next <= child;
    return *sibling ? next : child;
}

static enum status grow(struct growing *growing, int node, struct failure *failure) {
    bool sibling;
    struct single_tree *tree = growing->tree;
    int64_t label = next_label(growing, &sibling);
    if (label > INT_MAX)
        return failure_limit(failure, "processor %d has the item after time %d only", node,
                             INT_MAX);
    tree->label[node] = (int)label;
    tree->parent[node] = sibling ? tree->parent[growing->youngest++] : growing->childless++;
    if (node == 1)
        growing->youngest = 1; /* the root is nobody's sibling */
    return STATUS_OK;
}

enum status single_tree_build(const struct logp_machine *machine, int processors,
                              struct single_tree *tree, struct failure *failure) {
    TRY(logp_machine_check(machine, failure));
    if (processors < 1 || processors > MESSAGES_MOST_PROCESSORS + 1)
        return failure_input(failure, "a tree has 1 to %d processors; found %d",
                             MESSAGES_MOST_PROCESSORS + 1, processors);
    CLEANUP(single_tree_clear)
    struct single_tree built = {.machine = *machine, .processors = processors};
    TRY(memory_check(NEW(processors, built.label, built.parent), failure,
                     "the tree of a broadcast"));
    built.parent[0] = -1;
    struct growing growing = {.tree = &built,
                              .transfer = logp_machine_transfer(machine),
                              .apart = logp_machine_apart(machine)};
    for (int node = 1; node < processors; node++)
        TRY(grow(&growing, node, failure));
    *tree = TAKE(built);
    return STATUS_OK;
}

void single_tree_clear(struct single_tree *tree) {
    FREE_ALL(tree->label, tree->parent);
    *tree = (struct single_tree){0};
}

int single_tree_time(const struct single_tree *tree) {
    return tree->label[tree->processors - 1];
}

int64_t single_tree_sum(const struct single_tree *tree) {
    int64_t sum = 0;
    for (int node = 0; node < tree->processors; node++)
        sum += tree->label[node];
    return sum;
}

/* A sending begins l before its receiver has the item. */
static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    enum { PART = 1 << 16 };
    const struct single_tree *tree = source;
    int transfer = (int)logp_machine_transfer(&tree->machine);
    for (int node = 1; node < tree->processors; node++) {
        struct message message = {.time = tree->label[node] - transfer,
                                  .from = tree->parent[node],
                                  .to = node,
                                  .item = 1};
        if (node % PART == 0)
            TRY(limits_check(limits, failure));
        TRY(take(context, &message, failure));
    }
    return STATUS_OK;
}

static int children_of_root(const struct single_tree *tree) {
    int count = 0;
    for (int node = 1; node < tree->processors; node++)
        count += tree->parent[node] == 0;
    return count;
}

struct message_list single_tree_list(const struct single_tree *tree) {
    const struct logp_machine *machine = &tree->machine;
    return (struct message_list){
        .machine = {MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1,
                    CAPACITY_FULL},
        .processors = tree->processors - 1,
        .items = 1,
        .single = children_of_root(tree) == 1,
        .count = tree->processors - 1,
        .delay = single_tree_time(tree),
        .finish = single_tree_time(tree),
        .each = each,
        .source = tree,
    };
}
