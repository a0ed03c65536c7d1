/* SPDX-License-Identifier: MIT */
/*
 * Who sends to whom, and when, if a sum is made as late as possible ("lazily", Karp et al. 1993,
 * section 5.1).
 *
 * Every processor but the root sends what it has once, beginning at time S; the root ends at time
 * t, its S. The child in place k = 0, 1, .. of a processor is received from S - (o+1) - k h on and
 * added in the cycle after its reception, so with no waiting it sends at S - (L+1) - 2o - k h. The
 * distance h has to be at least g, and o+1, as the processor is busy for o+1 cycles with each: the
 * paper takes g alone, which cannot be played if g <= o.
 *
 * Turned round in time, t - S, these are the times when a broadcast with latency L+1 and h between
 * two sends reaches the processors: labels.
 */
#ifndef STEADYCAST_SOLVER_SUMMATION_TREE_H
#define STEADYCAST_SOLVER_SUMMATION_TREE_H

#include <stdint.h>

#include "solver/model/logp_machine.h"

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

/*
 * The root and the processors of the smallest labels, ascending, as many as have S >= least (0 <=
 * least) and at most `most` in all (1 <= most). With h = summation_apart and least = o+1 this is
 * the tree that adds up the most operands: a processor with S = o brings as many as its parent
 * loses, one with less S fewer. Takes time and room in proportion to the nodes. STATUS_INPUT for
 * what is no machine or time, STATUS_LIMIT beyond the numbers above. The caller clears it.
 */
enum status summation_tree_best(const struct logp_machine *machine, int64_t apart, int64_t time,
                                int most, int64_t least, struct summation_tree *tree,
                                struct failure *failure);

/* A tree of this shape: parents and places are copied, and give all S. Conditions as above. */
enum status summation_tree_of(const struct logp_machine *machine, int64_t apart, int64_t time,
                              int count, const int *parent, const int *place,
                              struct summation_tree *tree, struct failure *failure);

void summation_tree_clear(struct summation_tree *tree);

#endif
