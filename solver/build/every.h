/*
 * L = 1 and L >= 3: a stationary schedule for any number N of processors at the least possible
 * depth B(N), the t with P(t-1) < N <= P(t).
 *
 * The tree is a pruned one: a node of value v that sends r times, as v, v-1, .., v-r+1, is the head
 * of a block of r processors which take r-1 leaves, of any values; by M. Hall's theorem their order
 * can be made legal iff
 *
 *     v + (sum of the leaves' values) = 0 (mod r).
 *
 * One leaf is left over and goes to a receive-only processor. For L >= 3, t = 2L+1..3L the optimal
 * tree of depth t-1 gets one more child of the root, with a star of leaves below. Beyond, the
 * *union rule*: a schedule for P(t-1) processors whose root block satisfies (head) + (sum) = (B+1)
 * (size), B being the letter left over, and any schedule for N - P(t-1) processors, with all values
 * raised so that its root has the value t-L: the root of the former sends to that of the latter one
 * step earlier than to anybody before, and takes the letter B itself. (For L even and N = L+3 two
 * nodes share a word: exception.h.)
 */
#ifndef STEADYCAST_SOLVER_BUILD_EVERY_H
#define STEADYCAST_SOLVER_BUILD_EVERY_H

#include "solver/limits.h"
#include "solver/model/periodic.h"

/* More places for letters in all are refused. */
enum { EVERY_MAX_PLACES = 50000000 };

/* depth = B(N), for N >= 1. STATUS_LIMIT beyond 10^6. */
enum status every_depth(int latency, mpz_srcptr processors, int *depth, struct failure *failure);

/*
 * Fills `periodic` (not initialised before), checked. STATUS_INPUT for L = 2 or N < 1; STATUS_LIMIT
 * when it would be too large, or when stopped (`limits` may be NULL). About t^2 kinds of words at
 * worst, t^2/L typically.
 */
enum status every_schedule(struct periodic *periodic, int latency, mpz_srcptr processors,
                           const struct limits *limits, struct failure *failure);

#endif
