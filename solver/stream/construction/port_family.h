/* SPDX-License-Identifier: MIT */
/* A family with p >= 2 ports: one rule for every depth from some T on.
 *
 * With the leaves of port_trees.h, let Y be p leaves with the sum B, as even as can be. If
 *
 *     T + L - 1 + (sum of C_{T+L-1}) = (B+1) T,    G_{t-1} + (p-1) G_t >= Y for t = T..T+L-1,
 *
 * where T + L - 1 is before T, then C_t = C_{t-1} + Y and G_t = G_{t-1} + p G_{t-L} - Y are leaves
 * of the whole tree of depth t for all t >= T + L: the root's head and leaves have the sum (B+1)
 * (t-L+1), and G_t >= G_{t-L} (results/THEOREMS.md, 19.2). */
#pragma once

#include "solver/stream/construction/family.h"

/* Finds a family with B = 1, for L = 1 with B = 0, and the smallest T >= 2L. *found = false after
 * an unsuccessful search, which proves nothing. STATUS_INPUT for a machine that there is not;
 * STATUS_LIMIT when stopped, and for a latency that is too large; `limits` may be NULL. O(T L)
 * additions and L schedules. */
enum status port_family_find(struct family *family, int latency, int ports,
                             const struct limits *limits, bool *found, struct failure *failure);
