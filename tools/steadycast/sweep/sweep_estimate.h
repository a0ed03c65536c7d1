/* SPDX-License-Identifier: MIT */
/*
 * How long a campaign will go on. Cases are weighed by what they are guessed to cost
 * (campaign_case_cost), and what that comes to in seconds is learned for each engine from the cases
 * that are done; none is given more than the limits of its attempts allow.
 */
#ifndef STEADYCAST_TOOLS_SWEEP_ESTIMATE_H
#define STEADYCAST_TOOLS_SWEEP_ESTIMATE_H

#include "tools/steadycast/sweep/campaign.h"

enum { SWEEP_MOST_ENGINES = 64 };

/* Of one engine. */
struct sweep_effort {
    const struct engine *engine;
    size_t done, left; /* cases */
    double done_cost, left_cost;
    double seconds;   /* of the cases that are done */
    double most;      /* of the others, by their limits */
    size_t unlimited; /* of the others, those without a limit */
};

/* All zero is one without cases. */
struct sweep_estimate {
    int count;
    struct sweep_effort efforts[SWEEP_MOST_ENGINES];
};

/* A case that is still to be done. O(engines). */
void sweep_estimate_add(struct sweep_estimate *estimate, const struct campaign_case *asked);

/* One of them is done, after so many seconds of a worker; below 0: not known. */
void sweep_estimate_take(struct sweep_estimate *estimate, const struct campaign_case *asked,
                         double seconds);

/* Seconds until all is done by so many workers; below 0: nothing is known yet. */
double sweep_estimate_left(const struct sweep_estimate *estimate, int workers);

#endif
