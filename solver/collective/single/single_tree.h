/* SPDX-License-Identifier: MIT */
/* One item from one processor to all others of a LogP machine: the tree of the P smallest labels
 * (Karp, Sahay, Santos and Schauser 1993, Definitions 2.3 and 2.4).
 *
 * Let h = max(g,o) and l = L + 2o. Who has the item at time x begins sendings at x, x+h, x+2h, ..,
 * and whoever receives one has the item l later. In the infinite tree of all these sendings the
 * root has the label 0, and a node with label x has children with the labels x+l, x+l+h, x+l+2h,
 * ..: the times when they have the item. Its P nodes with the smallest labels are a tree that ends
 * in the least time of all ways to send, and has the least sum of times as well
 * (results/THEOREMS.md, section 14).
 *
 * The paper writes g in place of h. For g < o its tree can't be played, as a processor is busy with
 * a sending for o cycles. (Its labels are those of the machine L+2o,0,g.)
 *
 * The messages satisfy the capacity of the network: a message is under way for L cycles, and those
 * of one processor begin at least g apart, so no more than ceil(L/g) are under way at a time; each
 * processor receives one. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/logp_machine.h"
#include "solver/model/message_list.h"

struct single_tree {
    struct logp_machine machine;
    int processors; /* P; nodes are 0..P-1 by label, and by parent among equal labels */
    int *label;     /* when it has the item, in cycles; owned */
    int *parent;    /* less than the node; -1 for the root; owned */
};

/* Fills `tree`, 1 <= processors <= MESSAGES_MOST_PROCESSORS + 1. STATUS_INPUT for other numbers and
 * for what is no machine, STATUS_LIMIT for labels beyond 2^31 - 1. O(P). */
enum status single_tree_build(const struct logp_machine *machine, int processors,
                              struct single_tree *tree, struct failure *failure);
void single_tree_clear(struct single_tree *tree);

/* When the last one has it, and the sum over all processors of when they have it. */
int single_tree_time(const struct single_tree *tree);
int64_t single_tree_sum(const struct single_tree *tree);

/* Its messages, for P >= 2; node v is processor v. The list borrows the tree. */
struct message_list single_tree_list(const struct single_tree *tree);
