/*
 * Combining played through: every processor with the set of the operands that it has combined, and
 * with the value that an operation makes of them. From the definition, and from nothing that the
 * construction knows of its windows.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_COMBINING_PLAY_H
#define STEADYCAST_SOLVER_COLLECTIVE_COMBINING_PLAY_H

#include "solver/base/limits.h"
#include "solver/collective/exchange/combining.h"

/* P^2 bits are kept for each of the last L times at which there was a message, and once more. */
enum { COMBINING_PLAY_MOST_PROCESSORS = 20000 };

/* Commutative and associative. */
typedef uint64_t combining_operation(uint64_t left, uint64_t right);

/*
 * operands[i], of processor i = 0..P-1, are combined; results[i] is what processor i has at the
 * time schedule->finish. *right: each processor has combined each operand exactly once, sends one
 * message and receives one at a time at most, none to itself, sends nothing that is empty, and
 * nothing is received after that time. If not, the results are only what came out.
 * STATUS_LIMIT for more processors than the above, and when the limits, which may be NULL, say
 * stop: what stands in `results` is nothing then. STATUS_MEMORY for refused memory.
 * O(P^2 / 64) for each message of one processor.
 */
enum status combining_play(const struct combining *schedule, combining_operation *operation,
                           const uint64_t *operands, uint64_t *results, const struct limits *limits,
                           bool *right, struct failure *failure);

#endif
