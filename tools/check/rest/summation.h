/* SPDX-License-Identifier: MIT */
/* Kind summation: operands that are added up on a LogP machine, in their order. A payload of the
 * player (messages_play.h), on the machine logp: a message carries the sum that its sender has,
 * which is one of operands that follow each other, and the cycle after its reception is an
 * addition. What a processor adds of its own is work between messages.
 *
 * A processor sends once and does nothing afterwards. So what it has stays what it has sent, and if
 * all but one have sent, and each message could be added where it came, the one that is left has
 * used no operand twice.
 *
 * Room: 24 bytes for each processor, which has a line of its own, beside that of the machine. */
#ifndef STEADYCHECK_SUMMATION_H
#define STEADYCHECK_SUMMATION_H

#include "core/read.h"

enum { SUMMATION_PROCESSORS_LIMIT = 10000000 };

bool rule_summation(struct reader *reader);

#endif
