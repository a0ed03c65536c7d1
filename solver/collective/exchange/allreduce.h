/* SPDX-License-Identifier: MIT */
/* Broadcast with combining in the postal model: every processor has an operand, and all processors
 * are to have all of them combined by a commutative and associative operation, which takes no time
 * (Karp et al. 1992, section 5.2). With f_i as in model/sequence.h.
 *
 * The schedules are windows. Let R_i(t) be what processor i has combined of others at time t: the
 * operands of i-1, i-2, .., i-r_t (mod P), r_t = 0 for t < L. At time t = L..T it receives
 *
 *     b_t = 1: R_j(t-L) with the operand of j, from j = i - r_{t-1} - 1: operands j, .., j -
 * r_{t-L} b_t = 0: R_j(t-L) alone, from j = i - r_{t-1}: operands j-1, .., j - r_{t-L}; nothing if
 *              r_{t-L} = 0
 *
 * which is what follows its own window, so r_t = r_{t-1} + r_{t-L} + b_t. One message is sent and
 * received at a time, as all processors do the same, turned around.
 *
 * With all b_t = 1, r_t + 1 obeys the recurrence of f, and P = f_T: the paper's algorithm, Theorem
 * 5.1; the receiver is i + r_{t-1} + 1 = i + f_{t-1}. In general r_T = the sum of b_t f_{T-t}. Any
 * P - 1 <= f_T - 1 = f_0 + .. + f_{T-L} is such a sum, because f_0 = 1 and no f_i is larger than 1
 * more than the sum of those before it. So *every* P takes no more than B(P) = min {T : f_T >= P},
 * which is the least, as one operand alone can't reach P processors before. What is needed for P
 * other than f_T is that a processor may send what it has without its own operand. */
#pragma once

#include <stdbool.h>

#include "solver/base/certificate_output.h"
#include "solver/model/message_list.h"

/* Beyond these are refused: memory and time of playing. */
enum { ALLREDUCE_MOST_LATENCY = 100000, ALLREDUCE_MOST_PROCESSORS = 1000000000 };

/* What each processor r = 0..P-1 does at this time: it sends to r + to (mod P). */
struct allreduce_message {
    int time;
    int to;   /* 1..P-1 */
    bool own; /* with its own operand; else what it has of others only */
};

struct allreduce {
    int latency;
    int processors; /* P >= 1 */
    int finish;     /* B(P) */
    bool plain;     /* every message has the operand of its sender: P = f_T, Theorem 5.1 */
    int count;
    struct allreduce_message *messages; /* owned; one a time at most, ascending */
};

/* The schedule for P processors, which takes B(P). STATUS_INPUT for numbers out of range.
 * O(B(P)). */
enum status allreduce_build(struct allreduce *schedule, int latency, int processors,
                            struct failure *failure);

void allreduce_clear(struct allreduce *schedule);

/* As a list by rotation, which borrows the schedule. */
struct message_list allreduce_list(const struct allreduce *schedule);

/* Kind combining, results/README.md: the body into a certificate that is open: by rotation, or with
 * every message emitted, P lines for each. STATUS_LIMIT when stopped; the limits may be NULL. */
enum status certificate_put_combining(struct certificate_output *output,
                                      const struct allreduce *schedule, bool expanded,
                                      const struct limits *limits, struct failure *failure);
