/* SPDX-License-Identifier: MIT */
/*
 * What the methods for the multiport model share: all n and k of a case, in the order of n, then of
 * k; and streams of certificates.
 */
#ifndef STEADYCAST_TOOLS_MULTIPORT_SWEEP_H
#define STEADYCAST_TOOLS_MULTIPORT_SWEEP_H

#include "solver/collective/multiport/multiport_messages.h"
#include "tools/claims/methods/methods.h"

enum { MULTIPORT_MOST_M = 1000, MULTIPORT_MOST_K = 100, MULTIPORT_COUNTS = 4 };

struct multiport_sweep {
    struct claim_job *job;
    struct claim_range n;          /* processors, the broadcaster included */
    struct claim_range k;          /* ports */
    struct claim_range m;          /* messages; 1..1 if the method takes none */
    long counts[MULTIPORT_COUNTS]; /* whatever a method counts */
};

/* One point; what it finds goes to the finding of the job. */
typedef enum status multiport_point(struct multiport_sweep *sweep, int n, int k,
                                    struct failure *failure);

/* All points of the ranges n, k and, if the case has it, m; `sweep` is not initialised before. */
enum status multiport_sweep_run(struct multiport_sweep *sweep, struct claim_job *job,
                                multiport_point *point, struct failure *failure);

/* One box of n-1 processors. */
typedef enum status multiport_box_try(struct multiport_sweep *sweep, int k,
                                      struct multiport_box box, struct failure *failure);

/* The nice box of n-1 processors, if there is one; all special ones of so many. */
enum status multiport_try_nice(struct multiport_sweep *sweep, int n, int k, multiport_box_try *try,
                               struct failure *failure);
enum status multiport_try_special(struct multiport_sweep *sweep, int n, int k,
                                  multiport_box_try *try, struct failure *failure);

/* Plays the list of messages of this chain and gives the rounds of messages 1..i in rounds[i-1], i
 * up to the largest m. */
enum status multiport_rounds(const struct multiport_sweep *sweep,
                             const struct multiport_chain *chain, int *rounds,
                             struct failure *failure);

/*
 * Certificates of kind messages for the chains that an algorithm makes, n in the range of the key
 * `certified`, all k, the largest m: steadycheck verifies them, and each must end at the time that
 * the chain promises.
 */
enum status multiport_certify(struct multiport_sweep *sweep, enum multiport_algorithm algorithm,
                              struct failure *failure);

/* Certificates of kind items-bound, the same n and k, and all m: each at least what `bound` says.
 */
typedef int multiport_lower(int ports, int processors, int items);
enum status multiport_certify_bounds(struct multiport_sweep *sweep, multiport_lower *bound,
                                     struct failure *failure);

static inline int multiport_batches(int items, int ports) {
    return (items - 1) / ports + 1;
}

#endif
