/*
 * Playing a broadcast in rounds by the definition of the k-port model: in a round every processor
 * sends at most k messages and receives at most k, it sends only what it knew before the round, and
 * every processor but the broadcaster receives each message exactly once.
 */
#ifndef STEADYCAST_SOLVER_MULTIPORT_PLAY_H
#define STEADYCAST_SOLVER_MULTIPORT_PLAY_H

#include "solver/model/message_list.h"

/*
 * Plays a list of the model of ports with latency 1, whose messages may be in any order within a
 * round. done[i] = when message i+1 is with everybody, i = 0..K-1: so the messages 1..m alone take
 * the largest of done[0..m-1] rounds. STATUS_INTERNAL, with the first fault in words, for a list
 * that is not right; STATUS_LIMIT when stopped. O(messages) and 4 K n bytes.
 */
enum status multiport_play(const struct message_list *list, int *done, const struct limits *limits,
                           struct failure *failure);

#endif
