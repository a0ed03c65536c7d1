/* SPDX-License-Identifier: MIT */
/*
 * The instance I(L,t) of the block-cyclic question (Karp et al. 1993, sections 3.2 and 3.3): the
 * block sizes and letters that the optimal broadcast tree of depth t prescribes.
 *
 *  - blocks: one root block of size t-L+1, and f_{m-r} blocks of size r for r = 1..m, m = t-2L+1;
 *  - letters: n_{t-j} copies of letter j, j = 0..L-1, where n_d = f_{d-L} nodes have label d.
 *
 * `struct instance` holds what fits for any t (bignums); `struct small_instance` holds every block
 * size and letter count in machine integers, for the engines that fill blocks one by one.
 */
#ifndef STEADYCAST_SOLVER_MODEL_INSTANCE_H
#define STEADYCAST_SOLVER_MODEL_INSTANCE_H

#include <gmp.h>

#include "automata/status.h"
#include "solver/base/limits.h"

struct instance {
    int latency;      /* L >= 1 */
    int depth;        /* t >= 0; t < L means one processor, no block, no letter */
    int root_size;    /* t-L+1, or 0 for t < L */
    int largest;      /* m = t-2L+1, the largest other block; 0 where there is none */
    mpz_t processors; /* N = f_t */
    mpz_t *letters;   /* letters[j], j = 0..L-1 */
};

/* STATUS_INPUT, with the range, unless 1 <= latency and 0 <= depth are within what the tool takes.
 */
enum status instance_check_range(int latency, int depth, struct failure *failure);

/* STATUS_LIMIT when stopped; the limits may be NULL. Numbers as sequence_window finds them. */
enum status instance_init(struct instance *instance, int latency, int depth,
                          const struct limits *limits, struct failure *failure);
void instance_clear(struct instance *instance);

struct small_instance {
    int latency;
    int depth;
    int root_size;
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

#endif
