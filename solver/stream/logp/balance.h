/* SPDX-License-Identifier: MIT */
/* How far sets of equal blocks are from a stream on a LogP machine, and what a change of some of
 * them is worth.
 *
 * Times are in units of gcd(l,G). Let S(z) be the messages that come with the value z or more
 * (logp_schedule.h), and D(z) the receptions that are due at z or more. All receptions have
 * messages that wait for X at most if and only if S(z+X) <= D(z) <= S(z) for each z >= 1 (Lemma 8
 * of results/THEOREMS.md, 11.6): that is 0 <= room(z) <= most(z), with room(z) = S(z) - D(z) and
 * most(z) = S(z) - S(z+X). What is missing at all z, and the processors that are too many or too
 * few, are the *faults*. Each has a weight; a change that takes weighed faults away is made, and
 * where there is none, the weights of those that are left grow (the breakout method: Morris, AAAI
 * 1993). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "automata/status.h"

struct balance {
    int top;             /* no change is about a larger value; room(z) = 0 above it */
    int slack;           /* X */
    int64_t *room;       /* [z], 0 .. top */
    int64_t *most;       /* [z], 0 .. top */
    int64_t surplus;     /* processors more than there should be */
    double *weight;      /* [z], 0 .. top; of the value 0, which is never missing, 0 */
    double extra_weight; /* of the surplus */
};

/* What changes if one block is changed. As many receptions more as messages. */
struct balance_change {
    int first, last; /* the values z that it is about; first > last: none */
    int *room;       /* [z], 0 .. top */
    int *most;       /* [z], 0 .. top */
    int processors;
};

/* As all above `top` is in balance, D(z) >= D(z+X) = S(z+X) where X is `top` or more: most(z) is
 * then as good as infinite, and stays so. */
static inline bool balance_limited(const struct balance *balance) {
    return balance->slack < balance->top;
}

/* Everything is 0, and weights are 1. */
enum status balance_init(struct balance *balance, int top, int slack, struct failure *failure);
void balance_clear(struct balance *balance);

enum status balance_change_init(struct balance_change *change, const struct balance *balance,
                                struct failure *failure);
void balance_change_clear(struct balance_change *change);

/* Makes it empty; the next two add to it, and the third adds it up. */
void balance_change_begin(struct balance_change *change);
void balance_change_receive(struct balance_change *change, int value, int many);
void balance_change_send(const struct balance *balance, struct balance_change *change, int value,
                         int many);
void balance_change_end(struct balance_change *change);

/* The weighed faults that the change takes away where it is made once; negative where it adds. */
double balance_saved(const struct balance *balance, const struct balance_change *change);

/* The weighed faults that the change takes away where it is made `*count` times, once at least and
 * `limit` times at most: as often as it is best. 0 where it takes none. As all faults are convex in
 * the count, its best value is found by bisection: O(z of the change) additions, if the change is
 * worth nothing, else that times log2(limit). */
double balance_gain(const struct balance *balance, const struct balance_change *change,
                    int64_t limit, int64_t *count);
void balance_make(struct balance *balance, const struct balance_change *change, int64_t count);

/* 0: this is a schedule. The second counts each fault by its weight. */
int64_t balance_faults(const struct balance *balance);
double balance_weighed_faults(const struct balance *balance);

/* Those that there are weigh more from now on. Contract: there are some. */
void balance_weigh(struct balance *balance);
