/* Kind impossible-gossip: the items of all processors of a graph cannot be with all of them within
 * a number of steps; a refutation, by LRAT lines, of a formula that is built here from the
 * question. */
#ifndef STEADYCHECK_GOSSIP_IMPOSSIBLE_H
#define STEADYCHECK_GOSSIP_IMPOSSIBLE_H

#include "core/read.h"

bool rule_impossible_gossip(struct reader *reader);

#endif
