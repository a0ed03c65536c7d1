/* SPDX-License-Identifier: MIT */
/* Whether P processors can add up N operands in time t, by trying everything: every processor may
 * hold any number of values, send as often as it likes, pass on what it received, receive what it
 * does not need yet, and idle. An independent witness for summation_most.h.
 *
 * How much a value holds need not be known: operands are as many as additions were made and values
 * are left, and one must be left. So a state is, for each processor, how many values it holds, what
 * it is busy with and how long it may not send or receive; and how many messages are under way, by
 * their age. For each state the most additions are kept, cycle by cycle. There is no bound on
 * messages under way, and a message may be received by anybody: that allows more schedules than the
 * model has, so that "not possible" holds for the model all the more.
 *
 * Fewer values in a processor are never worse: an operand of its own can stand for one that is
 * missing. So a processor that adds takes two values if it has them, else a value and an operand of
 * its own, else two of these; it sends a value if it has one; and it idles only if it has none.
 *
 * What can't come to enough additions any more is left out. Let f be the processor that makes the
 * last addition. What another one adds takes L+2o cycles to somebody and then an addition, so the
 * last L+2o+1 cycles of the others are of no use. The last messages of two of them are received at
 * least d = max(g,o) apart, or one of them by somebody else than f, who is L+2o cycles earlier than
 * f: so of all others but one min(d,L+2o) cycles more are of no use. Each processor that holds
 * something, f excepted, and each message under way takes o cycles of somebody who receives. */
#pragma once

#include <stdbool.h>

#include "solver/base/limits.h"
#include "solver/model/logp_machine.h"

enum {
    SUMMATION_SEARCH_PROCESSORS = 5,
    SUMMATION_SEARCH_TIME = 30,
    SUMMATION_SEARCH_OVERHEAD = 3,
    SUMMATION_SEARCH_GAP = 4,
    SUMMATION_SEARCH_LATENCY = 5
};

/* *possible: N = operands, or more, can be added up in the time. The machine, 1 <= processors and 0
 * <= time are within the numbers above: STATUS_INPUT. STATUS_LIMIT when stopped (`limits` may be
 * NULL), and for more than 2^24 states at a time. */
enum status summation_search(const struct logp_machine *machine, int processors, int time,
                             int operands, bool *possible, const struct limits *limits,
                             struct failure *failure);
