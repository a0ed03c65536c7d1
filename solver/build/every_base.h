/*
 * The pieces of every.h that the union rule starts from: depths up to 3L, stars, and the few cases
 * that have to be listed.
 */
#ifndef STEADYCAST_SOLVER_BUILD_EVERY_BASE_H
#define STEADYCAST_SOLVER_BUILD_EVERY_BASE_H

#include <stdbool.h>

#include "solver/build/pruned.h"

/*
 * Adds the schedule for N = processors at depth t, 2L <= t <= 3L, P(t-1) < N < P(t): the optimal
 * tree of depth t-1, and as first child of the root a star. STATUS_INTERNAL if it does not come
 * out, which happens only for L = 4, t = N = 9, which is listed.
 */
enum status every_base_add(struct pruned *pruned, int latency, int depth, int processors,
                           int raised, struct failure *failure);

/* L + 3 processors at depth >= 2L+1: a root with L+2 leaves. */
enum status every_base_star(struct pruned *pruned, int latency, int depth, int raised,
                            struct failure *failure);

/* A schedule that is listed for (L, t, N), its root sending once more and taking the letter left
 * over if `larger_root`. STATUS_INTERNAL if there is none. */
enum status every_base_listed(struct pruned *pruned, int latency, int depth, mpz_srcptr processors,
                              bool larger_root, int raised, struct failure *failure);

#endif
