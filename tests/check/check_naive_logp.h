/* SPDX-License-Identifier: MIT */
/* For the tests: kind logp-schedule by the definitions. Every processor of the text is run step by
 * step for a number of items, and a matching is sought for each of them; what comes out is a list
 * of messages with their times, which is judged by the rules of a LogP machine
 * (check_naive_messages.h). */
#pragma once

#include "check_text.h"

/* Does it claim what is true, for the reasons that it gives? Waits are within what the capacity
 * named allows; with other waits it might still run, and yet this is false. The text must follow
 * the grammar, and be small. */
bool naive_logp_schedule_holds(const struct text *text);
