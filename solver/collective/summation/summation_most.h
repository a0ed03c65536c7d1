/* SPDX-License-Identifier: MIT */
/* Lazy sums: their trees, the most operands that can be added up in a time, and the least time for
 * a number of operands. */
#pragma once

#include <gmp.h>
#include <stdint.h>

#include "solver/base/certificate_output.h"
#include "solver/base/limits.h"
#include "solver/model/logp_machine.h"

/* Who sends to whom, and when, if a sum is made as late as possible ("lazily", Karp et al. 1993,
 * section 5.1).
 *
 * Every processor but the root sends what it has once, beginning at time S; the root ends at time
 * t, its S. The child in place k = 0, 1, .. of a processor is received from S - (o+1) - k h on and
 * added in the cycle after its reception, so with no waiting it sends at S - (L+1) - 2o - k h. The
 * distance h has to be at least g, and o+1, as the processor is busy for o+1 cycles with each: the
 * paper takes g alone, which cannot be played if g <= o.
 *
 * Turned round in time, t - S, these are the times when a broadcast with latency L+1 and h between
 * two sends reaches the processors: labels. */

/* Nodes, times and distances are below this; a tree takes 16 bytes a node. */
enum { SUMMATION_MOST_PROCESSORS = 10000000, SUMMATION_MOST_TIME = 10000000 };

struct summation_tree {
    struct logp_machine machine;
    int64_t apart;  /* h */
    int64_t time;   /* t */
    int count;      /* processors; 0 is the root */
    int *parent;    /* below the processor itself; -1 for the root. Owned, with the next two */
    int *place;     /* the children of each have the places 0, 1, .. in some order; 0 sends last */
    int64_t *sends; /* S; may be below 0 in a tree that does not fit into the time */
};

/* h = max(g,o+1): the least distance of two receptions with additions behind them. */
int64_t summation_apart(const struct logp_machine *machine);

/* (L+1) + 2o: from the beginning of a sending until the value is added. */
int64_t summation_transfer(const struct logp_machine *machine);

/* The root and the processors of the smallest labels, ascending, as many as have S >= least (0 <=
 * least) and at most `most` in all (1 <= most). With h = summation_apart and least = o+1 this is
 * the tree that adds up the most operands: a processor with S = o brings as many as its parent
 * loses, one with less S fewer. Takes time and room in proportion to the nodes. STATUS_INPUT for
 * what is no machine or time, STATUS_LIMIT beyond the numbers above. The caller clears it. */
enum status summation_tree_best(const struct logp_machine *machine, int64_t apart, int64_t time,
                                int most, int64_t least, struct summation_tree *tree,
                                struct failure *failure);

/* A tree of this shape: parents and places are copied, and give all S. Conditions as above. */
enum status summation_tree_of(const struct logp_machine *machine, int64_t apart, int64_t time,
                              int count, const int *parent, const int *place,
                              struct summation_tree *tree, struct failure *failure);

void summation_tree_clear(struct summation_tree *tree);

/* The most operands that P processors of a LogP machine can add up in time t, and the least time
 * for a number of operands.
 *
 *     N(t) = t + 1 + sum over i = 2..P of max(0, t - o - a_i),
 *
 * where 0 = a_1 <= a_2 <= .. are the smallest labels of the tree in which the root has label 0, and
 * a node of label a has children of the labels a + (L+1) + 2o + j max(g,o+1), j = 0, 1, ..
 * (Karp et al. 1993, section 5.1, corrected; proved for all schedules whatsoever, and any order of
 * the operands, in results/THEOREMS.md, section 15.)
 *
 * Labels are counted, not listed: n_a = n_{a-h} + n_{a-l} + [a = 0] - [a = h], h = max(g,o+1), l =
 * L+1+2o. That takes time and 8 bytes of room for each cycle up to the last label needed. */

/* operands = N(time). 0 <= time; 1 <= processors < 2^31. STATUS_INPUT beyond, STATUS_LIMIT for
 * labels beyond SUMMATION_MOST_TIME. */
enum status summation_most(const struct logp_machine *machine, int64_t processors, int64_t time,
                           mpz_ptr operands, struct failure *failure);

/* The least time t with N(t) >= operands, 1 <= operands. Limits as above, for t; STATUS_LIMIT also
 * when `limits`, which may be NULL, say stop. */
enum status summation_least_time(const struct logp_machine *machine, int64_t processors,
                                 mpz_srcptr operands, const struct limits *limits, int64_t *time,
                                 struct failure *failure);

/* Kind summation-bound: that no schedule adds up more, for this many processors and this time, into
 * a certificate that is open; limits as of summation_most. */
enum status certificate_put_summation_bound(struct certificate_output *output,
                                            const struct logp_machine *machine, int64_t processors,
                                            int64_t time, struct failure *failure);
