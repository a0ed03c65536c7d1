/* SPDX-License-Identifier: MIT */
/*
 * L = 1 and L >= 3: a block-cyclic schedule on a pruned tree (solver/model/schedule.h) for any
 * number N of processors at the least possible depth B(N), the t with P(t-1) < N <= P(t).
 *
 * For L >= 3, t = 2L+1..3L the optimal tree of depth t-1 gets one more child of the root, with a
 * star of leaves below. Beyond, the *union rule*: a *left part* for P(t-1) processors whose root
 * block satisfies (head) + (sum) = (B+1) (size), B being the letter left over, and any schedule for
 * the N - P(t-1) others, with all values raised so that its root has the value t-L: the root of the
 * former sends to that of the latter one step earlier than to anybody before, and takes the letter
 * B itself. A schedule that would be raised by L or more is reached by a chain instead, nodes that
 * send once, so only L different raises occur, and O(L (L^2 + t)) different blocks.
 * (results/THEOREMS.md, section 10.) For L even and N = L+3 there is none: two nodes share a word
 * (exception.h).
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_EVERY_H
#define STEADYCAST_SOLVER_CONSTRUCTION_EVERY_H

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/* What the schedules of one latency share: the family for whole trees, and what was made of it so
 * far. Not to be used by two threads at a time. */
struct every;

/* L = 1 or L >= 3; else STATUS_INPUT. The caller frees. */
enum status every_new(struct every **every, int latency, struct failure *failure);
void every_free(struct every *every);

/* The family that all schedules beyond depth 3L are made of, found when it is needed first; it
 * stays with `every`. STATUS_LIMIT for L > 2000, if none was found, or when stopped. */
struct every_window;
enum status every_find_window(struct every *every, const struct limits *limits,
                              struct every_window **window, struct failure *failure);

/* depth = B(N), for N >= 1. STATUS_INPUT for N < 1, STATUS_LIMIT beyond 10^6. */
enum status every_depth(int latency, mpz_srcptr processors, int *depth, struct failure *failure);

/* L even, N = L+3: no block-cyclic schedule has depth B(N). */
bool every_is_exception(int latency, mpz_srcptr processors);

/*
 * Fills `pruned` with a schedule of depth B(N), checked. STATUS_INPUT for N < 1 and the exception;
 * STATUS_LIMIT when it would be too large, or when stopped (`limits` may be NULL).
 */
enum status every_pruned(struct every *every, mpz_srcptr processors, const struct limits *limits,
                         struct schedule *pruned, struct failure *failure);

#endif
