/* SPDX-License-Identifier: MIT */
/* Streams on a LogP machine for A(s) processors, the whole broadcast tree, for every depth s from
 * some one on: finitely many of them and a rule.
 *
 * The stream of depth s is the union of those of s-G and s-l. The block whose head has the value
 * s-G receives it G cycles earlier and sends one item more, which is the first message of the other
 * stream; it takes another processor and another leaf of level 1, which is what the processor of
 * the first stream received that only receives. If l/d instances on end, d = gcd(l,G), leave over
 * a value of 2G-d or more, and in the last G/d of them head and leaves of that block of r
 * processors have the sum of levels 2r, then this goes on for ever (results/THEOREMS.md, Theorem
 * N). Without a limit at the receiver; for g >= 2o no stream serves more than A(s). */
#pragma once

#include "solver/base/evidence.h"
#include "solver/base/limits.h"
#include "solver/stream/logp/logp_schedule.h"

struct logp_family {
    struct logp_machine machine;
    int from, window;                /* F and U, cycles, multiples of d: all s >= F are served */
    size_t count;                    /* instances: s = F, F+d, .., U+l-d */
    struct logp_schedule *instances; /* of blocks, if s >= U */
};

/* Depths above this times l are not searched for a window. */
enum { LOGP_FAMILY_DEPTHS = 60 };

/* Looks for the least U whose blocks leaves_deal finds, and then downwards for instances of any
 * words as far as there is one for each s. *found = false proves nothing; it is always so for l <
 * 2G. `family` is not initialised before and is filled if it is found. STATUS_LIMIT when stopped,
 * and for an l that is too large; `limits` may be NULL. */
enum status logp_family_find(struct logp_family *family, const struct logp_machine *machine,
                             const struct limits *limits, bool *found, struct failure *failure);
void logp_family_clear(struct logp_family *family);

/* Its certificate; its instances have been checked. */
struct evidence evidence_of_logp_family(const struct logp_family *family);
