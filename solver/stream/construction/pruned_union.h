/* SPDX-License-Identifier: MIT */
/* L = 1 and L >= 3: a block-cyclic schedule on a pruned tree (solver/model/schedule.h) for any
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
 * (best_schedule.h). */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/* What the schedules of one latency share: the family for whole trees, and what was made of it so
 * far. Not to be used by two threads at a time. */
struct pruned_union;

/* L = 1 or L >= 3; else STATUS_INPUT. The caller frees. */
enum status pruned_union_new(struct pruned_union **unions, int latency, struct failure *failure);
void pruned_union_free(struct pruned_union *unions);

/* The family that all schedules beyond depth 3L are made of, found when it is needed first; it
 * stays with `unions`. STATUS_LIMIT for L > 2000, if none was found, or when stopped. */
struct union_window;
enum status pruned_union_window(struct pruned_union *unions, const struct limits *limits,
                                struct union_window **window, struct failure *failure);

/* depth = B(N), for N >= 1. STATUS_INPUT for N < 1, STATUS_LIMIT beyond 10^6. */
enum status pruned_union_depth(int latency, mpz_srcptr processors, int *depth,
                               struct failure *failure);

/* L even, N = L+3: no block-cyclic schedule has depth B(N). */
bool pruned_union_is_exception(int latency, mpz_srcptr processors);

/* Fills `pruned` with a schedule of depth B(N), checked. STATUS_INPUT for N < 1 and the exception;
 * STATUS_LIMIT when it would be too large, or when stopped (`limits` may be NULL). */
enum status pruned_union_schedule(struct pruned_union *unions, mpz_srcptr processors,
                                  const struct limits *limits, struct schedule *pruned,
                                  struct failure *failure);
