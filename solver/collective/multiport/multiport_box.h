/* SPDX-License-Identifier: MIT */
/*
 * Broadcasting black boxes in the k-port model (Bar-Noy, Ho, section 4): h processors, into which k
 * new messages are sent in every round. All h know a message `time` rounds after the round in which
 * it was sent in, and `delay` rounds after it the message is sent out again, once.
 *
 *  nice      (k+1)^d - 1 processors, time d, delay d, d >= 1                  (section 4.1)
 *  special   a (k+1)^(d-1) + k - a processors, time d, delay 1, d >= 2, 1 <= a <= k (section 4.2)
 *  k-tree    any number of processors by the k-tree algorithm; nothing is sent out (section 4.3)
 *  star      trees of height 2, for few processors; nothing is sent out (not of the paper)
 *
 * How the first two work is told in multiport_rotation.h. The print of their sizes is damaged; they
 * follow from the sizes of the sets there.
 */
#ifndef STEADYCAST_SOLVER_MULTIPORT_BOX_H
#define STEADYCAST_SOLVER_MULTIPORT_BOX_H

enum multiport_kind { MULTIPORT_NICE, MULTIPORT_SPECIAL, MULTIPORT_K_TREE, MULTIPORT_STAR };

enum { MULTIPORT_NO_DELAY = -1 }; /* nothing is sent out */

struct multiport_box {
    enum multiport_kind kind;
    int processors; /* h >= 1 */
    int depth;      /* d: nice, special */
    int factor;     /* a: special */
    int time;
    int delay; /* or MULTIPORT_NO_DELAY */
};

/* "nice", "special", "k-tree", "star". */
const char *multiport_kind_name(enum multiport_kind kind);

/* a (k+1)^(d-1) + k - a, or (k+1)^d - 1, or LONG_MAX where it is larger than 2^40. */
long multiport_special_size(int ports, int depth, int factor);
long multiport_nice_size(int ports, int depth);

/* The least d with (k+1)^d >= n, n >= 1: ceil(log_(k+1) n). */
int multiport_log(int ports, long processors);

/* Descriptions; sizes below 2^31, `star` fits (multiport_trees.h). */
struct multiport_box multiport_box_nice(int ports, int depth);
struct multiport_box multiport_box_special(int ports, int depth, int factor);
struct multiport_box multiport_box_k_tree(int ports, int processors);
struct multiport_box multiport_box_star(int processors);

#endif
