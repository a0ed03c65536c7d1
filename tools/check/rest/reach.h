/* SPDX-License-Identifier: MIT */
/* Kind reach: how many processors of a LogP machine can know an item at time T that one of them has
 * at time 0.
 *
 * Why no more than A(T), A of the grammar: let somebody have the item at time 0. By induction on s,
 * they and those who have it from them are A(s) at most at time s. Nobody else has it before l. For
 * s >= l let x >= 0 be the time of the first sending, if there is one: the receiver knows it from
 * x + l on and reaches A(s-x-l) <= A(s-l) with those below. The next sending begins at x + h or
 * later, and as if the item had come at time h the sender reaches A(s-h) with the others. A does
 * not descend. And if all send whenever they can, to somebody new, A(s) are reached, so far as
 * nothing but these two rules counts.
 *
 * A(s) changes at multiples of the greatest common divisor of h and l only, so all times are
 * divided by it first. */
#ifndef STEADYCHECK_REACH_H
#define STEADYCHECK_REACH_H

#include "core/read.h"

bool rule_reach(struct reader *reader);

#endif
