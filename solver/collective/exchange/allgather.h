/* SPDX-License-Identifier: MIT */
/* All-to-all broadcast on a LogP machine: each of P processors has k items, and all of them are to
 * reach everybody (Karp et al. 1992, section 5.1; 1993, section 4).
 *
 * Each processor receives n = k(P-1) items, the first reception begins at L+o or later, and two of
 * them begin h = max(g,o) apart or more. So nothing ends before L + 2o + (n-1)h. Who ends then is
 * bound in all its times: sends begin at 0, h, .., (n-1)h, receptions at L+o, L+o+h, .., without
 * any wait. A processor does one thing at a time, so a schedule that ends then exists if and only
 * if
 *
 *     o = 0, or no d = 1..n-1 has L < dh < L + 2o.
 *
 * The paper's schedule, sends to i+1, i+2, .., i+P-1 (mod P), is one then. The proof is in
 * results/THEOREMS.md, section 18. It does not ask who sends what, so no other order does better,
 * nor does passing items on. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/model/logp_machine.h"
#include "solver/model/message_list.h"

/* The schedule in which the messages of each processor begin `apart` cycles one after the other and
 * each waits for `wait` cycles at its receiver. */
struct allgather {
    struct logp_machine machine;
    int processors; /* P >= 2, all of them */
    int items;      /* k >= 1, of each */
    int apart;      /* cycles: max(g,o), or max(g,2o) or more */
    int wait;       /* cycles */
    int finish;     /* L + 2o + wait + (n-1) apart */
    int bound;      /* no schedule ends before: allgather_bound */
};

/* The soonest schedule of this form that is legal: it meets the bound above wherever that is
 * possible, and is never worse than apart = max(g,2o) with the wait of Theorem F
 * (logp/logp_stream.h). O(o) time. STATUS_INPUT if there is no such machine or no such question,
 * STATUS_LIMIT for times, or P*k, beyond 2^31 - 1. */
enum status allgather_build(struct allgather *schedule, const struct logp_machine *machine,
                            int processors, int items, struct failure *failure);

/* Legal on the machine: by the definition, interval by interval and message by message as processor
 * 0 meets them. O(n). For tests and for claims about schedules that may be illegal. */
bool allgather_is_legal(const struct allgather *schedule);

/* As a list by rotation: processor 0 sends its item i to 1, 2, .., P-1, for i = 1..k. Borrows the
 * schedule. */
struct message_list allgather_list(const struct allgather *schedule);

/* The same with every message emitted. */
struct message_list allgather_expanded(const struct allgather *schedule);
