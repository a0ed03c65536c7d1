/* SPDX-License-Identifier: MIT */
/* Kind gossip-bound: before which time the items of all processors of a graph can't be with all of
 * them, one item each.
 *
 * Why not before T. Everybody has P-1 items to receive, no more than one in a step; and P(P-1)
 * receptions are P(P-1) messages. With half duplex each processor takes part in one message of a
 * step at most, so these are a matching.
 *
 * cut: an item that comes from outside to a component, without V, comes through V, which has to
 * send it into the component; V sends one message a step, and with half duplex the P-1 that it
 * receives are in other steps.
 *
 * remove, full duplex: those who have no edge left receive from the R only, no more than R messages
 * a step, and the P-q others no more than one each. As q <= P-R, P+R-q is 2R at least.
 *
 * remove, half duplex: a matching has no more than (P+R-q)/2 edges, as an odd component has a
 * processor that is in none of them, or is joined to one of the R, to each of which one is joined
 * at most: so q-R processors at least are in none (Tutte, Berge). As there is an edge, this is 1 at
 * least.
 *
 * Room: the graph, and 8 bytes for each processor. */
#ifndef STEADYCHECK_GOSSIP_BOUND_H
#define STEADYCHECK_GOSSIP_BOUND_H

#include "core/read.h"

bool rule_gossip_bound(struct reader *reader);

#endif
