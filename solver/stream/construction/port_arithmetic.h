/* SPDX-License-Identifier: MIT */
/* Streams with p ports where only the root of an item sends, by formula, for N = m or m + 1,
 * m = p b + c, 1 <= c <= p, m odd or p even: at the depth L + b + 1, or L + b where c divides p.
 *
 * The letters of a step's items are the integers 0 .. pm-1, item h has hm .. hm+m-1, and its root
 * stands at floor(hm/p). The root sends letter z at floor(z/p), so p copies fill each of the m
 * positions of a word. With lambda and lambda p + 1 prime to m, letter z stands at lambda z +
 * floor(z/p) and a constant: each position has p letters, and the residues of an item are lambda
 * apart. Of each item the letter hm + e, e = -p L modulo m, gives way to a root; its copy is sent
 * to nobody, or to one more processor (results/THEOREMS.md, section 19.6). */
#pragma once

#include "solver/model/schedule.h"

/* Adds these words to a schedule of a depth as above, or later, without others; they are not
 * checked. p N is what an int holds; N is m for N odd or p even, else m + 1. STATUS_MEMORY. O(p N)
 * steps and room. */
enum status port_arithmetic(struct schedule *schedule, int processors, struct failure *failure);
