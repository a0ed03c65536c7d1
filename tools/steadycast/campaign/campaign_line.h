/* SPDX-License-Identifier: MIT */
/* What a line of a campaign may say besides its question: numbers that depend on the latency,
 * limits of attempts, and how the engine is asked. */
#pragma once

#include <stdbool.h>

#include "tools/steadycast/campaign/campaign.h"

/* Numbers in files of questions that may depend on the latency: `12`, `L`, `3L+1`, `2L-1`; and
 * ranges of them, `L..3L+1`. */

/* factor * L + offset */
struct latency_bound {
    long factor, offset;
};

/* One bound, or two with `..` between them; one stands for both. False for any other text. */
bool latency_bounds_read(const char *text, struct latency_bound bounds[2]);

/* The range for this latency; false unless least <= range[0] <= range[1] <= most. */
bool latency_bounds_range(const struct latency_bound bounds[2], long latency, long least, long most,
                          long range[2]);

/* Keys of a line of a campaign that are not of its question: limits of attempts, which `set` takes
 * as well, and how the engine is asked. */

/* Those of limits come first. */
enum campaign_option {
    OPTION_TIME,
    OPTION_MEMORY,
    OPTION_NODES,
    OPTION_RETRY,
    OPTION_FACTOR,
    OPTION_ORDER,
    OPTION_ENCODING,
    OPTION_ENGINE,
    CAMPAIGN_OPTIONS
};
enum { CAMPAIGN_LIMITS = OPTION_FACTOR + 1 };

/* CAMPAIGN_OPTIONS: there is none of that name. */
enum campaign_option campaign_option_find(const char *name);
const char *campaign_option_name(enum campaign_option option);

/* What its value has to be. */
const char *campaign_option_wants(enum campaign_option option);

/* All but the order and the engine. False for a value that is not allowed. */
bool campaign_option_read(struct campaign_case *asked, enum campaign_option option,
                          const char *text);
bool campaign_order_read(const char *text, enum campaign_order *order);
