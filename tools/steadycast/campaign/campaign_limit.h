/* SPDX-License-Identifier: MIT */
/*
 * Keys of a line of a campaign that are not of its question: limits of attempts, which `set` takes
 * as well, and how the engine is asked.
 */
#ifndef STEADYCAST_TOOLS_CAMPAIGN_LIMIT_H
#define STEADYCAST_TOOLS_CAMPAIGN_LIMIT_H

#include "tools/steadycast/campaign/campaign.h"

/* Those of limits come first. */
enum campaign_option {
    OPTION_TIME,
    OPTION_MEMORY,
    OPTION_NODES,
    OPTION_RETRY,
    OPTION_FACTOR,
    OPTION_ORDER,
    OPTION_ENCODING,
    OPTION_PIECES,
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

#endif
