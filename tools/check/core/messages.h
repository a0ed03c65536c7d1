/* Kind messages: a list of messages is played under its model, in one pass over the file. Room: 4
 * bytes for each processor (LogP: 20, buffered and ports: 8, graph: 12), 4 for each edge of a
 * graph, 32 for each message on its way, and what messages_items.h says for the items under
 * way, or messages_rotation.h for a list in rotation. */
#ifndef STEADYCHECK_MESSAGES_H
#define STEADYCHECK_MESSAGES_H

#include "core/read.h"

bool rule_messages(struct reader *reader);

#endif
