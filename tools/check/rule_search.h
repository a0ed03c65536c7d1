/* Kind impossible-search: walks the tree of a search and makes sure that every open letter of
 * every node was tried. Room and time per node: O(L), O(slots) in all. */
#ifndef STEADYCHECK_RULE_SEARCH_H
#define STEADYCHECK_RULE_SEARCH_H

#include "read.h"

bool rule_search(struct reader *reader);

#endif
