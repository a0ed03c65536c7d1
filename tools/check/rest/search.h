/* Kind impossible-search: walks the tree of a search and makes sure that every open letter of
 * every node was tried. Time per node: the letters that exist. Room: O(L + slots). */
#ifndef STEADYCHECK_SEARCH_H
#define STEADYCHECK_SEARCH_H

#include "core/read.h"

bool rule_search(struct reader *reader);

#endif
