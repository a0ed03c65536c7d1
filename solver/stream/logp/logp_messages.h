/* SPDX-License-Identifier: MIT */
/* The broadcast of K items on a LogP machine as a list of messages, made from a stream whose
 * processors receive at different offsets: its items 1..K, and nothing before or behind them.
 *
 * The source is processor 0, and has item i at cycle (i-1) G. The others are 1..N, in the order of
 * the parts, their words (blocks first, then who only receives), the copies of a word, and those
 * that share one. Which message goes to which reception is decided as in logp_schedule.h. */
#pragma once

#include "solver/model/message_list.h"
#include "solver/stream/logp/logp_schedule.h"

/* What a list has at most: N K messages. */
enum { LOGP_MOST_MESSAGES = 50000000 };

/* Fills `array` and `list`, which borrows it: played once, so that its delay is that of the
 * schedule for K large enough, and never larger. K = items >= 1. STATUS_LIMIT for more messages
 * than above and for times beyond 2^31 - 1. O(N K log). */
enum status logp_messages(struct message_array *array, struct message_list *list,
                          const struct logp_schedule *schedule, int items, bool at_once,
                          struct failure *failure);
