/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/single_text.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* The children of a node, in the order of their labels, are a list. */
struct family {
    int first;
    int next; /* sibling */
};

/* From the last node to the first, so that elder siblings come to stand before younger ones. */
static struct family *families(const struct single_tree *tree) {
    struct family *family = memory_new((size_t)tree->processors, sizeof *family);
    for (int node = tree->processors - 1; family && node > 0; node--) {
        family[node].next = family[tree->parent[node]].first;
        family[tree->parent[node]].first = node;
    }
    return family;
}

enum status single_text_tree(FILE *file, const struct single_tree *tree, struct failure *failure) {
    if (tree->processors > SINGLE_TEXT_MOST_NODES)
        return failure_set(failure, STATUS_LIMIT, "a tree is printed for at most %d processors",
                           SINGLE_TEXT_MOST_NODES);
    struct family *family = families(tree);
    if (!family)
        return failure_memory(failure, "a tree as text");
    int depth = 0;
    for (int node = 0; node >= 0;) {
        fprintf(file, "%*sprocessor %d: %d\n", 2 * depth, "", node, tree->label[node]);
        if (family[node].first) {
            node = family[node].first;
            depth++;
            continue;
        }
        while (node > 0 && !family[node].next) {
            node = tree->parent[node];
            depth--;
        }
        node = node > 0 ? family[node].next : -1;
    }
    free(family);
    return STATUS_OK;
}

enum status single_text_dot(FILE *file, const struct single_tree *tree, struct failure *failure) {
    if (tree->processors > SINGLE_TEXT_MOST_NODES)
        return failure_set(failure, STATUS_LIMIT, "a tree is drawn for at most %d processors",
                           SINGLE_TEXT_MOST_NODES);
    fprintf(file, "digraph tree {\n  node [shape=circle];\n");
    for (int node = 0; node < tree->processors; node++)
        fprintf(file, "  p%d [label=\"%d\\n%d\"];\n", node, node, tree->label[node]);
    for (int node = 1; node < tree->processors; node++)
        fprintf(file, "  p%d -> p%d;\n", tree->parent[node], node);
    fprintf(file, "}\n");
    return STATUS_OK;
}

struct activity {
    const struct single_tree *tree;
    size_t cycles;
    char *cells;
};

/* `sign` for o cycles from `time` on, or in that one cycle if o = 0. */
static void mark(const struct activity *activity, int node, int time, char sign) {
    int length = activity->tree->machine.overhead ? activity->tree->machine.overhead : 1;
    char *row = activity->cells + (size_t)node * activity->cycles;
    for (int cycle = time; cycle < time + length; cycle++)
        row[cycle] = row[cycle] == 'r' ? 'x' : sign;
}

static void fill(const struct activity *activity) {
    const struct single_tree *tree = activity->tree;
    int transfer = (int)logp_machine_transfer(&tree->machine);
    for (int node = 0; node < tree->processors; node++) {
        char *row = activity->cells + (size_t)node * activity->cycles;
        size_t has = (size_t)tree->label[node];
        memset(row, '.', has);
        memset(row + has, '-', activity->cycles - has);
    }
    for (int node = 1; node < tree->processors; node++) {
        mark(activity, node, tree->label[node] - tree->machine.overhead, 'r');
        mark(activity, tree->parent[node], tree->label[node] - transfer, 's');
    }
}

static void print(FILE *file, const struct activity *activity) {
    fprintf(file, "%-9s ", "cycle");
    for (size_t cycle = 0; cycle < activity->cycles; cycle += 10)
        fprintf(file, "%-*zu", activity->cycles - cycle < 10 ? 0 : 10, cycle);
    fputc('\n', file);
    for (int node = 0; node < activity->tree->processors; node++)
        fprintf(file, "%-9d %.*s\n", node, (int)activity->cycles,
                activity->cells + (size_t)node * activity->cycles);
}

enum status single_text_activity(FILE *file, const struct single_tree *tree,
                                 struct failure *failure) {
    struct activity activity = {.tree = tree, .cycles = (size_t)single_tree_time(tree) + 1};
    if (activity.cycles > SINGLE_TEXT_MOST_CELLS / (size_t)tree->processors)
        return failure_set(failure, STATUS_LIMIT,
                           "activity is printed for at most %d cells of processors and cycles",
                           SINGLE_TEXT_MOST_CELLS);
    activity.cells = memory_new((size_t)tree->processors, activity.cycles);
    if (!activity.cells)
        return failure_memory(failure, "activity as text");
    fill(&activity);
    print(file, &activity);
    free(activity.cells);
    return STATUS_OK;
}
