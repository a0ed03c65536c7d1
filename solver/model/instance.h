/* SPDX-License-Identifier: MIT */
/* The instance I(L,t) of the block-cyclic question (Karp et al. 1993, sections 3.2 and 3.3): the
 * block sizes and letters that the optimal broadcast tree of depth t prescribes.
 *
 *  - blocks: one root block of size t-L+1, and f_{m-r} blocks of size r for r = 1..m, m = t-2L+1;
 *  - letters: n_{t-j} copies of letter j, j = 0..L-1, where n_d = f_{d-L} nodes have label d.
 *
 * `struct instance` holds what fits for any t (bignums); `struct small_instance` holds every block
 * size and letter count in machine integers, for the engines that fill blocks one by one. */
#pragma once

#include <gmp.h>

#include "automata/status.h"
#include "solver/base/limits.h"
#include "solver/model/schedule.h"

struct instance {
    int latency;      /* L >= 1 */
    int depth;        /* t >= 0; t < L means one processor, no block, no letter */
    int root_size;    /* t-L+1, or 0 for t < L */
    int largest;      /* m = t-2L+1, the largest other block; 0 where there is none */
    mpz_t processors; /* N = f_t */
    mpz_t *letters;   /* letters[j], j = 0..L-1 */
};

/* STATUS_INPUT, with the range, unless 1 <= latency and 0 <= depth are within what the tool
 * takes. */
enum status instance_check_range(int latency, int depth, struct failure *failure);

/* STATUS_LIMIT when stopped; the limits may be NULL. Numbers as sequence_window finds them. */
enum status instance_init(struct instance *instance, int latency, int depth,
                          const struct limits *limits, struct failure *failure);
void instance_clear(struct instance *instance);

struct small_instance {
    int latency, depth, root_size;
    int *blocks;  /* blocks[r] = number of blocks of size r, r = 1..root_size; blocks[root_size] = 1
                   */
    int *letters; /* letters[j], j = 0..L-1 */
    int letter_total; /* sum of letters[j] = number of letter places + 1 */
    long letter_sum;  /* sum of j * letters[j] */
};

/* Most letters that a small instance may have. */
enum { SMALL_INSTANCE_MAX_LETTERS = 20000000 };

/* For depth >= latency. STATUS_LIMIT when there are more letters than `most_letters`. */
enum status small_instance_init(struct small_instance *instance, int latency, int depth,
                                int most_letters, struct failure *failure);
void small_instance_clear(struct small_instance *instance);

/* The places for letters in an instance, in the order in which searches fill them and formulas
 * number them: the blocks of size >= 2 in ascending order of size, in each block the positions
 * 1..size-1. The last letter goes to the receive-only processor. */

struct slot {
    int size;     /* of its block */
    int position; /* 1..size-1 */
    int twin; /* size-1 if the block just before has the same size, else 0: so far back is its slot
                 of this position */
};

struct slots {
    int latency, depth;
    int count;      /* letter places in blocks: letter_total - 1 */
    int last_block; /* first slot of the last, largest block; count if there is none */
    struct slot *list;
    int *letters; /* letters[j]: copies of letter j, j < latency */
    int single;   /* number of blocks of size 1 */
    long letter_sum;
};

/* For depth >= latency. STATUS_LIMIT when there are more letters than `most_letters`. */
enum status slots_init(struct slots *slots, int latency, int depth, int most_letters,
                       struct failure *failure);
void slots_clear(struct slots *slots);

/* Turns letters in all slots into a schedule, ordered words if `words`, and checks it against the
 * definition of the instance: STATUS_INTERNAL if it is none. */
enum status slots_schedule(const struct slots *slots, const int *letters, bool words,
                           struct schedule *schedule, struct failure *failure);

/* Broadcast trees in the postal model: the optimal one of depth t (Karp et al. 1993, Definitions
 * 2.3 and 2.4), in which a node with label d sends at every step from d on, so its children have
 * the labels d+L, d+L+1, .., t; and pruned ones, in which a node may stop sooner. */

struct tree_node {
    int label;    /* steps from the root's reception to this one's */
    int parent;   /* index; -1 for the root */
    int children; /* 0 for a leaf; in the optimal tree t-label-L+1 */
};

struct tree {
    int latency, depth, count;
    struct tree_node *nodes; /* in pre-order, earlier children first; nodes[0] is the root */
};

/* STATUS_LIMIT when f_t is more than `most_nodes`. */
enum status tree_init(struct tree *tree, int latency, int depth, int most_nodes,
                      struct failure *failure);
/* A tree of a block-cyclic schedule, which has been checked and sorted: among the nodes of a value
 * those that send most come first. STATUS_LIMIT for more than `most_nodes` processors. */
enum status tree_of_schedule(struct tree *tree, const struct schedule *schedule, int most_nodes,
                             struct failure *failure);
void tree_clear(struct tree *tree);
