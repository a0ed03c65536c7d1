/* SPDX-License-Identifier: MIT */
/* The large pieces of pruned_union.h: schedules for the whole tree, and left parts of the union
 * rule, by a family's rule, with multiplicities instead of copies. */
#pragma once

#include "solver/model/schedule.h"
#include "solver/stream/construction/family.h"

/* The family of one latency, its instances T..T+L-1 as far as they were needed. */
struct union_window {
    int latency;
    int from; /* T */
    int last; /* T+L-1, whose root is a ball of B */
    struct family family;
    struct schedule *instances; /* of depth T + i; class_count 0: not there yet */
    struct leaf_range *root;    /* scratch: the leaves of a root */
    int *letters;               /* how many of each letter 0..L-1 the root of `last` has */
};

/* STATUS_LIMIT if no family was found, or when stopped. */
enum status union_window_init(struct union_window *window, int latency, const struct limits *limits,
                              struct failure *failure);
void union_window_clear(struct union_window *window);

/* The whole tree of depth L <= t <= T+L-1, into `pruned`. */
enum status union_window_whole(const struct union_window *window, int depth,
                               struct schedule *pruned, struct failure *failure);

/* The whole tree of depth L <= t <= 2L, t < 2L for even L, which needs no family. */
enum status union_first_depths(int latency, int depth, struct schedule *pruned,
                               struct failure *failure);

/* A piece of a schedule with all values raised: the whole tree of depth t > T+L-1, or with
 * `larger_root` that of depth t >= T+L-1 whose root sends once more and takes the letter B. */
struct union_part {
    int raised; /* 0..L-1 */
    int depth;
    bool larger_root;
};

/* Adds all parts, each once. Sorts them. O(L^2 + t) blocks for each of the raises that occur. */
enum status union_parts_add(struct union_window *window, struct union_part *parts,
                            size_t part_count, const struct limits *limits, struct schedule *pruned,
                            struct failure *failure);

/* Adds the blocks of another schedule, all values raised, `times` times. */
enum status union_add_piece(struct schedule *pruned, const struct schedule *piece, int raised,
                            mpz_srcptr times, struct failure *failure);
