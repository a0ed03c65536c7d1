/* SPDX-License-Identifier: MIT */
/* How long a campaign will go on. Cases are weighed by what they are guessed to cost
 * (campaign_case_cost). How the seconds of an engine grow with that is learned from the cases that
 * are done: as a power of it, which is fitted to their logarithms. No case is given more than the
 * limits of its attempts allow. */
#pragma once

#include "tools/steadycast/campaign/campaign.h"

enum { CAMPAIGN_MOST_ENGINES = 64, CAMPAIGN_COSTS = 101 };

/* Cases of one engine whose costs have the same number of binary digits. */
struct campaign_costs {
    size_t done, left;
    double done_log, left_log; /* sums of the natural logarithms of their costs */
    double seconds;            /* of those that are done, together */
    double most;               /* of the others, by their limits */
    size_t unlimited;          /* of the others, those without a limit */
};

struct campaign_effort {
    const struct engine *engine;
    struct campaign_costs costs[CAMPAIGN_COSTS];
};

/* All zero is one without cases. */
struct campaign_estimate {
    int count;
    struct campaign_effort efforts[CAMPAIGN_MOST_ENGINES];
};

/* Of all attempts at it together, as its limits allow; 0: it has no limit. */
double campaign_case_most_seconds(const struct campaign_case *asked);

/* A case that is still to be done. O(engines). */
void campaign_estimate_add(struct campaign_estimate *estimate, const struct campaign_case *asked);

/* One of them is done, after so many seconds of a worker; below 0: not known. O(engines). */
void campaign_estimate_take(struct campaign_estimate *estimate, const struct campaign_case *asked,
                            double seconds);

/* Seconds until all is done by so many workers; below 0: nothing is known yet. It does not take
 * longer the more cases there are. */
double campaign_estimate_left(const struct campaign_estimate *estimate, int workers);
