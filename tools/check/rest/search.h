/* SPDX-License-Identifier: MIT */
/* Kind impossible-search: walks the tree of a search and makes sure that every open letter of
 * every node was tried. A refuted formula (kind impossible-cnf) says the same; but this is what an
 * exhausted search can write down while it goes on, two bytes a node, and it is read without any
 * formula: where a refutation takes a hint for each step of each clause, a tree has one token.
 *
 * Words of equal blocks do not descend in it: where an instance has such blocks, the verdict says
 * on what that rests. Time per node: the letters that exist, which are charged. Room: O(L +
 * slots). */
#ifndef STEADYCHECK_SEARCH_H
#define STEADYCHECK_SEARCH_H

#include "core/read.h"

enum { SEARCH_WORK_OF_LETTER = 4 };

bool rule_search(struct reader *reader);

#endif
