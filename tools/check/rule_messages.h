/* Kind messages: a list of messages is simulated under its model, in one pass over the file. Room:
 * 4 bytes for each processor, or 20 in LogP, 32 for each message on its way, and what
 * rule_messages_items.h says for the items under way. */
#ifndef STEADYCHECK_RULE_MESSAGES_H
#define STEADYCHECK_RULE_MESSAGES_H

#include "read.h"

enum { MESSAGES_PROCESSORS_LIMIT = 100000000 };

bool rule_messages(struct reader *reader);

#endif
