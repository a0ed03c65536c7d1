/* SPDX-License-Identifier: MIT */
/* Kind gossip-product: schedules of the factors of a product of graphs, which run one after the
 * other and make one of the product.
 *
 * Why this is enough. Two processors of the product that agree at all places but i are joined just
 * as their places i are in factor i, so the processors that agree at all places but i are a copy of
 * factor i, and these copies have no processor in common. In phase i all of them run the schedule
 * of factor i at the same time, again and again, and a processor does in a step what its place i
 * does in the schedule; so the rules for sending and receiving hold. By induction from F down:
 * before phase i each processor has one item of each processor that agrees with it at the
 * places 1..i, P_(i+1) .. P_F of them. In each run those of a copy bring one of these, each another
 * one, to all of the copy: afterwards each has one of each processor that agrees with it at the
 * places 1..i-1. What is received in a run is not what was there before, as its processor differs
 * at place i.
 *
 * The list of a factor is played as in kind messages, model graph; room as there for the largest
 * factor. Times and counts are numbers of any size. */
#ifndef STEADYCHECK_GOSSIP_PRODUCT_H
#define STEADYCHECK_GOSSIP_PRODUCT_H

#include "core/read.h"

bool rule_gossip_product(struct reader *reader);

#endif
