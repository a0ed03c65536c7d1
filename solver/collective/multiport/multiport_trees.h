/* SPDX-License-Identifier: MIT */
/* Broadcast by k spanning trees in the k-port model (Bar-Noy, Ho, section 3): message i goes down
 * tree i mod k, one level a round, and k new messages begin in every round.
 *
 * Theorem 6: if the trees are rooted at the broadcaster, processor 0, span all n processors, and
 * every processor has at most k children in all trees together, then nobody sends or receives more
 * than k messages in a round, and m messages are with everybody after ceil(m/k) - 1 + h rounds, h
 * the largest height: a message that is sent first in round b (from 0) goes from level l to level
 * l+1 in round b+l, so a processor sends in one round at most one message to each child in each
 * tree, and receives one from its parent in each tree. */
#pragma once

#include "automata/status.h"

/* k * n is at most this. */
enum { MULTIPORT_MOST_NODES = 1 << 28 };

struct multiport_trees {
    int ports;      /* k, the number of trees */
    int processors; /* n, the broadcaster included */
    int *parent;    /* [tree * n + processor]; -1 for processor 0; owned */
    int *level;     /* the same; 0 for processor 0; owned */
};

/* The k-tree algorithm (sections 3.2 to 3.5), any n >= 2 and k >= 1. Below the broadcaster stands
 * the almost complete k-ary tree of n - 1 - a nodes, a = (n-2) mod k, whose nodes that are no
 * leaves are different processors in all k trees. The a processors that are left each have k ports,
 * and each tree has a nodes to add: its first leaf is one of them, and takes as many of the nodes
 * as this processor has ports left; if that is not enough its second leaf (n <= k+1: the first of
 * the nodes that were added) is the next of them, and takes the others. The paper does not say
 * which message goes down which tree: here the lowest trees are the first ones, so that they have
 * the messages of a last batch that is not full. STATUS_INPUT for n < 2 or k < 1, STATUS_LIMIT for
 * k * n above MULTIPORT_MOST_NODES. */
enum status multiport_k_tree(int ports, int processors, struct multiport_trees *trees,
                             struct failure *failure);

/* The greatest height of these trees: 1 + H, H the height of the almost complete k-ary tree of n-1
 * nodes; one more if a does not divide k and n-1-a is 1 (n <= k+1), or 1 + k^2 + .. + k^H: then the
 * first leaf is the last one of its level, and its children are not enough. */
int multiport_k_tree_height(int ports, int processors);

/* The height of one tree. */
int multiport_tree_height(const struct multiport_trees *trees, int tree);

void multiport_trees_clear(struct multiport_trees *trees);

/* Broadcasting black boxes in the k-port model (Bar-Noy, Ho, section 4): h processors, into which k
 * new messages are sent in every round. All h know a message `time` rounds after the round in which
 * it was sent in, and `delay` rounds after it the message is sent out again, once.
 *
 *  nice      (k+1)^d - 1 processors, time d, delay d, d >= 1                  (section 4.1)
 *  special   a (k+1)^(d-1) + k - a processors, time d, delay 1, d >= 2, 1 <= a <= k (section 4.2)
 *  k-tree    any number of processors by the k-tree algorithm; nothing is sent out (section 4.3)
 *
 * How the first two work is in multiport_messages.h. The print of their sizes is damaged; they
 * follow from the sizes of the sets there. */

enum multiport_kind { MULTIPORT_NICE, MULTIPORT_SPECIAL, MULTIPORT_K_TREE };

enum { MULTIPORT_NO_DELAY = -1 }; /* nothing is sent out */

struct multiport_box {
    enum multiport_kind kind;
    int processors; /* h >= 1 */
    int depth;      /* d: nice, special */
    int factor;     /* a: special */
    int time;
    int delay; /* or MULTIPORT_NO_DELAY */
};

/* a (k+1)^(d-1) + k - a, or (k+1)^d - 1, or LONG_MAX where it is larger than 2^40. */
long multiport_special_size(int ports, int depth, int factor);
long multiport_nice_size(int ports, int depth);

/* The least d with (k+1)^d >= n, n >= 1: ceil(log_(k+1) n). */
int multiport_log(int ports, long processors);

/* Descriptions; sizes below 2^31. */
struct multiport_box multiport_box_nice(int ports, int depth);
struct multiport_box multiport_box_special(int ports, int depth, int factor);
struct multiport_box multiport_box_k_tree(int ports, int processors);
