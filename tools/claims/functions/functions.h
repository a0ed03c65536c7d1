/* SPDX-License-Identifier: MIT */
/* The functions of cases, by subject; their tables say what they take and give. */
#pragma once

#include "solver/collective/summation/summation.h"
#include "tools/claims/claim_function.h"

extern const struct claim_function number_functions[], ask_functions[], items_functions[],
    kept_functions[], multiport_functions[], ring_functions[], gossip_functions[],
    exchange_functions[], summation_functions[], shou_chen_functions[], two_functions[],
    pruned_functions[], source_functions[], word_functions[], endgame_functions[], list_functions[];

void number_clear(void);
void ask_clear(void);
void lists_clear(void);
void shou_chen_clear(void);
void word_clear(void);

/* Of functions whose first arguments are L, o and g. */
static inline struct logp_machine machine_of(const struct claim_call *call) {
    return (struct logp_machine){(int)call->a[0], (int)call->a[1], (int)call->a[2]};
}

/* Plays a sum, and writes it if it is right. */
enum status summation_call_play(struct claim_call *call, const struct summation *summation,
                                bool products, long *operands, struct failure *failure);

/* All ordered trees with so many nodes: who is whose child, and in which place. Node 0 is the root,
 * and nodes are numbered in preorder. */
enum { ORDERED_TREES_MOST = 12 };

struct ordered_tree {
    int count, depth[ORDERED_TREES_MOST], parent[ORDERED_TREES_MOST];
    int place[ORDERED_TREES_MOST]; /* 0, 1, .. among its siblings */
};

/* One of them: 1, 2, .. are all of 1 <= count <= ORDERED_TREES_MOST nodes, Catalan(count-1), and
 * behind the last comes that one again. Borrowed until the next call. */
const struct ordered_tree *ordered_tree_at(int count, long number);
