/* SPDX-License-Identifier: MIT */
/* A family: for one latency a block-cyclic schedule for every depth t from some T on, held as a
 * base window and a rule.
 *
 * I(L,t) is the union of I(L,t-1) and I(L,t-L) with the root block of I(L,t-1) one larger. If L
 * consecutive instances T..T+L-1 have the receive-only letter B and the root of the last one is
 * B-ball, then appending the free letter B to the root goes on for ever (Karp et al. 1993,
 * section 3.3; results/THEOREMS.md, Lemma 1). With p ports I(L,t-L) is taken p times, and the root
 * takes p letters with the sum B, as even as can be (port_family.h). */
#pragma once

#include "solver/base/evidence.h"
#include "solver/base/limits.h"
#include "solver/model/schedule.h"

struct family {
    int latency;
    int ports;               /* p */
    int from;                /* T >= 2L */
    int receive_only;        /* B */
    struct schedule *window; /* the instances T..T+L-1 where they were searched; NULL, of one port:
                                the structured base window */
};

/* Of this value, how many of the p leaves that the root takes from one depth to the next. */
static inline int family_leaves(const struct family *family, int value) {
    int low = family->receive_only / family->ports, higher = family->receive_only % family->ports;
    return value == low ? family->ports - higher : value == low + 1 ? higher : 0;
}

/* By search alone, the smallest T first, then the least letter that is received only; behind
 * family_find, which knows where it ends for small latencies. */
enum status family_search(struct family *family, int latency, const struct limits *limits,
                          bool *found, struct failure *failure);

/* Finds a family: the structured base window where it exists, else a window by search, the smallest
 * T first. *found = false after an unsuccessful search (always for L = 2, where every t >= 4 is
 * impossible); that proves nothing. STATUS_LIMIT when it was stopped; `limits` may be NULL. */
enum status family_find(struct family *family, int latency, const struct limits *limits,
                        bool *found, struct failure *failure);
void family_clear(struct family *family);

/* Fills `schedule` (not initialised before) for depth t, L <= t <= T+L-1: with the window itself,
 * or a schedule of its own below it. To be cleared, on failure too. *found = false where there is
 * none (t = 2L, L even) or none was found. */
enum status family_instance(const struct family *family, int depth, bool *found,
                            struct schedule *schedule, struct failure *failure);

/* The same for depth t >= T+L by the rule, unrolled: O(L^2 + t) classes with p t^2/2 letter places
 * in all. */
enum status family_expand(const struct family *family, int depth, struct schedule *schedule,
                          struct failure *failure);

/* Its certificate: for all depths t >= L, but those for which it proves that there is none; or for
 * all t >= T only. Every instance is checked against its definition before it is written. */
struct evidence evidence_of_family(const struct family *family);
struct evidence evidence_of_window(const struct family *family);

/* The conditions under which a family holds, checked on its instances one by one, trusting no
 * construction. */

/* One instance of the family's window against its definition; for depth >= T also the receive-only
 * letter, and for T+L-1 that its root is B-ball. STATUS_INTERNAL with what is wrong. */
enum status family_check_instance(const struct family *family, const struct schedule *schedule,
                                  struct failure *failure);

/* All instances T..T+L-1: the family's rule then holds for every t >= T. O(L^3). STATUS_LIMIT when
 * it was stopped; `limits` may be NULL. */
enum status family_check_window(const struct family *family, const struct limits *limits,
                                struct failure *failure);
