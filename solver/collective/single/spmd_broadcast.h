/* SPDX-License-Identifier: MIT */
/* The broadcasts of Shou and Chen 1996: their recurrence, their trees, and their algorithm. */
#pragma once

#include <stdint.h>

#include "automata/status.h"
#include "solver/model/logp_machine.h"
#include "solver/model/message_list.h"

/* The recurrence of Shou and Chen 1996, Theorem 2, with its three cases as printed: for sendings g
 * apart that take l = L + 2o,
 *
 *     f_n = 1                        0 <= n < l,
 *     f_n = 1 + floor(n/l)           l <= n < g,
 *     f_n = f_(n-g) + f_(n-l)        n >= max(g,l),
 *
 * and f_n = 0 for n < 0. The paper's model has g >= o; with h = max(g,o) in place of g it counts
 * who can have the item at time n on every machine. */

enum { REACH_NUMBERS_MOST_TERMS = 10000000 };

struct reach_numbers {
    int64_t apart;    /* g, or h */
    int64_t transfer; /* l */
    int64_t time;     /* T = min {n >= 0 : f_n >= P} */
    int64_t *terms;   /* f_0 .. f_T; owned */
};

/* For P = processors, 1 <= P <= 10^9; apart, transfer >= 1. STATUS_INPUT for other numbers,
 * STATUS_LIMIT if T is beyond REACH_NUMBERS_MOST_TERMS. O(T). */
enum status reach_numbers_make(int64_t apart, int64_t transfer, int64_t processors,
                               struct reach_numbers *numbers, struct failure *failure);
void reach_numbers_clear(struct reach_numbers *numbers);

/* f_n, n <= T. */
static inline int64_t reach_number(const struct reach_numbers *numbers, int64_t n) {
    return n < 0 ? 0 : numbers->terms[n];
}

/* The broadcast trees of Shou and Chen 1996, node by node from their definitions; the recurrence is
 * not used.
 *
 * A node has an effective time, the cycles that are left when it has the item; that of the root is
 * the time T of the whole broadcast. A node with effective time e has a child with effective time
 * e - l - kg for each k >= 0 for which that is not negative. This is OBT(f_T), all that T cycles
 * reach. T*(P) are its first P nodes in preorder (Definition 4).
 *
 * Numbers (Definition 3): the root's is P0; with C_0, C_1, .. the sizes of the subtrees of the
 * children of a node with number i, child k has the number i + 1 + C_0 + .. + C_(k-1), modulo the
 * number of processors. */

enum { PREORDER_TREE_MOST_NODES = 20000000 };

struct preorder_node {
    int parent; /* place in the list; -1 for the root */
    int child;  /* k: which child of its parent */
    int size;   /* nodes of the subtree below it, itself included */
    int number;
    int64_t effective;
};

struct preorder_tree {
    int count;
    struct preorder_node *nodes; /* in preorder; owned */
};

/* OBT(f_T) for T = time >= 0, sendings `apart` >= 1 that take `transfer` >= 1, and numbers from
 * root = P0 >= 0 on (modulo count). STATUS_INPUT for other numbers, STATUS_LIMIT for too many
 * nodes. O(nodes). */
enum status preorder_tree_build(int64_t apart, int64_t transfer, int64_t time, int root,
                                struct preorder_tree *tree, struct failure *failure);
void preorder_tree_clear(struct preorder_tree *tree);

/* Definition 4: keeps the first P nodes; sizes and numbers are those of the smaller tree. */
void preorder_tree_truncate(struct preorder_tree *tree, int processors, int root);

/* Instead: takes away count - P nodes with effective time 0, the last of them in preorder. There
 * must be as many, which is so for f_(T-1) <= P <= f_T. They are leaves, and the last to have the
 * item; so what is left are P smallest labels. */
void preorder_tree_take_last(struct preorder_tree *tree, int processors, int root);

/* Algorithm 1 of Shou and Chen 1996 as it is written: one program for all processors, each of which
 * knows L, o, g, P, the root P0 and the recurrence, and of the broadcast only what it receives: the
 * message, its effective time T_i and the size N_i of the subtree that it is to serve.
 *
 * Step (2), the root: T with f_(T-1) < P <= f_T; for k = 0 .. floor((T-l)/g), if P - 1 - f_T +
 * f_(T-kg) > 0, it sends to (P0 + 1 + f_T - f_(T-kg)) mod P the effective time T - l - kg and the
 * size min{P - 1 - f_T + f_(T-kg), f_(T-l-kg)}. Step (3), who receives: the same with its own
 * number, T_i and N_i.
 *
 * Here the program of each processor runs when it has its first message; its sendings begin as
 * early as the machine lets them, max(g,o) apart. */

struct spmd_part {
    int64_t effective; /* T_i as it was received */
    int64_t size;      /* N_i as it was received */
};

struct spmd_broadcast {
    struct logp_machine machine;
    int processors;               /* P */
    int root;                     /* P0 */
    struct spmd_part *parts;      /* by number; effective -1: nothing was received; owned */
    struct message_array message; /* all that are sent, by time and sender; owned */
};

/* Runs it. `numbers` are those of P and l = L + 2o; with sendings g apart for the printed program.
 * STATUS_INPUT unless 0 <= root < processors <= 10^9 and the numbers fit. STATUS_LIMIT for times
 * beyond 2^31 - 1, and for more than 2P messages. O(P log P). */
enum status spmd_broadcast_run(const struct logp_machine *machine,
                               const struct reach_numbers *numbers, int processors, int root,
                               struct spmd_broadcast *run, struct failure *failure);
void spmd_broadcast_clear(struct spmd_broadcast *run);

/* Its messages as a list that ends at `finish`, as played; root 0, P >= 2. The list borrows it. */
struct message_list spmd_broadcast_list(const struct spmd_broadcast *run, int finish);
