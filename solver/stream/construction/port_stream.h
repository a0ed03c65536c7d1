/* SPDX-License-Identifier: MIT */
/*
 * The endless stream with p >= 2 ports, postal, for every L, N and p: at each step the source has p
 * items more, and each of N processors receives p and sends p.
 *
 * f_i = 1 for 0 <= i < L, f_i = f_{i-1} + p f_{i-L}; B(N) is the least t with N <= f_t. No schedule
 * has a delay below L + B(N), and one has it (results/THEOREMS.md, section 19, Theorem R), but for
 * N = f_t - d with t >= L, 1 <= d < p and p > (j+1) floor(p/j), j = p - d, where no schedule of any
 * kind has it (Theorem Q).
 *
 * How, for N = f_t: V_t = V_{t-1} + p G_{t-L} are the leaves of an item that are not in blocks of
 * smaller trees; the root's block takes C_t of them, G_t is left. For other N = 1 (mod p) the root
 * of the optimal tree of depth t-1 has p children more: a of them whole trees of depth t-L, one a
 * tree for fewer processors, which is made in the same way and raised, the others leaves. For N =
 * -1 (mod p) a leaf is left out of the next one; for all others one or two of the last heads send
 * fewer copies (struct partial_heads).
 */
#ifndef STEADYCAST_SOLVER_STREAM_CONSTRUCTION_PORT_STREAM_H
#define STEADYCAST_SOLVER_STREAM_CONSTRUCTION_PORT_STREAM_H

#include "solver/base/certificate_output.h"
#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/* Depths beyond, and t L beyond 10^8, are refused with STATUS_LIMIT. */
enum { PORT_STREAM_MOST_DEPTH = 20000 };

/* What no schedule can be below. */
struct port_bound {
    int depth;     /* the least t that is not excluded, B(N) or B(N) + 1 */
    bool excluded; /* B(N) is, by Theorem Q */
};

/* L >= 1, p >= 2 and N >= 1: STATUS_INPUT. O(t) additions. */
enum status port_bound_find(int latency, int ports, mpz_srcptr processors, struct port_bound *bound,
                            struct failure *failure);

/* f_t, the most processors that are served in depth t >= 0, into `most`. STATUS_LIMIT beyond the
 * above, else as port_bound_find. */
enum status port_capacity(int latency, int ports, int depth, mpz_ptr most, struct failure *failure);

/* The body of kind ports-bound: N = processors are not served in depth t. */
void certificate_print_port_bound(struct certificate_output *output, int latency, int ports,
                                  int depth, mpz_srcptr processors);

/* Fills `schedule`, checked: at the depth of port_bound_find, but for N = 1 + p (R-1) + j with 1 <=
 * j
 * <= p-2, 1 <= R <= L, where it is 2L. Errors as above; STATUS_LIMIT when stopped, or beyond the
 * above; the limits may be NULL. O(t L) additions of numbers of t digits for what is shared, and as
 * much for each smaller tree, of which there are t/L at most. */
enum status port_stream(struct schedule *schedule, int latency, int ports, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure);

#endif
