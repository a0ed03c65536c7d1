/* SPDX-License-Identifier: MIT */
#pragma once

#include "automata/status.h"

#include <stddef.h>

/* Arrangement: putting a multiset of letters into an order that is a legal word (see word.h for
 * heads, letters and legality).
 *
 * Theorem (M. Hall, "A combinatorial problem on abelian groups", Proc. AMS 3, 1952). In an abelian
 * group of order r, here Z_r, differences d_1..d_r can be assigned to the r positions so that the
 * values "position + difference" are pairwise distinct iff d_1 + .. + d_r = 0.
 *
 * With head and letters as differences: a legal order exists iff head + sum of letters is divisible
 * by r. (Adding a constant to all positions keeps the differences, so the head may stand
 * anywhere.) */

/* Reorders `letters` in place into a legal word for `head`. The result depends only on the
 * arguments (also on the given order of the letters). STATUS_INPUT if a letter is negative or
 * Hall's condition fails, STATUS_MEMORY without memory; the letters are then untouched. Memory
 * O(r). Time O(r^2) in the worst case, with no backtracking; O(r log r) is typical. */
enum status arrangement_order(int head, int *letters, size_t count, struct failure *failure);
