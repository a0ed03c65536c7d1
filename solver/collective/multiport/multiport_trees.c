/* SPDX-License-Identifier: MIT */
#include "solver/collective/multiport/multiport_trees.h"

#include <limits.h>
#include <stdbool.h>

#include "automata/memory.h"

void multiport_trees_clear(struct multiport_trees *trees) {
    FREE_ALL(trees->parent, trees->level);
    *trees = (struct multiport_trees){0};
}

static enum status allocate(struct multiport_trees *trees, int ports, int processors,
                            struct failure *failure) {
    if (ports < 1 || processors < 2)
        return failure_input(failure,
                             "there must be a port and a processor beside the broadcaster");
    if ((long)ports * processors > MULTIPORT_MOST_NODES)
        return failure_limit(failure, "%d trees of %d processors are more than %d", ports,
                             processors, MULTIPORT_MOST_NODES);
    *trees = (struct multiport_trees){ports, processors, NULL, NULL};
    return memory_check(NEW((size_t)ports * (size_t)processors, trees->parent, trees->level),
                        failure, "trees");
}

/* A tree below the broadcaster while it is built: places 0, 1, .. in the order in which they are
 * attached, each behind its parent. */
struct shape {
    int *parent; /* place, -1 for place 0 */
    int *label;  /* processor, or 0 */
    int *level;  /* of the tree: place 0 has 1 */
    bool *used;  /* [processor] */
    int count;   /* places so far */
};

static void shape_clear(struct shape *shape) {
    FREE_ALL(shape->parent, shape->label, shape->level, shape->used);
    *shape = (struct shape){0};
}

static bool shape_init(struct shape *shape, int processors) {
    return NEW(processors, shape->parent, shape->label, shape->level, shape->used);
}

static void attach(struct shape *shape, int parent, int children) {
    for (; children > 0; children--) {
        shape->parent[shape->count] = parent;
        shape->level[shape->count] = parent < 0 ? 1 : shape->level[parent] + 1;
        shape->label[shape->count++] = 0;
    }
}

static void put_label(struct shape *shape, int place, int processor) {
    shape->label[place] = processor;
    shape->used[processor] = true;
}

/* Processors without a place get the places without a processor, which are leaves. */
static void write_tree(struct multiport_trees *trees, int tree, struct shape *shape) {
    int *parent = trees->parent + (size_t)tree * (size_t)trees->processors;
    int *level = trees->level + (size_t)tree * (size_t)trees->processors;
    int spare = 1;
    for (int place = 0; place < shape->count; place++)
        if (!shape->label[place]) {
            while (shape->used[spare])
                spare++;
            put_label(shape, place, spare);
        }
    parent[0] = -1;
    level[0] = 0;
    for (int place = 0; place < shape->count; place++) {
        int above = shape->parent[place];
        parent[shape->label[place]] = above < 0 ? 0 : shape->label[above];
        level[shape->label[place]] = shape->level[place];
    }
}

/* The processors that are added, one after the other, and the ports that the present one has. */
struct added {
    int processor, left;
};

static void add_nodes(struct shape *shape, int place, int nodes, int ports, struct added *added) {
    put_label(shape, place, added->processor);
    attach(shape, place, nodes);
    added->left -= nodes;
    if (added->left == 0)
        *added = (struct added){added->processor + 1, ports};
}

static void build_tree(struct shape *shape, const struct multiport_trees *trees, int tree,
                       struct added *added) {
    int ports = trees->ports, extra = (trees->processors - 2) % ports;
    int whole = trees->processors - 1 - extra, internal = (whole - 1) / ports;
    shape->count = 0;
    for (int processor = 0; processor < trees->processors; processor++)
        shape->used[processor] = false;
    attach(shape, -1, 1);
    for (int place = 0; place < internal; place++) {
        put_label(shape, place, 1 + tree * internal + place);
        attach(shape, place, ports);
    }
    if (!extra)
        return;
    int first = extra <= added->left ? extra : added->left;
    add_nodes(shape, internal, first, ports, added);
    if (first < extra) /* for whole = 1 the second leaf is a child of the first one */
        add_nodes(shape, internal + 1, extra - first, ports, added);
}

static void exchange(int *list, int count, int a, int b) {
    int *first = list + (size_t)a * (size_t)count, *second = list + (size_t)b * (size_t)count;
    for (int i = 0; i < count; i++) {
        int kept = first[i];
        first[i] = second[i];
        second[i] = kept;
    }
}

/* The lowest ones first; `height` is room for one of each. */
static void sort_trees(struct multiport_trees *trees, int *height) {
    for (int tree = 0; tree < trees->ports; tree++)
        height[tree] = multiport_tree_height(trees, tree);
    for (int tree = 0; tree < trees->ports; tree++) {
        int lowest = tree;
        for (int other = tree + 1; other < trees->ports; other++)
            if (height[other] < height[lowest])
                lowest = other;
        if (lowest != tree) {
            exchange(trees->parent, trees->processors, tree, lowest);
            exchange(trees->level, trees->processors, tree, lowest);
            exchange(height, 1, tree, lowest);
        }
    }
}

enum status multiport_k_tree(int ports, int processors, struct multiport_trees *trees,
                             struct failure *failure) {
    CLEANUP(multiport_trees_clear) struct multiport_trees made = {0};
    TRY(allocate(&made, ports, processors, failure));
    FREED int *height = memory_new((size_t)ports, sizeof *height);
    CLEANUP(shape_clear) struct shape shape = {0};
    TRY(memory_check(height && shape_init(&shape, processors), failure, "trees"));
    struct added added = {processors - (processors - 2) % ports, ports};
    for (int tree = 0; tree < ports; tree++) {
        build_tree(&shape, &made, tree, &added);
        write_tree(&made, tree, &shape);
    }
    sort_trees(&made, height);
    *trees = TAKE(made);
    return STATUS_OK;
}

int multiport_k_tree_height(int ports, int processors) {
    long nodes = processors - 1, extra = (processors - 2) % ports;
    long full = 1, level = 1; /* nodes of a complete tree, and of its last level */
    int height = 0;
    while (full < nodes) {
        level *= ports;
        full += level;
        height++;
    }
    bool last = extra && nodes - extra == (height <= 1 ? 1 : full - ports);
    return 1 + height + (last && ports % extra != 0);
}

int multiport_tree_height(const struct multiport_trees *trees, int tree) {
    const int *level = trees->level + (size_t)tree * (size_t)trees->processors;
    int height = 0;
    for (int processor = 1; processor < trees->processors; processor++)
        if (level[processor] > height)
            height = level[processor];
    return height;
}

static const long MOST = 1L << 40;

/* (k+1)^d, or a number above MOST. */
static long power(int ports, int depth) {
    long power = 1;
    for (int i = 0; i < depth && power <= MOST; i++)
        power *= ports + 1L;
    return power;
}

long multiport_special_size(int ports, int depth, int factor) {
    long blocks = power(ports, depth - 1);
    return blocks > MOST / factor ? LONG_MAX : factor * blocks + ports - factor;
}

long multiport_nice_size(int ports, int depth) {
    long all = power(ports, depth);
    return all > MOST ? LONG_MAX : all - 1;
}

int multiport_log(int ports, long processors) {
    int depth = 0;
    while (power(ports, depth) < processors)
        depth++;
    return depth;
}

struct multiport_box multiport_box_nice(int ports, int depth) {
    int processors = (int)multiport_nice_size(ports, depth);
    return (struct multiport_box){.kind = MULTIPORT_NICE,
                                  .processors = processors,
                                  .depth = depth,
                                  .time = processors > 1 ? depth : 0,
                                  .delay = depth};
}

struct multiport_box multiport_box_special(int ports, int depth, int factor) {
    return (struct multiport_box){.kind = MULTIPORT_SPECIAL,
                                  .processors = (int)multiport_special_size(ports, depth, factor),
                                  .depth = depth,
                                  .factor = factor,
                                  .time = depth,
                                  .delay = 1};
}

struct multiport_box multiport_box_k_tree(int ports, int processors) {
    return (struct multiport_box){.kind = MULTIPORT_K_TREE,
                                  .processors = processors,
                                  .time = multiport_k_tree_height(ports, processors + 1) - 1,
                                  .delay = MULTIPORT_NO_DELAY};
}
