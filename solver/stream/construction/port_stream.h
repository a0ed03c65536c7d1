/* SPDX-License-Identifier: MIT */
/* The endless stream with p >= 2 ports, postal, for every L, N and p: at each step the source has p
 * items more, and each of N processors receives p and sends p.
 *
 * No schedule has a delay below that of port_growth.h, and one has it (results/THEOREMS.md, section
 * 19, Theorems R, S and T).
 *
 * How, for N = f_t: V_t = V_{t-1} + p G_{t-L} are the leaves of an item that are not in blocks of
 * smaller trees; the root's block takes C_t of them, G_t is left. For other N = 1 (mod p) the root
 * of the optimal tree of depth t-1 has p children more: a of them whole trees of depth t-L, one a
 * tree for fewer processors, which is made in the same way and raised, the others leaves. For N =
 * -1 (mod p) a leaf is left out of the next one; for all others one or two of the last heads send
 * fewer copies (struct partial_heads). */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/port_growth.h"
#include "solver/model/schedule.h"
#include "solver/stream/construction/port_trees.h"

/* Fills `schedule`, checked, at the depth of port_bound_find. Errors of port_bound_find;
 * STATUS_LIMIT when stopped, for t L beyond 10^8, and where B(N) < 2L, B(N) > L or N is excluded,
 * N - 1 is neither 0 nor -1 modulo p, and p N is beyond 2^22: so many letters have the words;
 * the limits may be NULL. O(t L) additions of numbers of t digits for what is shared, and as much
 * for each smaller tree, of which there are t/L at most. */
enum status port_stream(struct schedule *schedule, int latency, int ports, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure);

/* The same with whole trees that the caller has made, up to the depth of the schedule, which is
 * initialised for the depth above; it is cleared on failure. */
enum status port_stream_of_trees(struct schedule *schedule, const struct port_growth *growth,
                                 const struct port_trees *trees, mpz_srcptr processors,
                                 const struct limits *limits, struct failure *failure);
