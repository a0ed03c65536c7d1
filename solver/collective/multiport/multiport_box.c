/* SPDX-License-Identifier: MIT */
#include "solver/collective/multiport/multiport_box.h"

#include <limits.h>

#include "solver/collective/multiport/multiport_trees.h"

static const long MOST = 1L << 40;

const char *multiport_kind_name(enum multiport_kind kind) {
    static const char *const names[] = {"nice", "special", "k-tree", "star"};
    return names[kind];
}

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

struct multiport_box multiport_box_star(int processors) {
    return (struct multiport_box){.kind = MULTIPORT_STAR,
                                  .processors = processors,
                                  .time = processors > 1,
                                  .delay = MULTIPORT_NO_DELAY};
}
