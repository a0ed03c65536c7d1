/* SPDX-License-Identifier: MIT */
/* A family for every number N of processors: finitely many schedules on pruned trees from which the
 * union rule of pruned_union.h makes all others (results/README.md, kind family;
 * results/THEOREMS.md, section 10).
 *
 * It holds left parts for the depths t = T+1..U+L-1 and the window U..U+L-1 of a family; the
 * schedules for the first N, N <= P(T), and for P(t), T < t < U, are made when they are written. */
#pragma once

#include "solver/base/evidence.h"
#include "solver/stream/construction/pruned_union.h"
#include "solver/stream/construction/union_window.h"

struct pruned_family {
    int latency;
    int from;                    /* T */
    struct pruned_union *unions; /* makes the schedules for N <= P(T) */
    struct union_window *window; /* that of `unions` */
    struct schedule *left;       /* left parts of the depths T+1..U+L-1 */
};

/* L = 1 or L >= 3; the smallest T for which union_pieces.h finds all left parts. STATUS_LIMIT for L
 * > 2000, when no family was found, or when stopped (`limits` may be NULL). */
enum status pruned_family_find(struct pruned_family *family, int latency,
                               const struct limits *limits, struct failure *failure);
void pruned_family_clear(struct pruned_family *family);

/* Its certificate, for every number of processors; what it consists of is checked before it is
 * written. */
struct evidence evidence_of_pruned_family(const struct pruned_family *family);
