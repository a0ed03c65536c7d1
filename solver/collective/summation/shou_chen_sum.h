/* SPDX-License-Identifier: MIT */
/* Summation as Shou and Chen (1996, section 3) have it: their tree for any number of processors,
 * their numbers of operands, and their Algorithm 2 with its function ComputeParent, executed line
 * by line on every processor. */
#pragma once

#include "solver/collective/summation/summation.h"

/* S*(P;L,o,g), which is T*(P;L+1,o,g): with f_n the number of labels up to n, and T the least
 * number such that P <= f_T, the first P nodes, in preorder, of the tree of all labels up to T
 * (their Theorem 3, Definition 4). Processor i is number i of the preorder, P_0 = 0; S is their
 * T_i. `apart` stands for g between children: g as printed, or max(g,o+1). STATUS_INPUT and
 * STATUS_LIMIT as for summation_tree_of. The caller clears it. */
enum status shou_chen_tree(const struct logp_machine *machine, int64_t apart, int processors,
                           struct summation_tree *tree, struct failure *failure);

/* Their Lemma 1: operands of a processor with T_i = sends, as printed (with a leaf as a processor
 * that has no child in the tree). */
int64_t shou_chen_lemma_operands(const struct summation_tree *tree, int64_t sends, bool leaf);

/* How Algorithm 2 is read and what is mended before it is executed; 0: to the letter of the text
 * that is at hand, in which a `not` of step 10 and the kind of brackets may be lost. */
enum shou_chen_mend {
    SHOU_CHEN_ROOT = 1, /* step 10: everybody but P_0 sends to its parent, P_0 prints */
    SHOU_CHEN_WAIT = 2, /* behind step 9 a processor receives what is still to come */
    SHOU_CHEN_REST = 4, /* the rest of (n - sum A)/P goes to the processors 0, 1, .., one each */
    SHOU_CHEN_CHILDREN = 8, /* step 4: K_i counts the children that the processor has */
    SHOU_CHEN_ALL = 15,
    SHOU_CHEN_UP = 16 /* step 6 rounds up, not down; without SHOU_CHEN_REST */
};

struct shou_chen_run {
    bool right;                 /* P_0 prints the sum of all operands, and everybody stops */
    char why[160];              /* else: what happens */
    int64_t time;               /* when P_0 has the sum */
    bool playable;              /* everybody but P_0 sent once, everybody had an operand: then */
    struct summation summation; /* holds what they did, numbered for the player */
};

/* Algorithm 2 on the tree for n = operands: `processors` programs that know only their number, the
 * parameters and the messages that reach them. An operand is added in a cycle, the first of all in
 * none (the print adds it to 0); a message that has arrived is received, g or more behind the last,
 * in o cycles, and added in one more. Operands are dealt out in the order of the processors. A
 * processor that looks for its parent in more than 2^16 steps is said never to stop. Clear with
 * shou_chen_run_clear. */
enum status shou_chen_sum(const struct summation_tree *tree, int64_t operands, unsigned mended,
                          struct shou_chen_run *run, struct failure *failure);
void shou_chen_run_clear(struct shou_chen_run *run);

/* The sum of all A_i of step 5: operands that Algorithm 2 adds up in time T, with B_i = 0. */
int64_t shou_chen_least_operands(const struct summation_tree *tree, unsigned mended);

/* ComputeParent as printed for the processor `number`, 0 <= number, root < P, where the root of the
 * tree is processor `root`. *parent is what it returns; false if it does not within 2^16 steps. */
enum status shou_chen_compute_parent(const struct summation_tree *tree, int root, int number,
                                     bool *ends, int *parent, struct failure *failure);
