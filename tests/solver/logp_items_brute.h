/* SPDX-License-Identifier: MIT */
/* The least time for K items on a LogP machine by going through all schedules, cycle by cycle, with
 * any number of messages under way (capacity none). For up to 3 processors and 3 items, L + o and g
 * up to 6: one set of states a cycle. */
#pragma once

#include "solver/question/logp_items_time.h"

int logp_items_brute(const struct logp_items_question *question);
